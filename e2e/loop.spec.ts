import type { Page } from '@playwright/test'
import { addToCart, expectTotal, placeOrder, typeAddress } from './support/checkout.ts'
import { staff } from './support/staff.ts'
import { expect, readMail, test } from './support/test.ts'

test.use({ reducedMotion: 'no-preference' })

const email = `loop-${Date.now()}@harbor.test`

async function chooseReason(page: Page, category: string, specific: string) {
  await page.getByRole('button', { name: /^Return Reason/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Return Reason' })
  await sheet.getByRole('option', { name: category }).click()
  await sheet.getByRole('option', { name: specific }).click()
  await expect(sheet).toBeHidden()
}

const readNumber = (page: Page, shape: RegExp) => page.getByText(shape).first().innerText()

test('takes a guest through registration, a purchase with a coupon, a review, and a return whose refund deducts the coupon', async ({
  page,
}) => {
  await test.step('shows a guest the shop and a dress', async () => {
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Yours to claim' })).toBeVisible()
    await addToCart(page, 'ebb-wrap-midi-dress', 'M')
  })

  await test.step('registers for the welcome coupon and claims it', async () => {
    await page.goto('/')
    const widget = page.getByRole('region', { name: 'Yours to claim' })
    await widget.getByRole('button', { name: 'GET HELLO15' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('tab', { name: 'Register' }).click()
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill('Harbor2026')
    await dialog.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('Received Successfully', { exact: true })).toBeVisible()
    const welcome = await readMail(email, 'Welcome to Harbor')
    await page.goto(/https?:\S+confirmemail\S+/.exec(welcome.text)?.[0] ?? '')
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await expect(page.getByText('Thank you, your address is confirmed.')).toBeVisible()
  })

  let orderNo = ''
  await test.step('buys two items with the welcome coupon', async () => {
    await addToCart(page, 'sailcloth-stripe-shirt', 'M')
    await page.goto('/cart')
    // The guest put the dress into the cart before the registration.
    await expectTotal(page, '$202.00')
    await page.getByRole('link', { name: 'CHECKOUT' }).click()
    await expect(page.getByRole('region', { name: 'Coupon' })).toContainText('HELLO15')
    await typeAddress(page)
    await expectTotal(page, '$187.00')
    await placeOrder(page)
    orderNo = await readNumber(page, /^HB[A-Z0-9]{11}$/)
    await page.getByRole('button', { name: 'PAY NOW' }).click()
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    await readMail(email, orderNo)
  })

  await test.step('lets staff prepare, pack and ship the order', async () => {
    await staff('prepare', orderNo)
    await staff('pack', orderNo)
    expect(await staff('ship', orderNo, '--carrier', 'PostNord', '--tracking', 'LX482917306SE')).toContain('Shipped')
    await page.goto('/account/orderlist?order_status_id=7')
    await expect(page.getByText(orderNo)).toBeVisible()
  })

  await test.step('marks the order as received', async () => {
    await staff('deliver', orderNo)
    await staff('complete', orderNo)
    await page.goto('/account/orderlist')
    await page.getByRole('link', { name: orderNo }).click()
    await expect(page.getByRole('heading', { name: 'Complete' })).toBeVisible()
  })

  const orderPage = page.url()
  await test.step('reviews the dress', async () => {
    await page.getByRole('link', { name: 'WRITE A REVIEW' }).first().click()
    await page.getByPlaceholder('Specific description').fill('Ties where it should and moves when I do.')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Submitted successfully')).toBeVisible()
  })

  let returnNo = ''
  await test.step('returns the shirt', async () => {
    await page.goto(orderPage)
    const shirt = page.getByRole('article').filter({ hasText: 'Sailcloth Stripe Shirt' })
    await shirt.getByRole('link', { name: 'Apply for Return' }).click()
    await chooseReason(page, 'Size or fit', 'Smaller than expected')
    // The returned item costs 74.00 of 202.00, so its share of the discount of 15.00 is 5.50.
    await expect(page.getByText('$68.50').first()).toBeVisible()
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('heading', { name: 'Processing', exact: true })).toBeVisible()
    returnNo = await readNumber(page, /^RT[A-Z0-9]{11}$/)
    await staff('approve', returnNo)
    await page.reload()
    await page.getByLabel('Delivery Company').fill('PostNord')
    await page.getByLabel('Tracking Number').fill('LX482917307SE')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('LX482917307SE')).toBeVisible()
  })

  await test.step('refunds the shirt without its share of the coupon', async () => {
    await staff('receive', returnNo)
    await staff('refund', returnNo)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Refund Successful', exact: true })).toBeVisible()
    await expect(page.getByText('$68.50').first()).toBeVisible()
    const { data } = await (await page.request.get('/rest/after_sale')).json()
    expect(data).toMatchObject([{ return_no: returnNo, status: 5, refund_total: { price_value: '68.50' } }])
    await readMail(email, returnNo)
  })
})
