import type { Page } from '@playwright/test'
import { callStaff, signInStaff } from './support/console.ts'
import { expect, expectAccessible, signIn, test, waitUntilIdle } from './support/test.ts'

/** Registers a separate shopper, so that browser tests never take each other's coupons. */
async function registerAs(page: Page, name: string) {
  const email = `${name}-${Date.now()}@harbor.test`
  const origin = process.env.HARBOR_URL ?? ''
  const data = { email, password: 'Harbor2026' }
  const answer = await page.request.post('/ajax-web/customer/register', { data, headers: { origin } })
  expect(answer.status(), await answer.text()).toBe(200)
  return email
}

/** Counts the requests of a page to one path from now on. */
function countCalls(page: Page, path: string): () => number {
  let calls = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls++
  })
  return () => calls
}

const widgetOf = (page: Page, title: string) => page.getByRole('region', { name: title })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })
const events = (page: Page) =>
  page.evaluate(() => (window.dataLayer ?? []).map((entry) => (entry as { event: string }).event))

test("loads the states of ten widgets on a page outside of the shop's screens in one call", async ({ page }) => {
  const calls = countCalls(page, '/ajax-web/coupon/widgets')
  await page.goto('/embed-demo')
  await expect(widgetOf(page, 'Grey on grey')).toBeVisible()
  await expect(page.locator('harbor-coupons')).toHaveCount(10)
  await waitUntilIdle(page)
  expect(calls()).toBe(1)
  // Two widgets are hidden: one has no coupon to claim, and the other starts in the future.
  for (const ad of [9, 10]) await expect(page.locator(`harbor-coupons[ad="${ad}"]`)).toBeHidden()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
})

test('arranges coupons in rows and columns by the settings, or by default if the settings do not match the number of coupons', async ({
  page,
}) => {
  await page.goto('/embed-demo')
  const topsOf = async (title: string) => {
    const items = widgetOf(page, title).getByRole('listitem')
    await expect(items.first()).toBeVisible()
    const boxes = await Promise.all((await items.all()).map((item) => item.boundingBox()))
    return boxes.map((box) => Math.round(box?.y ?? 0))
  }
  expect(new Set(await topsOf('Yours to claim')).size).toBe(1)
  expect(new Set(await topsOf('Swim and knit week')).size).toBe(2)
  // Five coupons whose setting is one row of three: the widget shows two rows, with three in the first.
  const tops = await topsOf('A week of small things')
  expect(tops.filter((top) => top === tops[0])).toHaveLength(3)
  await expect(widgetOf(page, 'The welcome set').getByRole('button')).toHaveText('GET ALL')
  await expect(widgetOf(page, 'One for the road').getByRole('button')).toHaveText('GET')
})

test('shows the first widgets before any script runs', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.HARBOR_URL ?? '' })
  const page = await context.newPage()
  await page.goto('/embed-demo')
  await expect(widgetOf(page, 'Yours to claim').getByRole('button', { name: 'GET HELLO15' })).toBeVisible()
  await context.close()
})

