import type { APIRequestContext, Page } from '@playwright/test'
import { addToCart, expectTotal, placeOrder, typeAddress } from './support/checkout.ts'
import { sellOut, staff } from './support/staff.ts'
import { expect, expectAccessible, readMail, signIn, test, waitUntilIdle } from './support/test.ts'

const origin = () => process.env.HARBOR_URL ?? ''
const post = (request: APIRequestContext, path: string, data: object) =>
  request.post(path, { data, headers: { origin: origin() } })

/** Registers a new shopper, so that browser tests never share a cart. */
async function registerAs(page: Page, name: string): Promise<string> {
  const email = `${name}-${Date.now()}@harbor.test`
  const answer = await post(page.request, '/ajax-web/customer/register', { email, password: 'Harbor2026' })
  expect(answer.status(), await answer.text()).toBe(200)
  return email
}

test('changes a cart, empties it with an undo, and shows the empty state', async ({ page }) => {
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: 'Start shopping' })).toHaveAttribute('href', '/')

  await addToCart(page, 'ebb-wrap-midi-dress', 'M')
  await page.goto('/cart')
  // Taps in quick succession take effect only after hydration.
  await waitUntilIdle(page)
  await expect(page.getByRole('link', { name: 'Ebb Wrap Midi Dress' })).toBeVisible()
  await expectTotal(page, '$128.00')
  const quantity = page.getByRole('group', { name: 'Quantity of Ebb Wrap Midi Dress' })
  for (let taps = 0; taps < 3; taps++) await quantity.getByRole('button', { name: 'One more' }).click()
  await expect(quantity).toContainText('4')
  await expectTotal(page, '$512.00')
  await quantity.getByRole('button', { name: 'One less' }).click()
  await expectTotal(page, '$384.00')
  // Above the maximum, the number does not change and a message gives the reason.
  for (let taps = 3; taps < 11; taps++) await quantity.getByRole('button', { name: 'One more' }).click({ force: true })
  await expect(page.getByText(/^You can order up to \d+ of the same item$/)).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.reload()
  await expect(quantity.getByRole('button', { name: 'One more' })).toHaveAttribute('aria-disabled', 'true')
  await quantity.getByRole('button', { name: 'One less' }).click()
  const number = await quantity.innerText()
  await page.getByRole('button', { name: 'Remove Ebb Wrap Midi Dress' }).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(quantity).toContainText(number)
})

test('keeps the cart on the screen without a network', async ({ page, expectConsole }) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)/)
  await addToCart(page, 'ebb-wrap-midi-dress', 'M')
  await page.goto('/cart')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /Remove/ }).click()
  await expect(page.getByText('We couldn’t send your request. Please try again.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Remove/ })).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: /Remove/ }).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})

test('lets a guest order, be declined, pay, and follow the order', async ({ page, expectConsole }) => {
  expectConsole(/409/)
  const email = `guest-${Date.now()}@harbor.test`
  await addToCart(page, 'ebb-wrap-midi-dress', 'L')
  await page.goto('/cart')
  await page.getByRole('textbox', { name: 'Coupon code' }).fill('hello15')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'HELLO15' })).toContainText('You save $15.00')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'CHECKOUT' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  const coupon = page.getByRole('region', { name: 'Coupon' })
  await expect(coupon.getByRole('status').filter({ hasText: 'HELLO15' })).toContainText('You save $15.00')
  await expectTotal(page, '$117.95')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'PLACE ORDER' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  await expect(page.getByText('Please fill in this field')).toHaveCount(7)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await typeAddress(page)
  // The input survives a reload.
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Street' })).toHaveValue('18 Ropewalk Lane')
  await page.getByRole('radio', { name: /Express/ }).check()
  await expectTotal(page, '$127.95')
  await page.getByRole('radio', { name: /Standard/ }).check()
  await expectTotal(page, '$117.95')
  await placeOrder(page)

  await expect(page.getByRole('heading', { name: 'Unpaid' })).toBeVisible()
  await expectTotal(page, '$117.95')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('The payment was declined and nothing was charged.')).toBeVisible()
  await page.getByRole('button', { name: 'Time out' }).click()
  await expect(page.getByText('The bank did not answer in time')).toBeVisible()
  await page.getByRole('button', { name: 'Approve, reported twice' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expectAccessible(page)
  const orderNo = await page
    .getByText(/^HB[A-Z0-9]{11}$/)
    .first()
    .innerText()
  expect(await readMail(email)).toMatchObject({ text: expect.stringContaining(orderNo) })

  // A second reload shows the payment and charges nothing.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'PAY NOW' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Track order' }).click()
  await expect(page.getByText(orderNo).first()).toBeVisible()
  await expect(page.getByText('−$15.00')).toBeVisible()
  await expectTotal(page, '$117.95')
})

