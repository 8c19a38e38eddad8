import type { Page } from '@playwright/test'
import { deliver, staff } from './support/staff.ts'
import { expect, expectAccessibleInBothThemes, readMail, signIn, test, waitUntilIdle } from './support/test.ts'

const noMatch = 'Email Address and Order No. do not match.'

async function openForm(page: Page) {
  await page.goto('/order-query')
  await waitUntilIdle(page)
}

async function track(page: Page, email: string, orderNo: string) {
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Order No.').fill(orderNo)
  await page.getByRole('button', { name: 'Track order' }).click()
}

/** Returns the number of a shipped order of the demo shopper, as on a parcel. */
async function findOrderNo(page: Page): Promise<string> {
  await signIn(page)
  const { data } = await (await page.request.get('/rest/order?order_status_id=7')).json()
  await page.context().clearCookies()
  return data[0].order_no
}

test('is accessible with form and result', async ({ page, expectConsole }) => {
  expectConsole(/422/)
  const orderNo = await findOrderNo(page)
  await openForm(page)
  await expectAccessibleInBothThemes(page)
  await track(page, 'guest@harbor.test', orderNo)
  await expect(page.getByText(noMatch)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await track(page, 'shopper@harbor.test', orderNo)
  await expect(page.getByRole('heading', { name: 'Shipped' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('shows a guest an order without its full address, and lets the guest ask about the order', async ({ page }) => {
  const orderNo = await findOrderNo(page)
  await openForm(page)
  await expect(page).toHaveTitle('Tracking order · Harbor')
  await track(page, ' Shopper@Harbor.test ', ` ${orderNo.toLowerCase()} `)
  await expect(page.getByRole('heading', { name: 'Shipped' })).toBeVisible()
  await expect(page.getByText(orderNo)).toBeVisible()
  await expect(page.getByText('••• 42')).toBeVisible()
  await expect(page.getByText(/^R•••, Portland, Maine, 04101, United States$/)).toBeVisible()
  await expect(page.getByText('Order info')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Parcel info' })).toBeVisible()
  await expect(page.getByText('Last update')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy Tracking No.' })).toBeVisible()
  await expect(page.getByRole('button', { name: /logistics|Return|Repurchase|REVIEW|More/i })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /Contact us/ })).toHaveAttribute('href', '/contact-us')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Shipped' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  // The browser's Back leads to the filled form, and Forward to the order.
  await page.goBack()
  await expect(page.getByLabel('Order No.')).toHaveValue(/\S/)
  await page.goForward()
  await page.getByRole('button', { name: 'Track another order' }).click()
  await expect(page.getByLabel('Order No.')).toHaveValue('')
})

test('lets a guest return two units of one item through a mailed link, and send the parcel', async ({ page }) => {
  const email = `guest-${Date.now().toString(36)}@harbor.test`
  const skirt = 'inlet-pleated-skirt'
  const { orderNo } = await deliver({ email, handles: [skirt, skirt], isGuest: true })
  await openForm(page)
  await track(page, email, orderNo)
  await page.getByRole('button', { name: /Return items/ }).click()
  await expect(page.getByText(`We have mailed a link to ${email}.`)).toBeVisible()
  const { text } = await readMail(email, `Your link to order ${orderNo}`)
  const link = new URL(/http\S+guest-order\S+/.exec(text)?.[0] ?? '')
  await page.goto(link.pathname + link.search)
  await expect(page.getByText(/^You opened this order with the link in your email\./)).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: 'Apply for Return' }).click()
  await expect(page.getByRole('group', { name: 'How many do you want to return?' })).toContainText('1')
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: /^Return Reason/ }).click()
  await page.getByRole('dialog').getByRole('option', { name: 'Changed my mind' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'Return Details' })).toBeVisible()
  await expect(page.getByText('Changed my mind')).toHaveCount(2)
  const no =
    (await page
      .getByText(/^RT[2-9A-Z]{11}$/)
      .first()
      .textContent()) ?? ''
  await staff('approve', no)
  await page.reload()
  await page.getByLabel('Delivery Company').fill('DHL Express')
  await page.getByLabel('Tracking Number').fill('LX482917999US')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('LX482917999US')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('link', { name: 'View Return' })).toBeVisible()
})

