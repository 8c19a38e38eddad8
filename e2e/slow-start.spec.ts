import type { Page } from '@playwright/test'
import { expect, signIn, test } from './support/test.ts'

/** Opens a page whose code loads only after `act` has run, as on a slow phone. */
async function actBeforeHydration(page: Page, path: string, act: () => Promise<void>) {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await act()
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated', '')
  release()
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  await page.unroute('**/*.js')
}

async function typeInto(page: Page, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).pressSequentially(text)
}

test('keeps and uses text that was typed before hydration', async ({ page }) => {
  await actBeforeHydration(page, '/order-query', () =>
    typeInto(page, { 'Email Address': 'shopper@harbor.test', 'Order No.': 'HB12' }),
  )
  await expect(page.getByLabel('Email Address')).toHaveValue('shopper@harbor.test')
  await expect(page.getByLabel('Order No.')).toHaveValue('HB12')
  await signIn(page)
  await actBeforeHydration(page, '/account/changepassword', () =>
    typeInto(page, { 'Old password': 'Harbor2026', 'New password': 'sea glass24' }),
  )
  await expect(page.getByLabel('Old password')).toHaveValue('Harbor2026')
  await expect(page.getByLabel('New password')).toHaveValue('seaglass24')
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
})

test('keeps the scroll position from before hydration, and starts the next page at its top', async ({ page }) => {
  await signIn(page)
  await actBeforeHydration(page, '/account/orderlist', async () => {
    await expect(page.getByRole('article').nth(3)).toBeVisible()
    await page.evaluate(() => scrollTo(0, 600))
  })
  // Two frames later, code that runs in the first frames after hydration has finished.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await page.evaluate(() => scrollY)).toBe(600)
  await page.getByRole('article').nth(3).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Order Details' })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBeLessThan(10)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(600)
})

test('repeats each tap from before hydration once', async ({ page }) => {
  await actBeforeHydration(page, '/products/ebb-wrap-midi-dress', async () => {
    await page.getByText('M', { exact: true }).last().click()
    const add = page.getByRole('button', { name: 'Add to cart' })
    await add.click()
    await add.click()
    await expect(add).toHaveCSS('opacity', '0.6')
  })
  await expect(page.getByText('In your cart: 1 piece', { exact: true })).toBeVisible()
  await expect(page.locator('[data-tapped]')).toHaveCount(0)
})

test('sends a form that was submitted before hydration by script, so that its input does not appear in the address', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/422/)
  await actBeforeHydration(page, '/order-query', async () => {
    await typeInto(page, { 'Email Address': 'nobody@harbor.test', 'Order No.': 'HB00000000' })
    await page.keyboard.press('Enter')
  })
  await expect(page).toHaveURL(/\/order-query$/)
  await expect(page.getByText('Email Address and Order No. do not match.')).toBeVisible()
})

test("uses the shop's fonts once loaded, and fetches only the files with the page's characters", async ({
  page,
  context,
  baseURL,
}) => {
  const fetched = new Set<string>()
  page.on('request', (request) => {
    const [, name] = /\/([a-z-]+)-[^/]*\.woff2$/.exec(request.url()) ?? []
    if (name) fetched.add(name)
  })
  const isSet = (family: string) =>
    page.evaluate(
      (name) => [...document.fonts].some((face) => face.family.includes(name) && face.status === 'loaded'),
      family,
    )
  await page.goto('/products/ebb-wrap-midi-dress')
  await expect.poll(() => isSet('Figtree Variable')).toBe(true)
  await expect.poll(() => isSet('Marcellus')).toBe(true)
  expect([...fetched].sort()).toEqual(['figtree-basic', 'marcellus-basic'])
  const faces = await page.evaluate(() =>
    [...document.body.querySelectorAll('*')].map((one) => getComputedStyle(one).fontFamily.split(',')[0]),
  )
  expect([...new Set(faces)].sort()).toEqual(['"Figtree Variable"', 'Marcellus'])
  await context.addCookies([{ name: 'language', value: 'pl', url: baseURL ?? '' }])
  await page.goto('/')
  await expect.poll(() => [...fetched]).toEqual(expect.arrayContaining(['figtree-latin', 'figtree-latin-ext']))
})

test('works without its fonts, and keeps its height when the fonts arrive', async ({ page }) => {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\.woff2$/, async (route) => {
    await isReleased
    await route.continue()
  })
  const measure = () => page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: 412, height: 400 })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '')
  expect(await page.evaluate(() => document.fonts.check('1em "Figtree Variable"'))).toBe(false)
  const height = await measure()
  release()
  await page.evaluate(() => document.fonts.ready)
  await expect.poll(() => page.evaluate(() => document.fonts.check('1em "Figtree Variable"'))).toBe(true)
  expect(Math.abs((await measure()) - height)).toBeLessThan(height / 20)
})

test('preloads its first image and no other', async ({ page }) => {
  await signIn(page)
  for (const path of ['/catalogue', '/products/ebb-wrap-midi-dress', '/account/orderlist', '/account/collect']) {
    const html = await (await page.request.get(path)).text()
    const [announced, ...others] = html.match(/<link rel="preload" as="image"[^>]*>/g) ?? []
    expect(others, path).toEqual([])
    const [first] = html.match(/<img (?=[^>]* fetchPriority="high")[^>]*>/) ?? []
    expect(announced, path).toContain(`href="${/ src="([^"]+)"/.exec(first ?? '')?.[1]}"`)
  }
})