test('lets a guest subscribe and claim, and redirects after a second', async ({ page }) => {
  const binds = countCalls(page, '/ajax-web/coupon/bind')
  await page.goto('/embed-demo')
  const widget = widgetOf(page, 'Swim and knit week')
  await widget.getByRole('button', { name: 'GET SWIM10' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe to get your coupon' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(binds()).toBe(0)

  await widget.getByRole('button', { name: 'GET SWIM10' }).click()
  await dialog.getByLabel('Email').fill('not an address')
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please enter a valid email address')
  await dialog.getByLabel('Email').fill(`guest-${Date.now()}@harbor.test`)
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  await expect(toast(page, 'Received Successfully')).toBeVisible()
  expect(await events(page)).toEqual(expect.arrayContaining(['coupon_impression', 'coupon_click', 'coupon_claim']))
  const claimed = Date.now()
  await page.waitForURL('**/products/cove-tie-shoulder-swimsuit')
  expect(Date.now() - claimed).toBeGreaterThan(700)

  // A visitor who has subscribed sees the claimed coupons, and claims the next coupon without entering the address
  // again.
  await page.goto('/embed-demo')
  await expect(widget.getByRole('button', { name: 'USE SWIM10' })).toBeVisible()
  await widget.getByRole('button', { name: 'GET SWIM25' }).click()
  await expect(toast(page, 'Received Successfully')).toBeVisible()
  await expect(widget.getByRole('button', { name: 'USE SWIM25' })).toBeVisible()
})

test("claims once after fifty taps on GET ALL, and continues from the pop-up to the coupon's link", async ({
  page,
}) => {
  await registerAs(page, 'taps')
  const binds = countCalls(page, '/ajax-web/coupon/bind')
  await page.goto('/embed-demo')
  const all = widgetOf(page, 'The welcome set').getByRole('button')
  await expect(all).toHaveText('GET ALL')
  await all.evaluate((button: HTMLElement) => {
    for (let taps = 0; taps < 50; taps++) button.click()
  })
  const popup = page.getByRole('dialog', { name: 'Congratulations!' })
  await expect(popup).toContainText('You have received successfully！')
  await expect(all).toHaveText('USE')
  expect(binds()).toBe(1)
  await popup.getByRole('button', { name: 'USE' }).click()
  const used = Date.now()
  await page.waitForURL(/\/$/)
  expect(Date.now() - used).toBeGreaterThan(700)
})

async function openInLanguage(page: Page, lang: string) {
  await page.route('**/embed-demo', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace('<html lang="en">', `<html lang="${lang}">`)
    await route.fulfill({ response: answer, body })
  })
  await page.goto('/embed-demo')
}

test('shows widgets in the language of a page in de-DE, pt-BR or zh-Hans', async ({ page }) => {
  for (const [lang, get] of [
    ['de-DE', 'Sichern'],
    ['pt-BR', 'Obter'],
    ['zh-Hans', '领取'],
  ] as const) {
    await openInLanguage(page, lang)
    await expect(page.locator('harbor-coupons[ad="2"]').getByRole('button').first()).toContainText(get)
    await page.unroute('**/embed-demo')
  }
})

test('leaves no empty space and no button without effect when the catalog of a widget fails to load', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED|404|dynamically imported/)
  await page.route('**/assets/widget-de-*', (route) => route.fulfill({ status: 404 }))
  await openInLanguage(page, 'de')
  for (const element of await page.locator('harbor-coupons, harbor-banner').all()) await expect(element).toBeHidden()
})

test('counts a tap on the first paint, even before the texts of the widget have loaded', async ({ page }) => {
  let send = () => {}
  const isTapped = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/assets/widget-*', async (route) => {
    await isTapped
    await route.continue()
  })
  await page.goto('/embed-demo')
  await widgetOf(page, 'Yours to claim').getByRole('button', { name: 'GET HARBOR20' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  send()
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible()
})

test("registers shoppers and resets passwords in the sign-in form of a page outside of the shop's screens", async ({
  page,
}) => {
  await page.goto('/embed-demo')
  await widgetOf(page, 'Yours to claim').getByRole('button', { name: 'GET HARBOR20' }).click()
  const dialog = page.getByRole('dialog')
  const email = `inside-${Date.now()}@harbor.test`
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Forget password' }).click()
  await expect(page.getByRole('dialog', { name: 'Forget password' })).toBeVisible()
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await dialog.getByRole('button', { name: 'Send the link' }).click()
  await expect(dialog).toContainText('a mail with a link is on its way')
  await dialog.getByRole('button', { name: 'Back to login' }).click()
  await dialog.getByRole('button', { name: 'Register' }).click()
  await expectAccessible(page)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill('short')
  await dialog.getByRole('button', { name: 'Register' }).click()
  await expect(dialog.getByRole('alert')).toContainText('6-30 characters')
  await dialog.getByLabel('Password').fill('Harbor2026')
  await dialog.getByRole('button', { name: 'Register' }).click()
  await expect(toast(page, 'Received Successfully')).toBeVisible()
  await page.waitForURL('**/products/quay-belted-wool-coat')
})

test('gives coupons for new shoppers only to new shoppers, and coupons for returning shoppers only to returning shoppers', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/embed-demo')
  const firstOrder = widgetOf(page, 'For your first order').getByRole('button')
  await expect(firstOrder).toBeVisible()
  const refreshes = countCalls(page, '/ajax-web/coupon/widgets')
  await firstOrder.click()
  await expect(toast(page, 'Sorry, you are not a new user and can’t get the coupon')).toBeVisible()
  await expect.poll(refreshes).toBe(1)
  await widgetOf(page, 'Good to see you again').getByRole('button').click()
  await expect(page.getByRole('dialog', { name: 'Congratulations!' })).toBeVisible()

  await signIn(page, 'new@harbor.test')
  await page.goto('/embed-demo')
  await widgetOf(page, 'Good to see you again').getByRole('button').click()
  await expect(toast(page, 'Sorry, you are not eligible for the coupon')).toBeVisible()
  await widgetOf(page, 'For your first order').getByRole('button').click()
  await expect(toast(page, 'Received Successfully')).toBeVisible()
})

