import { addToCart, placeOrder, typeAddress } from './support/checkout.ts'
import { callStaff, openConsole, signInStaff } from './support/console.ts'
import { deliver } from './support/staff.ts'
import { expect, expectAccessibleInBothThemes, test } from './support/test.ts'

const origin = process.env.HARBOR_URL ?? ''

test('pays a refund as store credit at once, pays a return as the shopper chose, and uses both amounts first in the next order', async ({
  page,
  browser,
}) => {
  const email = `credit-${Date.now().toString(36)}@harbor.test`
  const data = { email, password: 'Harbor2026' }
  const made = await page.request.post('/ajax-web/customer/register', { data, headers: { origin } })
  expect(made.status(), await made.text()).toBe(200)
  const { orderNo, orderId, lineIds } = await deliver({ email, handles: ['inlet-pleated-skirt'] })

  // A member reads the effect of a partial refund, refunds the amount, and finds the credit on the customer's page.
  const wide = { viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false }
  const desk = await (await browser.newContext({ ...wide, ...(origin && { baseURL: origin }) })).newPage()
  await signInStaff(desk, 'owner')
  await callStaff(desk, 'PATCH', '/settings', { returns: { as_credit: true, credit_bonus: 5 } })
  await openConsole(desk, `/staff/orders/${orderNo}`)
  await desk.getByRole('button', { name: 'More' }).first().click()
  await desk.getByRole('menuitem', { name: /^Refund/ }).click()
  const dialog = desk.getByRole('dialog', { name: 'Refund part of the order' })
  await dialog.getByRole('checkbox', { name: 'Refund all items' }).click()
  await dialog.getByRole('textbox', { name: /^Refund of/ }).fill('24.00')
  await dialog.getByRole('textbox', { name: 'Message to the shopper' }).fill('A seam came open.')
  await dialog.getByRole('radio', { name: /Store credit, immediately/ }).click()
  await expect(dialog.getByText('$24.00, plus a bonus of $1.20 (5\u2009%).', { exact: true })).toBeVisible()
  await expectAccessibleInBothThemes(desk)
  await dialog.getByRole('button', { name: /^Refund \$24\.00/ }).click()
  await expect(dialog).toBeHidden()
  await expect(desk.getByText(/as store credit, A seam came open/)).toBeVisible()
  await openConsole(desk, `/staff/customers/${email}?tab=credit`)
  await expect(desk.getByText(`from ${orderNo}`)).toBeVisible()
  await expectAccessibleInBothThemes(desk)

  // The shopper returns the other item and chooses store credit. The shop can refund as credit only after this choice.
  await page.goto(`/return/${orderId}/${lineIds[0]}`)
  await page.getByRole('button', { name: /^Return Reason/ }).click()
  await page.getByRole('dialog').getByRole('option', { name: 'Changed my mind' }).click()
  await expect(page.getByRole('radio', { name: /^To the original payment/ })).toBeChecked()
  await page.getByRole('radio', { name: /^As store credit/ }).click()
  await expect(page.getByText('As soon as your return arrives, with 5% extra')).toBeVisible()
  await expect(
    page.getByText('Once we have received them, the refund is in your account as store credit.'),
  ).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Processing', exact: true })).toBeVisible()
  await expect(page.getByText('As store credit')).toBeVisible()
  const returnNo = await page
    .getByText(/^RT[A-Z0-9]{11}$/)
    .first()
    .innerText()
  await openConsole(desk, `/staff/returns/${returnNo}`)
  await expect(desk.getByText('Store credit, 5\u2009% bonus')).toBeVisible()
  await desk.keyboard.press('y')
  await expect(desk.getByRole('radio', { name: /Store credit, immediately/ })).toBeChecked()
  await expectAccessibleInBothThemes(desk)
  await desk
    .getByRole('button', { name: /^Send the decision/ })
    .first()
    .click()
  await expect(desk.getByText('Refund Successful').first()).toBeVisible()
  await desk.context().close()

  await page.goto('/account')
  await page.getByRole('link', { name: 'Store credit' }).click()
  await expect(page.getByRole('heading', { name: 'Store credit' })).toBeVisible()
  await expect(page.getByText('+$24.00')).toBeVisible()
  await expect(page.getByText('Bonus from the shop')).toHaveCount(2)
  await expectAccessibleInBothThemes(page)

  await addToCart(page, 'ebb-wrap-midi-dress', 'M')
  await page.goto('/checkout')
  await expect(page.getByText(/^−\$/).first()).toBeVisible()
  await expect(page.getByText('To pay')).toBeVisible()
  await typeAddress(page)
  await placeOrder(page)
  await expect(page.getByText('To pay')).toBeVisible()
  await page.getByRole('button', { name: 'PAY NOW' }).click()
  await expect(page.getByText('Your payment has arrived. We will prepare your order soon.')).toBeVisible()
  await page.goto('/account/credit')
  await expect(page.getByText('Used for an order')).toBeVisible()
})
