import { weighPage } from '../bench/page-weight.ts'
import { expect, expectAccessible, expectAccessibleInBothThemes, signIn, test, waitUntilIdle } from './support/test.ts'

test('account home and settings are accessible to guests and shoppers', async ({ page }) => {
  for (const path of ['/account', '/account/setting']) {
    await page.goto(path)
    await expectAccessibleInBothThemes(page)
  }
  await signIn(page)
  for (const path of ['/account', '/account/setting', '/account/changepassword', '/account/settingcurrency']) {
    await page.goto(path)
    await expectAccessibleInBothThemes(page)
  }
})

test('limits a first visit to 20 requests and 138 kB of code', async ({ page, browser, baseURL }) => {
  await signIn(page)
  for (const cookies of [[], await page.context().cookies()]) {
    const { cold, warm } = await weighPage(browser, new URL('/account', baseURL).href, cookies)
    expect(cold.requests).toBeLessThanOrEqual(20)
    expect(cold.script).toBeLessThanOrEqual(138)
    // The second visit loads no code, because code and fonts are cached.
    expect(cold.script).toBeGreaterThan(50)
    expect(cold.font).toBeGreaterThan(0)
    expect(warm.script).toBe(0)
  }
})

test('shows a guest the sign-in prompt and every link, without a badge', async ({ page }) => {
  await page.goto('/account')
  await expect(page).toHaveTitle('Account · Harbor')
  await expect(page.getByRole('button', { name: 'Sign In / Register' })).toBeVisible()
  await expect(page.getByText('off your first order')).toBeVisible()
  const orders = page.getByRole('navigation', { name: 'My Orders' })
  await expect(orders.getByRole('link')).toHaveText(['Unpaid', 'Processing', 'Shipped', 'Returns'])
  const hrefs = await orders.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(hrefs).toEqual([
    '/account/orderlist?order_status_id=1',
    '/account/orderlist?order_status_id=4,5,6,13',
    '/account/orderlist?order_status_id=7',
    '/account/orderlist?return=1',
  ])
  await expect(page.getByRole('link', { name: 'All' })).toHaveAttribute('href', '/account/orderlist')
  await expect(page.getByRole('link', { name: 'Back to shop' })).toHaveAttribute('href', '/')
  const services = page.getByRole('navigation', { name: 'More Services' })
  await expect(services.getByRole('link', { name: 'My Coupon' })).toHaveAttribute('href', '/account/coupon')
  await expect(services.getByRole('link', { name: 'Tracking order' })).toHaveAttribute('href', '/order-query')
  await expect(services.getByRole('link', { name: 'Wishlist' })).toHaveAttribute('href', '/account/collect')
})

test('opens the login dialog 100 ms after a tap on a protected link, and stays on the page', async ({ page }) => {
  await page.goto('/account')
  await page.clock.install()
  // The dialog's code has already loaded, so only the delay of 100 ms is left. The stopped clock makes the delay exact.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('link', { name: 'Unpaid' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.clock.runFor(99)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.clock.runFor(1)
  await page.clock.resume()
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'Login' })).toBeVisible()
  await expect(page).toHaveURL(/\/account$/)
})

test('shows a shopper the welcome line, the address and badges above 0', async ({ page }) => {
  await signIn(page)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Welcome to Harbor' })).toBeVisible()
  await expect(page.getByText('shopper@harbor.test')).toBeVisible()
  const answer = await page.request.get('/ajax-web/account/user')
  const { data } = await answer.json()
  expect(data.unpaid_order).toBeGreaterThan(0)
  await expect(page.getByRole('link', { name: /Unpaid/ })).toContainText(String(data.unpaid_order))
  await expect(page.getByRole('link', { name: /Returns/ })).toContainText(String(data.return_order))
})

test('shows a new shopper no badge', async ({ page }) => {
  await signIn(page, 'new@harbor.test')
  await page.goto('/account')
  const orders = page.getByRole('navigation', { name: 'My Orders' })
  await expect(orders.getByRole('link')).toHaveText(['Unpaid', 'Processing', 'Shipped', 'Returns'])
})