test('shows an error at each field', async ({ page }) => {
  await openForm(page)
  const email = page.getByLabel('Email Address')
  const orderNo = page.getByLabel('Order No.')
  await page.getByRole('button', { name: 'Track order' }).click()
  await expect(email).toHaveAccessibleDescription('Please fill in this field')
  await expect(orderNo).toHaveAccessibleDescription('Enter order No.')
  await email.fill('maren')
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address')
  await orderNo.fill('HB12345678901234')
  await expect(orderNo).toHaveAccessibleDescription('No more than 15 characters')
  await expect(page.locator('[data-msg="characters-overflow-tip"]')).toHaveText('No more than 15 characters')
  await orderNo.fill('HB1234567890123')
  await expect(orderNo).not.toHaveAccessibleDescription(/./)
})

test("answers in the same way for a wrong number, an archived order and another shopper's order", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/422/)
  const real = await findOrderNo(page)
  await openForm(page)
  for (const [email, orderNo] of [
    ['shopper@harbor.test', 'HB2509041996'],
    ['shopper@harbor.test', '10428'],
    ['new@harbor.test', real],
  ] as const) {
    await track(page, email, orderNo)
    await expect(page.getByLabel('Order No.')).toHaveAccessibleDescription(noMatch)
    await expect(page.getByLabel('Order No.')).toHaveValue(orderNo)
    await page.getByLabel('Order No.').fill('')
    await expect(page.getByText(noMatch)).toHaveCount(0)
  }
})

test('fills the form and searches from a complete link, and clears the address bar', async ({ page }) => {
  const orderNo = await findOrderNo(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/order/tracking')) asked.push(request.url())
  })
  await page.goto(`/order-query?email=shopper@harbor.test&order_no=${orderNo}`)
  await expect(page.getByRole('heading', { name: 'Shipped' })).toBeVisible()
  await expect(page).toHaveURL(/\/order-query$/)
  expect(asked).toHaveLength(1)
  await page.getByRole('button', { name: 'Track another order' }).click()
  await expect(page.getByLabel('Email Address')).toHaveValue('shopper@harbor.test')
})

test('keeps the form filled in if the link matches no order', async ({ page, expectConsole }) => {
  expectConsole(/422/)
  await page.goto('/order-query?email=guest@harbor.test&order_no=1042')
  await expect(page.getByText(noMatch)).toBeVisible()
  await expect(page).toHaveURL(/\/order-query$/)
  await expect(page.getByLabel('Email Address')).toHaveValue('guest@harbor.test')
  await expect(page.getByLabel('Order No.')).toHaveValue('1042')
  await page.goto('/order-query?email=guest@harbor.test&order_no=HB123456789012345')
  await expect(page.getByLabel('Order No.')).toHaveAccessibleDescription('No more than 15 characters')
  await expect(page).toHaveURL(/\/order-query$/)
})

test("shows the server's messages for too many tries and for a failure, and keeps the input", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/429/, /500/, /ERR_FAILED/)
  await openForm(page)
  const limited = 'Too many attempts. Please wait a moment and try again.'
  const broken = 'Something went wrong on our side'
  for (const [status, message] of [
    [429, limited],
    [500, broken],
  ] as const) {
    await page.route('**/rest/order/tracking*', (route) =>
      route.fulfill({ status, json: { status_code: status, message, reason: 'x' } }),
    )
    await track(page, 'guest@harbor.test', 'HB1')
    await expect(page.getByText(message)).toBeVisible()
    await page.unroute('**/rest/order/tracking*')
  }
  await page.route('**/rest/order/tracking*', (route) => route.abort())
  await track(page, 'guest@harbor.test', 'HB1')
  await expect(page.getByText('We couldn’t send your request. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Order No.')).toHaveValue('HB1')
})

test('fills in the email address of a signed-in shopper', async ({ page }) => {
  await signIn(page)
  await openForm(page)
  await expect(page.getByLabel('Email Address')).toHaveValue('shopper@harbor.test')
})
