import { chromium } from '@playwright/test'
import { browserFlags, findBrowser } from './support/browser.ts'
import { expect, test } from './support/test.ts'

test('restores a page from the back-forward cache for the same shopper only', async ({ browserName: _ }, {
  annotations,
}) => {
  const executablePath = findBrowser()
  // Chromium's headless shell has no back-forward cache. Even without this cache, the browser must never show the page
  // of another account.
  const keepsPages = !executablePath?.includes('headless-shell')
  if (!keepsPages) annotations.push({ type: 'warning', description: 'This browser keeps no page in its memory.' })
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: browserFlags,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const origin = process.env.HARBOR_URL ?? ''
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  const open = async (path: string) => {
    await page.goto(path)
    await expect(page.locator('html[data-hydrated]')).toBeAttached()
  }
  // `history.go` instead of Playwright's `goBack`: a page from the back-forward cache fires no load event, which
  // `goBack` waits for.
  const go = (steps: number) => page.evaluate((by) => history.go(by), steps)
  const data = { email: 'shopper@harbor.test', password: 'Harbor2026' }
  await context.request.post('/ajax-web/customer/login', { data, headers: { origin } })
  await open('/account')
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await open('/menu')
  await go(-1)
  await expect(page).toHaveURL(/\/account$/)
  const isSame = () => page.evaluate(() => Reflect.get(window, 'isSameDocument') === true)
  if (keepsPages) await expect.poll(isSame).toBe(true)
  await expect(page.getByText('shopper@harbor.test')).toBeVisible()

  await open('/account/setting')
  await page.getByRole('button', { name: 'SIGN OUT' }).click()
  await expect(page.getByRole('button', { name: 'Sign In / Register' })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isLast: true }))
  await go(-2)
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'isLast') === undefined).catch(() => false))
    .toBe(true)
  await expect(page.getByRole('button', { name: 'Sign In / Register' })).toBeVisible()
  await expect(page.getByText('shopper@harbor.test')).toHaveCount(0)
  await browser.close()
})