test('keeps a coupon code that is being checked when the shopper chooses a shipping method', async ({ page }) => {
  await addToCart(page, 'ebb-wrap-midi-dress', 'L')
  await page.goto('/cart')
  await page.getByRole('textbox', { name: 'Coupon code' }).fill('hello15')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'HELLO15' })).toBeVisible()
  const codeAsked = Promise.withResolvers<void>()
  const expressAsked = Promise.withResolvers<void>()
  await page.route(/\/rest\/checkout\?/, async (route) => {
    if (route.request().url().includes('shipping_method=')) expressAsked.resolve()
    else codeAsked.resolve()
    await expressAsked.promise
    await route.continue()
  })
  await page.goto('/checkout')
  await codeAsked.promise
  await page.getByRole('radio', { name: /Express/ }).check()
  await expectTotal(page, '$127.95')
  await expect(page.getByRole('status').filter({ hasText: 'HELLO15' })).toContainText('You save $15.00')
})

test('focuses a field that only the server refuses, and shows the reason until the field changes', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/422/)
  await addToCart(page, 'ebb-wrap-midi-dress', 'L')
  await page.goto('/checkout')
  await page.getByRole('textbox', { name: 'Email' }).fill(`far-${Date.now()}@harbor.test`)
  await typeAddress(page)
  const message = 'We do not ship to this country'
  const refusal = { message, errors: { country: [message] } }
  await page.route('**/rest/checkout', (route) => route.fulfill({ status: 422, json: refusal }))
  await page.getByRole('button', { name: 'PLACE ORDER' }).click()
  const country = page.getByRole('combobox', { name: 'Country' })
  await expect(country).toHaveAccessibleDescription(message)
  await expect(country).toBeFocused()
  await page.unroute('**/rest/checkout')
  await country.selectOption('GB')
  await expect(country).not.toHaveAttribute('aria-invalid')
})

test("hides another shopper's order and an order without its address, and marks a canceled order", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404/)
  const email = `late-${Date.now()}@harbor.test`
  await addToCart(page, 'ebb-wrap-midi-dress', 'L')
  await page.goto('/checkout')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await typeAddress(page)
  await placeOrder(page)
  const address = page.url()
  const orderNo = await page
    .getByText(/^HB[A-Z0-9]{11}$/)
    .first()
    .innerText()
  for (const wrong of [
    address.replace(/email=[^&]+/, 'email=else%40harbor.test'),
    address.replace(/&?email=[^&]+/, ''),
  ]) {
    expect((await page.goto(wrong))?.status()).toBe(404)
    await expect(page.getByText('Page not found')).toBeVisible()
  }
  await staff('cancel', orderNo)
  await page.goto(address)
  await expect(page.getByText('This order can no longer be paid.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'PAY NOW' })).toHaveCount(0)
})

