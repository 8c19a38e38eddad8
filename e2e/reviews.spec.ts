import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { deliver, staff } from './support/staff.ts'
import { expect, expectAccessible, expectUncovered, signIn, test } from './support/test.ts'

type Line = { id: string; product_id: number; sku_name: string; name: string; review: { id: string } | null }
type Order = { id: string; order_no: string; order_status_id: number; products: Line[] }
type Found = { order: Order; line: Line; write: string; view: string }

/**
 * Creates a separate shopper with a line to review, because a review by the demo shopper would affect other browser
 * tests.
 */
async function receive(page: Page, name: string): Promise<string> {
  const email = `${name}-${Date.now().toString(36)}@harbor.test`
  const headers = { origin: process.env.HARBOR_URL ?? '' }
  await page.request.post('/ajax-web/customer/register', { data: { email, password: 'Harbor2026' }, headers })
  const { orderNo } = await deliver({ email, handles: ['inlet-pleated-skirt'] })
  await staff('complete', orderNo)
  return email
}

/** Finds a line of the shopper's orders with this status, with or without a review. */
async function findLine(page: Page, { reviewed = false, status = 11 } = {}): Promise<Found> {
  const answer = await page.request.get(`/rest/order?order_status_id=${status}&limit=100`)
  const { data }: { data: Order[] } = await answer.json()
  for (const order of data) {
    const line = order.products.find(({ review }) => (review !== null) === reviewed)
    if (!line) continue
    const query = new URLSearchParams({
      write: '1',
      product_id: String(line.product_id),
      sku_name: line.sku_name,
      order_no: order.order_no,
    })
    const address = `/account/review/${order.id}/${line.id}`
    return { order, line, write: `${address}?${query}`, view: `${address}?view=1&product_id=${line.product_id}` }
  }
  throw new Error('The demo has no such line')
}

async function picture(color: string, width = 90, height = 120): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .toBuffer()
}

const chooser = (page: Page) => page.locator('input[type=file]')
const stars = (page: Page) => page.getByRole('slider', { name: 'How is it?' })

async function addPicture(page: Page, name: string, buffer: Buffer, mimeType = 'image/jpeg') {
  await chooser(page).setInputFiles({ name, mimeType, buffer })
}

async function post(page: Page, data: object) {
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === 'token')?.value ?? ''
  const origin = process.env.HARBOR_URL ?? ''
  return page.request.post('/rest/reviews', { data, headers: { origin, authorization: `Bearer ${token}` } })
}

test('requires a text, and allows any combination of labels', async ({ page }) => {
  await signIn(page)
  const { write } = await findLine(page)
  await page.goto(write)
  await expect(page.getByRole('heading', { name: 'Write a Review' })).toBeVisible()
  await expect(stars(page)).toHaveAttribute('aria-valuetext', '5 of 5')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByPlaceholder('Specific description')).toBeFocused()
  await expectUncovered(page.getByText('Please enter description'))
  const chip = (name: string) => page.getByRole('button', { name, exact: true })
  await chip('True to size').click()
  await chip('Lovely fabric').click()
  await chip('Comfortable').click()
  await chip('Runs small').click()
  for (const name of ['True to size', 'Runs small', 'Lovely fabric', 'Comfortable']) {
    await expect(chip(name)).toHaveAttribute('aria-pressed', 'true')
  }
  await chip('Runs small').click()
  await expect(chip('Runs small')).toHaveAttribute('aria-pressed', 'false')
  await page.getByPlaceholder('Specific description').fill('x'.repeat(600))
  await expect(page.getByText('500/500')).toBeVisible()
})

test('keeps a draft after leaving and after a failed submit, sends the review, and shows it in the order', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|ERR_FAILED/, /blob:/, /connect-src blocked blob/)
  await receive(page, 'survives')
  const { order, line, write } = await findLine(page)
  const text = 'Light as a sail, and the colour is exactly right.'
  await page.goto(write)
  await stars(page).press('ArrowLeft')
  await page.getByRole('button', { name: 'True to size', exact: true }).click()
  await page.getByRole('button', { name: 'Good value', exact: true }).click()
  await page.getByPlaceholder('Specific description').fill(text)
  await addPicture(page, 'one.jpg', await picture('purple'))
  await addPicture(page, 'two.jpg', await picture('navy'))
  await expect(page.getByText('2/5', { exact: true })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)

  await page.goto(`/account/order/${order.id}`)
  await page.locator(`a[href*="${line.id}"]`, { hasText: 'WRITE A REVIEW' }).click()
  await expect(page.getByText('We saved your draft from last time.')).toBeVisible()
  await expect(page.getByPlaceholder('Specific description')).toHaveValue(text)
  await expect(page.getByText('4.5 of 5')).toBeVisible()
  await expect(page.getByText('2/5', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Good value', exact: true })).toHaveAttribute('aria-pressed', 'true')

  await page.route('**/rest/reviews', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectUncovered(page.getByText('We couldn’t send your request. Please try again.'))
  await expect(page.getByPlaceholder('Specific description')).toHaveValue(text)

  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Submitted successfully')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/account/order/${order.id}`))
  const shown = page.locator(`a[href*="${line.id}"][data-msg="View Review-1"]`)
  await expect(shown).toHaveText('View Review')
  await shown.click()
  await expect(page.getByRole('heading', { name: 'View Review' })).toBeVisible()
  await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByRole('img', { name: '4.5 of 5' })).toBeVisible()
  await expect(page.getByText('True to size')).toBeVisible()
  await expect(page.getByText(line.name)).toBeVisible()

  // The address of the form now shows the review, and a second submit returns the existing review.
  await page.goto(write)
  await expect(page.getByText(text)).toBeVisible()
  const again = {
    order_no: order.order_no,
    product_id: line.product_id,
    sku: line.sku_name,
    rank: 10,
    content: 'Other.',
  }
  const [first, second] = await Promise.all([post(page, again), post(page, again)])
  const { data } = await first.json()
  expect(data).toMatchObject({ content: text, rank: 90 })
  expect((await second.json()).data.id).toBe(data.id)
})

