import { expect, expectAccessible, signIn, test } from './support/test.ts'

test.beforeEach(async ({ page }) => signIn(page))

test("shows a shopper's coupons, the usable ones first", async ({ page }) => {
  await page.goto('/account/coupon')
  await expect(page).toHaveTitle(/Coupon/)
  await expect(page.getByRole('tab', { name: /^Unused \(\d+\)$/ })).toHaveAttribute('aria-selected', 'true')
  const tickets = page.getByRole('tabpanel').getByRole('article')
  await expect(tickets).toHaveCount(10)
  const shipping = tickets.filter({ hasText: 'SETSAIL' })
  await expect(shipping).toContainText('Free')
  await expect(shipping).toContainText('Indefinite')
  await expect(tickets.filter({ hasText: 'ANCHOR12' })).toContainText(/12%/)
  await expect(tickets.filter({ hasText: 'FOGGY7' })).toContainText(/From \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/)
  await expect(tickets.filter({ hasText: 'FOGGY7' })).toContainText(/days left/)
  await expect(tickets.filter({ hasText: 'FOGGY7' })).toContainText('$50.00 more in your cart to use it')

  await page.getByRole('button', { name: 'VIEW MORE' }).click()
  await expect(tickets.filter({ hasText: 'TIDE10' })).toContainText('Expired')
  await expect(tickets.filter({ hasText: 'COVE8' })).toContainText('Unavailable')
  await expect(tickets.filter({ hasText: 'HELLO15' })).toContainText('Reserved')
  await expect(tickets.filter({ hasText: 'TIDE10' }).getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'VIEW MORE' })).toHaveCount(0)
})

test('loads the Used tab separately, and starts at the first tab again when the shopper returns', async ({ page }) => {
  await page.goto('/account/coupon')
  await page.getByRole('button', { name: 'VIEW MORE' }).click()
  await expect(page.getByText('TIDE10')).toBeVisible()
  // On a slow network the tabs stay visible and keep the focus.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/ajax-web/account/coupon?*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('tab', { name: /^Unused/ }).press('ArrowRight')
  await expect(page.getByText('TIDE10')).toBeHidden()
  await expect(page.getByRole('tab', { name: 'Used', exact: true })).toBeFocused()
  release()
  await expect(page).toHaveURL(/status=2/)
  const used = page.getByRole('tabpanel').getByRole('article')
  await expect(used.filter({ hasText: 'TENDER10' })).toContainText('Used')
  await expect(used.getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('tab', { name: /^Used/ })).toBeFocused()
  await page.getByRole('tab', { name: /^Unused/ }).click()
  await expect(page.getByRole('tabpanel').getByRole('article')).toHaveCount(10)
})

test('opens the products after a tap anywhere on a usable coupon, and copies its code', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/account/coupon')
  const ticket = page.getByRole('article').filter({ hasText: 'LANTERN14' })
  await ticket.getByRole('button', { name: /Copy/ }).click()
  await expect(page.getByText('Copy successfully', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('LANTERN14')
  await ticket.click({ position: { x: 40, y: 40 } })
  await page.waitForURL('**/products/quay-belted-wool-coat')
})

test('asks a guest to sign in, and leads to the account page if the guest cancels', async ({ page }) => {
  await page.context().clearCookies()
  await page.goto('/account/coupon')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL('**/account')
})

test('is accessible in light, dark, right-to-left and at 320 px', async ({ page, context }) => {
  await page.goto('/account/coupon')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await context.addCookies([{ name: 'language', value: 'ar', url: process.env.HARBOR_URL ?? '' }])
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/account/coupon')
  await expectAccessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})