test('asks a guest to sign in on a screen of the shop', async ({ page }) => {
  const email = await registerAs(page, 'login')
  await page.context().clearCookies()
  await page.goto('/account')
  const widget = widgetOf(page, 'Yours to claim')
  await widget.getByRole('button', { name: 'GET HARBOR20' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await widget.getByRole('button', { name: 'GET HARBOR20' }).click()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('Harbor2026')
  await dialog.getByRole('button', { name: /^log ?in$/i }).click()
  await expect(toast(page, 'Received Successfully')).toBeVisible()
  await page.waitForURL('**/products/quay-belted-wool-coat')
})

test('asks a guest to sign in on a page that has no sign-in form', async ({ page }) => {
  await page.goto('/embed-demo')
  await widgetOf(page, 'Yours to claim').getByRole('button', { name: 'GET HARBOR20' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log in to get your coupon' })
  await dialog.getByLabel('Email').fill('new@harbor.test')
  await dialog.getByLabel('Password').fill('Harbor2026')
  await dialog.getByRole('button', { name: 'Login' }).click()
  await expect(toast(page, 'Received Successfully')).toBeVisible()
})

test('synchronizes claims between two tabs', async ({ page, context }) => {
  await registerAs(page, 'tabs')
  await page.clock.install()
  const other = await context.newPage()
  await page.goto('/account/coupon')
  await other.goto('/embed-demo')
  await expect(widgetOf(other, 'Swim and knit week').getByRole('button', { name: 'GET KNIT15' })).toBeVisible()
  await widgetOf(page, 'Swim and knit week').getByRole('button', { name: 'GET KNIT15' }).click()
  await expect(widgetOf(other, 'Swim and knit week').getByRole('button', { name: 'USE KNIT15' })).toBeVisible()
  await other.close()
  // More coupons can be claimed, so the page stays open. The list and the count are updated.
  await expect(page.getByRole('tab', { name: 'Unused (1)' })).toBeVisible()
  await expect(page.getByRole('tabpanel').getByRole('article')).toContainText('KNIT15')
  await page.clock.fastForward(1_200)
  expect(new URL(page.url()).pathname).toBe('/account/coupon')
})

test('marks a sold-out coupon, and explains a refused or failed claim, which the shopper can repeat', async ({
  page,
  expectConsole,
}) => {
  await signIn(page)
  await page.goto('/account')
  const widget = widgetOf(page, 'Yours to claim')
  const gone = widget.getByRole('button', { name: 'Sold out LASTCALL30' })
  await expect(gone).toHaveAttribute('aria-disabled', 'true')
  await gone.click({ force: true })
  await expect(toast(page, 'The coupons have been snapped up')).toHaveCount(0)
  // The shopper has claimed this coupon, but an unpaid order reserves it.
  await expect(widget.getByRole('button', { name: 'Reserved HELLO15' })).toHaveAttribute('aria-disabled', 'true')

  await page.goto('/account/coupon')
  const get = widgetOf(page, 'Swim and knit week').getByRole('button', { name: 'GET SWIMSHIP' })
  await page.route('**/ajax-web/coupon/bind', (route) =>
    route.fulfill({ json: { code: -1, message: 'The coupons have been snapped up', data: [] } }),
  )
  await get.click()
  await expect(toast(page, 'The coupons have been snapped up')).toBeVisible()

  await page.unroute('**/ajax-web/coupon/bind')
  await page.route('**/ajax-web/coupon/bind', (route) => route.abort())
  expectConsole(/ERR_FAILED/)
  await get.click()
  await expect(toast(page, 'Received failed')).toBeVisible()

  await page.unroute('**/ajax-web/coupon/bind')
  await get.click()
  await expect(toast(page, 'Received Successfully')).toBeVisible()
})

test('shows a message instead of opening a link for a coupon of the whole shop on the home page', async ({ page }) => {
  await registerAs(page, 'door')
  await page.clock.install()
  await page.goto('/')
  const widget = widgetOf(page, 'Yours to claim')
  await widget.getByRole('button', { name: 'GET HELLO15' }).click()
  await expect(toast(page, 'The coupon is valid for all products')).toBeVisible()
  await expect(toast(page, 'The coupon is valid for all products')).toBeHidden()
  await widget.getByRole('button', { name: 'USE HELLO15' }).click()
  await expect(toast(page, 'The coupon is valid for all products')).toBeVisible()
  await page.clock.fastForward(1_200)
  expect(new URL(page.url()).pathname).toBe('/')
})

test.describe('in the position of a banner', () => {
  // A separate user agent, because other browser tests use the same position with another phone.
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9)' })

  test('shows a widget with its styles in the first paint, without later changes', async ({
    page,
    expectConsole,
    afterwards,
  }) => {
    expectConsole(/ERR_FAILED/)
    await signInStaff(page, 'marketing')
    const advert = { position: 'order_detail', kind: 'widget', widget_id: 1, device: 'android' }
    const { id } = await callStaff<{ id: number }>(page, 'POST', '/adverts', advert)
    afterwards(() => callStaff(page, 'DELETE', `/adverts/${id}`))
    await signIn(page)
    const { data: orders } = await (await page.request.get('/rest/order?limit=1')).json()
    const order = `/account/order/${orders[0].id}`
    // Without scripts, the page looks as the server rendered it.
    await page.route('**/assets/**.js', (route) => route.abort())
    await page.goto(order, { waitUntil: 'load' })
    const ticket = page.locator('.hc-ticket').first()
    await expect(ticket).toHaveCSS('display', 'flex')
    await page.unroute('**/assets/**.js')
    await page.reload()
    await expect(page.locator('html[data-hydrated]')).toBeAttached()
    await expect(ticket).toHaveCSS('display', 'flex')
    await expectAccessible(page)
  })

  test('gives a linked external site no access to the window, from a banner and from a menu entry', async ({
    page,
    afterwards,
  }) => {
    const link = 'https://lookbook.example'
    const { data: shown } = await (await page.request.get('/ajax-web/ads?pos=home')).json()
    const picture = { path: shown.image_path, width: shown.image_width, height: shown.image_height }
    const { data: entries } = await (await page.request.get('/ajax-web/navigation/bottom')).json()
    const help = entries.find(({ name }: { name: string }) => name === 'Help & Support')
    await signInStaff(page, 'marketing')
    const banner = { position: 'home', kind: 'link', link, picture, alt: 'The lookbook', device: 'android' }
    const { id } = await callStaff<{ id: number }>(page, 'POST', '/adverts', banner)
    afterwards(() => callStaff(page, 'DELETE', `/adverts/${id}`))
    const entry = { name: 'Lookbook', link_type: 'custom_link', link, parent_id: help.id, sort: 90 }
    const { id: entryId } = await callStaff<{ id: number }>(page, 'POST', '/navigation', entry)
    afterwards(() => callStaff(page, 'DELETE', `/navigation/${entryId}`))

    for (const [path, name] of [
      ['/', 'The lookbook'],
      ['/embed-demo', 'The lookbook'],
      [`/account/settingnav?id=${help.id}&name=Help`, 'Lookbook'],
    ] as const) {
      await page.goto(path)
      const found = page.getByRole('link', { name, exact: true })
      await expect(found, path).toHaveAttribute('href', link)
      await expect(found, path).toHaveAttribute('rel', /\bnoopener\b/)
    }
  })
})

test.describe('in the time zone of New York', () => {
  test.use({ timezoneId: 'America/New_York' })
  test('shows the end date of coupons without a jump on a cached guest page', async ({ page }) => {
    const { data: advert } = await (await page.request.get('/ajax-web/ads?pos=account')).json()
    const ends = widgetOf(page, 'Yours to claim').locator('.hc-ends')
    const checked = Promise.withResolvers<void>()
    await page.route('**/assets/**.js', async (route) => {
      await checked.promise
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    // The server wrote the date in UTC for all guests. The date stays hidden until the browser has replaced it with the
    // local date.
    await expect(ends).toHaveCSS('animation-name', 'await-zone')
    checked.resolve()
    const endsAt = new Date(`${advert.link_detail.date_end.replace(' ', 'T')}Z`)
    const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York' }).format(endsAt)
    await expect(ends).toHaveText(`Ends ${day}`)
    await expect(ends).toHaveCSS('animation-name', 'none')
    await expect(ends).toBeVisible()
  })
})

test('counts a tap on a banner and follows its link', async ({ page }) => {
  await page.goto('/embed-demo')
  const banner = page.locator('harbor-banner').getByRole('link')
  await expect(banner).toBeVisible()
  const clicked = page.waitForRequest((request) => /\/ajax-web\/ads\/\d+\/click$/.test(request.url()))
  // The season decides which advert of the demo is shown.
  const address = await banner.getAttribute('href')
  await banner.click()
  expect((await clicked).method()).toBe('POST')
  await page.waitForURL((url) => url.pathname + url.search === address)
})

test('leaves no gap for a broken image', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/)
  let broken = 0
  await page.route('**/catalogue/banner-*', (route) => {
    broken++
    return route.abort()
  })
  await page.goto('/embed-demo')
  // The banner is hidden before its script has loaded, too.
  await expect.poll(() => broken).toBe(1)
  await expect(page.locator('harbor-banner')).toBeHidden()
  await signIn(page)
  await page.goto('/account/orderlist')
  // The picture loads when it comes near the viewport.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    expect(broken).toBe(2)
    expect(await page.locator('img[src*="banner-"]').count()).toBe(0)
  }).toPass()
})