test('merges a guest cart at sign-in, applies the best coupon, and explains why other coupons do not apply', async ({
  page,
}) => {
  const email = await registerAs(page, 'coupons')
  await page.context().clearCookies()
  await Promise.all(['HELLO15', 'TIDE10', 'BIRTHDAY25', 'ANCHOR12'].map((code) => staff('give', code, email)))
  await addToCart(page, 'breakwater-check-scarf', 'One size')
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Log in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('Harbor2026')
  await dialog.getByRole('button', { name: /^log ?in$/i }).click()
  await expect(page.getByRole('checkbox', { name: 'Save to my address book' })).toBeVisible()
  const coupon = page.getByRole('button', { name: /^My coupons/ })
  const taken = page.getByRole('region', { name: 'Coupon' })
  const code = page.getByRole('textbox', { name: 'Coupon code' })
  await code.fill('hello15')
  // The sign-in reloads the page. The Enter key works after hydration, and the typed code is still in the field.
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
  await code.press('Enter')
  await expect(taken.getByText(/: \$35\.00 more$/)).toBeVisible()
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await code.fill('nosuchcode')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(taken.getByText('This code is not valid. Please check it.')).toBeVisible()
  await coupon.click()
  const sheet = page.getByRole('dialog', { name: 'Choose a coupon' })
  await expect(sheet.getByText('Not available for this order yet')).toBeVisible()
  await expect(sheet.getByText('$35.00 more and it can be used')).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Close' }).click()

  await addToCart(page, 'ebb-wrap-midi-dress', 'M')
  await page.goto('/checkout')
  await expect(taken).toContainText('BIRTHDAY25')
  await expectTotal(page, '$157.00')
  await coupon.click()
  await expect(sheet.getByRole('radio', { name: /BIRTHDAY25.*Best choice/ })).toBeChecked()
  await sheet.getByText('No coupon').click()
  await expectTotal(page, '$182.00')
  await coupon.click()
  await sheet.getByText('TIDE10').click()
  await expectTotal(page, '$172.00')
  await typeAddress(page)
  await placeOrder(page)
  await page.getByRole('button', { name: 'PAY NOW' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await page.getByRole('link', { name: 'View order' }).click()
  await expect(page.getByText('−$10.00')).toBeVisible()
  await expect(page.getByText('Test card')).toBeVisible()
  // The first order saved the address, and the next order uses the saved address.
  await addToCart(page, 'ebb-wrap-midi-dress', 'M')
  await page.goto('/checkout')
  await expect(page.getByRole('radio', { name: /Ada Lind/ })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Street' })).toHaveCount(0)
})

test('reports an item that sold out meanwhile, keeps the input, and orders the rest', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/422/)
  const { data: product } = await (await page.request.get('/rest/products/dock-pleat-trousers')).json()
  const sku = product.skus.find(({ inventory }: { inventory: number }) => inventory > 0)
  await post(page.request, '/rest/cart', { sku_id: sku.id, quantity: 1 })
  await addToCart(page, 'ebb-wrap-midi-dress', 'S')
  await page.goto('/checkout')
  await page.getByRole('textbox', { name: 'Email' }).fill(`gone-${Date.now()}@harbor.test`)
  await typeAddress(page, 'Grace')

  await sellOut(sku.id)

  await page.getByRole('button', { name: 'PLACE ORDER' }).click()
  await expect(page.getByText('Dock Pleat Trousers: Only 0 left')).toBeVisible()
  await expect(page.getByText('1 item stays in the cart for now.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Grace')
  await expectTotal(page, '$132.95')
  await placeOrder(page)
  await page.goto('/cart')
  await expect(page.getByText('Sold out')).toBeVisible()
  await expect(page.getByRole('button', { name: 'CHECKOUT' })).toBeDisabled()
  await expectAccessible(page)
})

test('creates one order when the connection breaks while ordering', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED|Failed to load/)
  await registerAs(page, 'once')
  await addToCart(page, 'ebb-wrap-midi-dress', 'M')
  await page.goto('/checkout')
  await typeAddress(page)
  let tries = 0
  await page.route('**/rest/checkout', async (route) => {
    if (route.request().method() !== 'POST' || tries++ > 0) return route.continue()
    // The shop places the order, but the response never reaches the browser.
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'PLACE ORDER' }).click()
  await expect(page.getByText('We couldn’t send your request. Please try again.')).toBeVisible()
  await placeOrder(page)
  const { data } = await (await page.request.get('/rest/order')).json()
  expect(data).toHaveLength(1)
})

test('opens the payment of an order with PAY NOW', async ({ page }) => {
  await signIn(page)
  const { data } = await (await page.request.get('/rest/order?order_status_id=1')).json()
  await page.goto(`/account/order/${data[0].id}`)
  await page.getByRole('link', { name: 'PAY NOW' }).click()
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
  await expect(page.getByText(data[0].order_no).first()).toBeVisible()
})

test.describe('a narrow screen and large text', () => {
  test.use({ viewport: { width: 320, height: 640 } })
  test('clips nothing at 320 px, also with text at 200%', async ({ page }) => {
    await addToCart(page, 'ebb-wrap-midi-dress', 'M')
    await page.goto('/checkout')
    await page.getByRole('textbox', { name: 'Email' }).fill(`narrow-${Date.now()}@harbor.test`)
    await typeAddress(page)
    await placeOrder(page)
    const paying = page.url()
    await addToCart(page, 'ebb-wrap-midi-dress', 'M')
    for (const path of ['/cart', '/checkout', paying]) {
      await page.goto(path)
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(await overflow()).toBeLessThanOrEqual(0)
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      expect(await overflow()).toBeLessThanOrEqual(0)
    }
  })
})