test('contains the account in its HTML, so that the browser does not request it again', async ({ page }) => {
  await signIn(page)
  const calls: string[] = []
  page.on('request', (request) => {
    if (/\/(?:rest|ajax-web)\//.test(request.url())) calls.push(new URL(request.url()).pathname)
  })
  const answer = await page.goto('/account')
  expect(await answer?.text()).toContain('shopper@harbor.test')
  await waitUntilIdle(page)
  expect(calls.filter((path) => path === '/ajax-web/account/user')).toEqual([])
})

test('turns Contact us into the chat 2 s after the counts have arrived', async ({ page }) => {
  await page.clock.install()
  await page.goto('/account')
  const services = page.getByRole('navigation', { name: 'More Services' })
  await expect(services.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact-us')
  // The link and the chat button are the same element, so the focus stays there when the chat becomes available.
  const contact = services.getByRole('link', { name: 'Contact us' })
  await contact.focus()
  await page.clock.runFor(2500)
  await expect(contact).toHaveAttribute('aria-haspopup', 'dialog')
  await expect(contact).toBeFocused()
})

test('opens Tracking order once after two quick taps', async ({ page }) => {
  await page.goto('/account')
  await waitUntilIdle(page)
  const before = await page.evaluate(() => history.length)
  await page.getByRole('link', { name: 'Tracking order' }).dblclick({ noWaitAfter: true })
  await expect(page).toHaveURL(/\/order-query$/)
  expect(await page.evaluate(() => history.length)).toBe(before + 1)
})

test('shows a stored message once on the next page, unless the message is too old', async ({ page }) => {
  await page.goto('/account/setting')
  // The settings page also shows stored messages once it is hydrated, so the message is stored after that.
  await waitUntilIdle(page)
  await page.evaluate(() =>
    sessionStorage.setItem(
      'one_time_toast',
      JSON.stringify({ text: 'Submitted successfully', at: Date.now() - 45_000 }),
    ),
  )
  // The page waits only for the response, because the toast appears before the last image has loaded.
  await page.goto('/account', { waitUntil: 'commit' })
  await expect(page.getByText('Submitted successfully')).toBeVisible()
  await waitUntilIdle(page)
  await page.evaluate(() =>
    sessionStorage.setItem('one_time_toast', JSON.stringify({ text: 'Too old', at: Date.now() - 61_000 })),
  )
  await page.goto('/account/setting')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await expect(page.getByText('Too old')).toHaveCount(0)
})

test('answers an unknown address with 404 and a way back', async ({ page, expectConsole }) => {
  expectConsole(/404/)
  for (const path of ['/products/nope', '/blog-detail/nope', '/no/such/page']) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByText('Page not found')).toBeVisible()
    // The title is the same in the HTML and after hydration.
    expect(await answer?.text(), path).toContain('<title>Not found · Harbor</title>')
    await waitUntilIdle(page)
    await expect(page, path).toHaveTitle('Not found · Harbor')
    // The first button is the Back arrow of the app bar, which has no text.
    await expect(page.getByRole('main').getByRole('button'), path).toHaveText([/^$/, 'Search'])
  }
  await expectAccessible(page)
  await page.getByLabel('What are you looking for?').fill('scarf')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/search\?q=scarf$/)
  await page.goBack()
  await page.getByRole('link', { name: 'Start shopping' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test.describe('a narrow screen and large text', () => {
  test.use({ viewport: { width: 320, height: 640 } })
  test('clips nothing at 320 px, also with text at 200%', async ({ page }) => {
    await signIn(page)
    for (const path of ['/account', '/account/setting']) {
      await page.goto(path)
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(await overflow()).toBeLessThanOrEqual(0)
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      expect(await overflow()).toBeLessThanOrEqual(0)
    }
  })
})
