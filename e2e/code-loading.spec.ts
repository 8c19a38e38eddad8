import { expect, signIn, test } from './support/test.ts'

test('stays on the page when code cannot be loaded, and continues when the network is back', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load|Failed to fetch|ERR_/)
  await signIn(page)
  await page.clock.install()
  await page.goto('/account')
  await page.route('**/assets/**', (route) => route.abort())
  await page.route('**/healthz', (route) => route.abort())
  const refused = page.waitForEvent('requestfailed')
  await page.getByRole('link', { name: 'Settings' }).click()
  await refused
  // The page is still shown while its code is requested again.
  await page.clock.runFor(3_500)
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByRole('heading', { name: 'Welcome to Harbor' })).toBeVisible()
  await page.unroute('**/assets/**')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
})

test('reloads once for files that a new release removed, and keeps the drafts', async ({ page, expectConsole }) => {
  expectConsole(/404|Failed to load|Failed to fetch/)
  await signIn(page)
  await page.goto('/account')
  let isGone = true
  await page.route('**/assets/setting-page*', (route) =>
    isGone ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  await page.evaluate(() => localStorage.setItem('draft:guest:kept', '1'))
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false
  })
  const load = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Harbor' })).toBeVisible()
  await load
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('draft:guest:kept'))).toBe('1')
})

test('shows an account without its counts when they fail to load, and adds the counts later', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load|ERR_/)
  await signIn(page)
  await page.goto('/account/setting')
  const broken = ['**/ajax-web/account/user', '**/ajax-web/account/coupon?*', '**/rest/currency']
  for (const one of broken) await page.route(one, (route) => route.abort())
  await page.getByRole('link', { name: 'Currency' }).click()
  await expect(page.getByRole('option', { name: /USD/ })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByText('shopper@harbor.test')).toBeVisible()
  await page.getByRole('link', { name: 'My Coupon' }).click()
  await expect(page.getByRole('tab', { name: 'Unused' })).toBeVisible()
  for (const one of broken) await page.unroute(one)
  await expect(page.getByRole('tab', { name: /Unused \(\d+\)/ })).toBeVisible()
})