test('asks for a sign-in when the session ended while writing, and sends the full review', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401/)
  const email = await receive(page, 'ended')
  const { write } = await findLine(page)
  await page.goto(write)
  await page.getByPlaceholder('Specific description').fill('Worth every word.')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Submit' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expect(page.getByPlaceholder('Specific description')).toHaveValue('Worth every word.')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('Harbor2026')
  await dialog.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByText('Submitted successfully')).toBeVisible()
  await page.goto(write)
  await expect(page.getByRole('heading', { name: 'View Review' })).toBeVisible()
  await expect(page.getByText('Worth every word.')).toBeVisible()
})

test('opens the pictures of a review full screen, and pages and zooms by keyboard', async ({ page }) => {
  await signIn(page)
  const { data }: { data: Order[] } = await (await page.request.get('/rest/order?order_status_id=11&limit=100')).json()
  // Maren's swimsuit review has two pictures.
  const order = data.find(({ products }) => products.some(({ name }) => name === 'Lagoon Ruched Swimsuit'))
  const line = order?.products.find(({ name }) => name === 'Lagoon Ruched Swimsuit')
  await page.goto(`/account/review/${order?.id}/${line?.id}?view=1&product_id=${line?.product_id}`)
  await expect(page.getByText('Soft, thick fabric and it stays put when swimming.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Picture 1' }).click()
  const viewer = page.getByRole('dialog', { name: 'Pictures' })
  await expect(viewer).toBeVisible()
  await expect(viewer.getByText('1/2')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByText('2/2')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('+')
  await expect(viewer.getByRole('button', { name: 'Zoom out' }).first()).toBeVisible()
  await page.keyboard.press('-')
  await viewer.getByRole('button', { name: 'Previous picture' }).click()
  await expect(viewer.getByText('1/2')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(page.getByRole('button', { name: 'Picture 1' })).toBeFocused()
})

test('shows no form for an incomplete order, and an error for a line without a review', async ({ page }) => {
  await signIn(page)
  const { view } = await findLine(page)
  await page.goto(view)
  await expect(page.getByText('We couldn’t find this review')).toBeVisible()
  await expect(page.getByRole('button', { name: 'refresh' })).toBeVisible()
  const { write } = await findLine(page, { status: 10 })
  await page.goto(write)
  await expect(page.getByText('You can write a review once the order is complete')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0)
})

test('offers no form while reviews are switched off', async ({ page }) => {
  await signIn(page)
  const { write } = await findLine(page)
  // The switch is part of the page's HTML. The route changes it for this visitor only, so that other browser tests are
  // not affected.
  await page.route('**/account', async (route) => {
    const answer = await route.fetch()
    const html = (await answer.text()).replace('"reviews_switch":"on"', '"reviews_switch":"off"')
    await route.fulfill({ response: answer, body: html })
  })
  await page.goto('/account')
  const goTo = (address: string) =>
    page.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, address)
  await goTo(write)
  await expect(page.getByText('Reviews are switched off at the moment')).toBeVisible()
  await goTo('/customer-reviews')
  await expect(page.getByText('Page not found')).toBeVisible()
})

test("hides another shopper's order, and asks a guest to sign in", async ({ page, expectConsole }) => {
  expectConsole(/404/, /401/)
  await signIn(page)
  const { write } = await findLine(page)
  await page.context().clearCookies()
  await signIn(page, 'new@harbor.test')
  const answer = await page.goto(write)
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('We couldn’t find this order')).toBeVisible()
  await page.context().clearCookies()
  await page.goto(write)
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('shows average, distribution, filters and further pages of customer reviews', async ({ page }) => {
  await page.goto('/customer-reviews')
  await expect(page.getByRole('heading', { name: 'Customer Reviews' })).toBeVisible()
  await expect(page.getByText(/^\d+ reviews$/)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(10)
  await page.getByRole('button', { name: 'VIEW MORE' }).click()
  await expect(page.getByRole('article')).toHaveCount(20)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^With pictures/ }).click()
  await expect(page.getByRole('article').first().getByRole('button', { name: 'Picture 1' })).toBeVisible()
  const withoutPictures = page.getByRole('article').filter({ hasNot: page.getByRole('button', { name: 'Picture 1' }) })
  await expect(withoutPictures).toHaveCount(0)
})

for (const look of ['dark', 'rtl'] as const) {
  test(`shows an accessible form in ${look}`, async ({ page, baseURL }) => {
    // The test signs in before it sets the language, because signing in sets the language of the account's mails, which
    // other browser tests read.
    await signIn(page)
    if (look === 'dark') await page.emulateMedia({ colorScheme: 'dark' })
    else await page.context().addCookies([{ name: 'language', value: 'ar', url: baseURL ?? '' }])
    await page.setViewportSize({ width: 320, height: 640 })
    const { write } = await findLine(page)
    await page.goto(write)
    await expect(page.getByRole('slider')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await expectAccessible(page)
  })
}
