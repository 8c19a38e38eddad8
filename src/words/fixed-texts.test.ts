import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { findMessages } from '#testing/checks/find-messages.ts'

/** Texts that the specification fixes to the letter. `{figure}` and other placeholders replace limits of the rules. */
const fixed = [
  'Sign In / Register',
  'Welcome to {site_name}',
  'My Orders',
  'All',
  'Unpaid',
  'Processing',
  'Shipped',
  'Received-1',
  'Returns',
  'More Services',
  'My Coupon',
  'Contact us',
  'Tracking order',
  'Wishlist',
  'VIEW MORE',
  'It is empty here',
  'PAY NOW',
  'Refund Application',
  'Select products with the same return reason',
  'Reason Category',
  'Specific Reason',
  'CANCEL RETURN',
  'Do you really want to cancel the order?',
  'No',
  'Yes',
  'Specific description',
  'Upload Pictures',
  '(Up to {count} Pics)',
  'Coupon',
  'Unused',
  'Used',
  'Indefinite',
  'SIGN OUT',
  'Forget password',
  'Submit a Ticket',
  'Query again',
  'The coupon is valid for all products',
  'Please enter the tracking number within',
  'Expired',
  'Sold out',
  'WRITE A REVIEW',
  'View Review-1',
  'Apply for Return',
  'View Return',
  'Repurchase',
  'View logistics',
  'More',
  'GET',
  'GET ALL',
  'USE-1',
  'Please enter description',
  'photo size is bigger than {figure}M',
  'Only {amount} left',
  'Please select return reason',
  'problem description is required',
  'Delivery Company should contain at least {figure} characters',
  'Please enter Tracking Number',
  'Please enter Delivery Company',
  'The old password cannot be empty',
  '6-30 characters, including at least 1 digit and 1 letter',
  'Please enter a valid email address',
  'Please fill in this field',
  'Please enter a valid email and no more than {figure} characters',
  'Please select question type',
  'Enter order No.',
  'characters-overflow-tip',
  'Email Address and Order No. do not match.',
  'Sorry, you are not a new user and can’t get the coupon',
  'Sorry, you are not eligible for the coupon',
  'The coupons have been snapped up',
  'The waybill number was filled in successfully,The tracking number has been received, and will be refunded after receiving the returned goods',
  'The internet is too slow, so let’s watch it after a break.',
  'refresh',
  'Submitted successfully',
  'Submitted successfully, We will get back to you within {hours} hours via your registered email',
  'Copy successfully',
  'Copy failed',
  'Received failed',
  'Received Successfully',
  'Congratulations!',
  'You have received successfully！',
]

/** Message ids of the specification whose English text differs from the id. */
const worded = {
  'Received-1': 'Received',
  'USE-1': 'USE',
  'View Review-1': 'View Review',
  'characters-overflow-tip': 'No more than {amount} characters',
}

test('shows the texts of the specification to the letter', async () => {
  const messages = await findMessages()
  expect(fixed.filter((text) => !messages.has(text))).toEqual([])
})

test('differs from the message ids in English only where this file says so', async () => {
  const file = new URL('catalogues/en.json', import.meta.url)
  const english: Record<string, string> = JSON.parse(await readFile(file, 'utf8'))
  expect(english).toMatchObject(worded)
  // Texts with a placeholder have an entry for their plural forms.
  expect(fixed.filter((text) => text in english && !(text in worded) && !text.includes('{'))).toEqual([])
})
