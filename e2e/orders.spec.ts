import type { Page } from '@playwright/test'
import { expect, expectAccessibleInBothThemes, signIn, test, waitUntilIdle, waitUntilStill } from './support/test.ts'

type Line = { id: string; sku: { id: number; inventory: number } | null; order_packages: { id: string } | null }
type Order = {
  id: string
  order_no: string
  order_status_id: number
  email: string
  products: (Line & { name: string; after_sale_status: number; can_after_sale: boolean })[]
  total: { code: string; price: string; price_value: string }
  ga_counter: number
}

const cards = (page: Page) => page.getByRole('tabpanel').getByRole('article')

/** Reads the demo shopper's orders from the API. */
async function readOrders(page: Page, query = ''): Promise<Order[]> {
  const answer = await page.request.get(`/rest/order?limit=100${query}`)
  return (await answer.json()).data
}

async function findOrder(page: Page, isWanted: (order: Order) => boolean): Promise<Order> {
  const found = (await readOrders(page)).find(isWanted)
  if (!found) throw new Error('The demo has no such order.')
  return found
}

/** Records the browser's calls to a path from now on. */
function watchCalls(page: Page, path: string): string[] {
  const made: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === path) made.push(url.search)
  })
  return made
}

test('contains the orders and the advert in the HTML of the list', async ({ page }) => {
  await signIn(page)
  const [first] = await readOrders(page)
  const html = await (await page.request.get('/account/orderlist')).text()
  expect(html).toContain(first?.order_no)
  expect(html.match(/<article/g)).toHaveLength(10)
  expect(html).toContain('/catalogue/banner-')
})

test('makes one call for each further page of the list, and none for the first page', async ({ page }) => {
  await signIn(page)
  const calls = watchCalls(page, '/rest/order')
  await page.goto('/account/orderlist')
  await expect(cards(page)).toHaveCount(10)
  await waitUntilIdle(page)
  expect(calls).toEqual([])
  await page.getByRole('button', { name: 'VIEW MORE' }).click()
  await expect(cards(page)).toHaveCount(20)
  expect(calls).toEqual(['?from_type=2&page=2&limit=10'])
})

test('loads more with VIEW MORE up to the last order, then hides the button', async ({ page }) => {
  await signIn(page)
  const all = await readOrders(page)
  await page.goto('/account/orderlist')
  const more = page.getByRole('button', { name: 'VIEW MORE' })
  for (let shown = 10; shown < all.length; shown += 10) {
    await expect(cards(page)).toHaveCount(shown)
    await more.press('Enter')
    // The page announces the new orders, and the focus moves to the first new order.
    const came = Math.min(10, all.length - shown)
    await expect(page.getByText(`${came} more ${came === 1 ? 'was' : 'were'} added`)).toBeAttached()
    await expect(cards(page).nth(shown).getByRole('link')).toBeFocused()
  }
  await expect(cards(page)).toHaveCount(all.length)
  await expect(more).toHaveCount(0)
})

test('selects the tab that the address names, changes the address without a history entry, and shows counts', async ({
  page,
}) => {
  await signIn(page)
  const { data: summary } = await (await page.request.get('/ajax-web/account/user')).json()
  await page.goto('/account')
  await page.getByRole('navigation', { name: 'My Orders' }).getByRole('link', { name: 'Processing' }).click()
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveText([
    'All',
    `Unpaid${summary.unpaid_order}`,
    `Processing${summary.proccessing_order}`,
    `Shipped${summary.shipped_order}`,
    `Received${summary.received_order}`,
    `Returns${summary.return_order}`,
  ])
  await expect(page.getByRole('tab', { name: /Processing/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('[data-msg="Received-1"]')).toHaveText('Received')
  await expect(cards(page)).toHaveCount(summary.proccessing_order)
  for (const [name, query] of [
    ['Unpaid', '?order_status_id=1'],
    ['Shipped', '?order_status_id=7'],
    ['Received', '?order_status_id=10'],
    ['Returns', '?return=1'],
    ['Processing', '?order_status_id=4,5,6,13'],
    ['All', ''],
  ] as const) {
    await page.getByRole('tab', { name }).click()
    await expect(page).toHaveURL(new RegExp(`/account/orderlist${query.replace('?', '\\?')}$`))
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
  }
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/account$/)
})

test('groups equal lines, shows the name of a single line, and shows at most one button on a card', async ({
  page,
}) => {
  await signIn(page)
  const unpaid = await findOrder(page, (order) => order.order_status_id === 1 && order.products.length === 4)
  await page.goto('/account/orderlist?order_status_id=1')
  const card = cards(page).filter({ hasText: unpaid.order_no })
  await expect(card.locator('img')).toHaveCount(3)
  await expect(card.getByText('×2')).toBeVisible()
  await expect(card).toContainText('4 items')
  await expect(card).toContainText(`Total $${unpaid.total.price_value}`)
  await expect(card.getByRole('link', { name: 'PAY NOW' })).toHaveAttribute(
    'href',
    `/payment?order_id=${unpaid.id}&email=${encodeURIComponent(unpaid.email)}`,
  )
  const single = cards(page).filter({ hasText: 'Jetty Leather Sneaker' })
  await expect(single).toContainText('Blush / US 7.5')
  await expect(single).toContainText('1 item')
})

test('shows the empty state of a tab', async ({ page }) => {
  await signIn(page, 'new@harbor.test')
  await page.goto('/account/orderlist')
  await expect(page.getByText('It is empty here')).toBeVisible()
})

test('shows the login dialog to a guest', async ({ page }) => {
  await page.goto('/account/orderlist')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goto('/account/order/whatever')
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('restores the scroll position and the length of the list after returning from an order, with VIEW MORE used twice', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/account/orderlist')
  const more = page.getByRole('button', { name: 'VIEW MORE' })
  await more.click()
  await expect(cards(page)).toHaveCount(20)
  await more.click()
  await expect.poll(() => cards(page).count()).toBeGreaterThan(20)
  const shown = await cards(page).count()
  const card = cards(page).nth(shown - 4)
  await card.scrollIntoViewIfNeeded()
  // Stores the scroll position at the moment of the tap, because the tap itself may scroll the page a little.
  await page.evaluate(() =>
    addEventListener(
      'click',
      ({ target }) => {
        const top = (target as Element).closest('article')?.getBoundingClientRect().top
        if (top !== undefined) Object.assign(window, { leftAt: { scrolled: scrollY, top } })
      },
      true,
    ),
  )
  const calls = watchCalls(page, '/rest/order')
  await card.getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Order Details' })).toBeVisible()
  const left = await page.evaluate(() => Reflect.get(window, 'leftAt') as { scrolled: number; top: number })
  expect(left.scrolled).toBeGreaterThan(3000)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(cards(page)).toHaveCount(shown)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left.scrolled)
  expect(Math.abs(((await card.boundingBox())?.y ?? 0) - left.top)).toBeLessThanOrEqual(2)
  // The list is first shown from memory, and then loaded again in the same length.
  await expect.poll(() => calls).toEqual(['?from_type=2&page=1&limit=30'])
})

test('shows a visited tab at once on a slow network', async ({ page }) => {
  await signIn(page)
  await page.goto('/account/orderlist')
  await page.getByRole('tab', { name: /Unpaid/ }).click()
  await expect(cards(page)).toHaveCount(2)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/rest/order?*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('tab', { name: 'All' }).click()
  await expect(cards(page)).toHaveCount(10)
  release()
})

const broken = /net::ERR_|Failed to load resource/

test('offers a refresh if the first page fails to load, and keeps the list if a later page fails', async ({
  page,
  expectConsole,
}) => {
  expectConsole(broken)
  await signIn(page)
  await page.goto('/account')
  await page.route('**/rest/order?*', (route) => route.abort())
  await page.getByRole('link', { name: 'All' }).click()
  await expect(page.getByText('The internet is too slow, so let’s watch it after a break.')).toBeVisible()
  const refresh = page.getByRole('button', { name: 'refresh' })
  await expect(refresh).toBeVisible()
  // The refresh reloads the page, so the server sends the orders in the HTML.
  await Promise.all([page.waitForEvent('load'), refresh.click()])
  await expect(cards(page)).toHaveCount(10)
  await expect(page.locator('html[data-hydrated]')).toBeAttached()

  const more = page.getByRole('button', { name: 'VIEW MORE' })
  await more.click()
  await expect(page.getByText('The internet is too slow, so let’s watch it after a break.')).toBeVisible()
  await expect(cards(page)).toHaveCount(10)
  await page.unroute('**/rest/order?*')
  await more.click()
  await expect(cards(page)).toHaveCount(20)
})

test('lists returns with their status in the Returns tab', async ({ page }) => {
  await signIn(page)
  const { data } = await (await page.request.get('/rest/after_sale?limit=100')).json()
  await page.goto('/account/orderlist?return=1')
  const first = cards(page).first()
  await expect(first).toContainText(data[0].return_no)
  await expect(first.getByRole('link', { name: data[0].return_no })).toHaveAttribute(
    'href',
    `/returndetail/${data[0].id}`,
  )
  await expect(cards(page)).toHaveCount(Math.min(10, data.length))
})

test('shows an unpaid order with address, lines, totals, copy and PAY NOW', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  const order = await findOrder(page, (one) => one.order_status_id === 1 && one.products.length === 4)
  await page.goto(`/account/order/${order.id}`)
  await expect(page.getByText('18 Ropewalk Lane, Apt 4, Portland, Maine, 04101, United States')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(page.getByRole('article').first()).toContainText('Limited-time discount')
  await expect(page.getByRole('article').nth(2)).toContainText('Final sale')
  await expect(page.getByRole('article').nth(2)).toContainText('×2')
  const info = page.getByRole('region', { name: 'Order info' })
  await expect(info).toContainText('Subtotal$401.00')
  await expect(info).toContainText(`Total$${order.total.price_value}`)
  await info.getByRole('button', { name: /Copy/ }).click()
  await expect(page.getByText('Copy successfully')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(order.order_no)
  await expect(page.getByRole('link', { name: 'PAY NOW' })).toHaveAttribute(
    'href',
    `/payment?order_id=${order.id}&email=${encodeURIComponent(order.email)}`,
  )
  await expect(page.locator('img[src*="/catalogue/banner-"]')).toHaveCount(1)
})

test('shows PAY NOW for unpaid orders only, and asks before canceling', async ({ page, expectConsole }) => {
  expectConsole(broken)
  await signIn(page)
  const complete = await findOrder(page, (one) => one.order_status_id === 11)
  await page.goto(`/account/order/${complete.id}`)
  await expect(page.getByRole('heading', { name: 'Complete' })).toBeVisible()
  await expect(page.getByText('PAY NOW')).toHaveCount(0)
  const unpaid = await findOrder(page, (one) => one.order_status_id === 1)
  await page.goto(`/account/order/${unpaid.id}`)
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'No' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('That did not go through. Please try again.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'PAY NOW' })).toBeVisible()
})

test('reports a purchase once', async ({ page }) => {
  await signIn(page)
  const paid = await findOrder(page, (one) => one.order_status_id === 4)
  const readPurchases = () =>
    page.evaluate(() => (window.dataLayer ?? []).filter((one) => Reflect.get(one, 'event') === 'purchase'))
  await page.goto(`/account/order/${paid.id}`)
  await expect.poll(readPurchases).toEqual([expect.objectContaining({ order_id: paid.id, currency: 'USD' })])
  // The beacon that the page sends acknowledges the report. Reading the order does not acknowledge it.
  await expect.poll(() => findOrder(page, ({ id }) => id === paid.id)).toMatchObject({ ga_counter: 0 })
  await page.reload()
  await waitUntilIdle(page)
  expect(await readPurchases()).toEqual([])
})

test('shows two actions of a line as buttons and the other actions under More', async ({ page }) => {
  await signIn(page)
  const order = await findOrder(
    page,
    (one) => one.order_status_id === 11 && one.products.some((line) => line.can_after_sale),
  )
  const index = order.products.findIndex((line) => line.can_after_sale)
  const line = order.products[index]
  await page.goto(`/account/order/${order.id}`)
  const row = page.getByRole('article').filter({ hasText: line?.name ?? '' })
  await expect(row.getByRole('link', { name: 'Apply for Return' })).toHaveAttribute(
    'href',
    `/return/${order.id}/${line?.id}`,
  )
  await row.getByRole('button', { name: 'More' }).click()
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem')).toHaveText(['Repurchase', 'View logistics'])
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
})

test('marks sold-out and expired lines, and offers a request only for the sold-out line', async ({ page }) => {
  await signIn(page)
  const order = await findOrder(page, (one) => one.products.some((line) => line.sku === null))
  await page.goto(`/account/order/${order.id}`)
  const row = (name: string) => page.getByRole('article').filter({ hasText: name })
  await expect(row('Pebble Knit Vest').getByText('Expired')).toBeVisible()
  await expect(row('Rowan Cord Trousers').getByText('Expired')).toBeVisible()
  const soldOut = row('Driftwood Smock Dress')
  await expect(soldOut.getByText('Sold out')).toBeVisible()
  await expect(row('Pebble Knit Vest').getByText('Repurchase')).toHaveCount(0)
  const more = soldOut.getByRole('button', { name: 'More' })
  if (await more.isVisible()) await more.click()
  await page.locator('button:visible', { hasText: 'Repurchase' }).first().click()
  await expect(page.getByText('Only 0 left')).toBeVisible()
})

test('shows money in another currency as its text', async ({ page }) => {
  await signIn(page)
  const order = await findOrder(page, (one) => one.total.code === 'SEK')
  await page.goto(`/account/order/${order.id}`)
  await expect(page.getByRole('region', { name: 'Order info' })).toContainText(order.total.price)
  await expect(page.getByText('Linnégatan, 27B, 413 04, Göteborg, Sweden')).toBeVisible()
})

test("shows loading, failure, events, copy and the carrier's site in logistics", async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(broken)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  const order = await findOrder(page, (one) => one.order_status_id === 7 && one.products.length === 1)
  await page.goto(`/account/order/${order.id}`)
  await page.route('**/rest/package/**', (route) => route.abort())
  await page.getByRole('button', { name: 'View logistics' }).click()
  const sheet = page.getByRole('dialog', { name: 'Logistics' })
  await expect(sheet.getByText('We couldn’t load this')).toBeVisible()
  await page.unroute('**/rest/package/**')
  await sheet.getByRole('button', { name: 'refresh' }).click()
  const { data: tracking } = await (
    await page.request.get(`/rest/package/${order.products[0]?.order_packages?.id}/tracking`)
  ).json()
  await expect(sheet.getByRole('listitem')).toHaveCount(tracking.details.events.length)
  await expect(sheet.getByRole('listitem').first()).toContainText(tracking.details.events[0].eventDesc)
  await expect(sheet.getByRole('link', { name: 'Open carrier site' })).toHaveAttribute('href', tracking.trackingUrl)
  await sheet.getByRole('button', { name: /Copy/ }).click()
  await expect(page.getByText('Copy successfully')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(tracking.tracking_no)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
})

test('explains when tracking of a packed parcel starts', async ({ page }) => {
  await signIn(page)
  const order = await findOrder(page, (one) => one.order_status_id === 6)
  await page.goto(`/account/order/${order.id}`)
  await page.getByRole('button', { name: 'View logistics' }).first().click()
  const words = 'Your parcel is packed. Tracking starts when the carrier picks it up.'
  await expect(page.getByRole('dialog').getByText(words)).toBeVisible()
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test.describe(`with animations: ${reducedMotion}`, () => {
    test.use({ reducedMotion })
    test('adds one unit to the cart with repurchase, only once for a double tap, and offers an undo', async ({
      page,
    }) => {
      await signIn(page)
      await page.clock.install()
      const order = await findOrder(page, (one) => one.order_status_id === 5)
      const count = async () => (await (await page.request.get('/rest/cart/count')).json()).data.count as number
      const before = await count()
      await page.goto(`/account/order/${order.id}`)
      await waitUntilIdle(page)
      await page.evaluate(() => {
        const seen: string[] = []
        Object.assign(window, { flights: seen })
        new MutationObserver((changes) => {
          for (const { addedNodes } of changes)
            for (const node of addedNodes)
              if (node instanceof HTMLElement && node.dataset.flight) seen.push(node.dataset.flight)
        }).observe(document.body, { childList: true })
      })
      await page.getByRole('button', { name: 'Repurchase' }).dblclick()
      await expect(page.getByText('Added to the cart')).toBeVisible()
      await expect(page.getByRole('link', { name: `Cart, ${before + 1} item` })).toBeVisible()
      expect(await count()).toBe(before + 1)
      const flights = () => page.evaluate(() => Reflect.get(window, 'flights') as string[])
      if (reducedMotion === 'reduce') {
        await page.clock.runFor(1_800)
        expect(await flights()).toEqual([])
      } else await expect.poll(flights).toEqual(['cart'])
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('Removed from the cart again')).toBeVisible()
      expect(await count()).toBe(before)
    })
  })
}

test('reports a failed repurchase, and lets the shopper repeat it', async ({ page, expectConsole }) => {
  expectConsole(broken)
  await signIn(page)
  const order = await findOrder(page, (one) => one.order_status_id === 5)
  await page.goto(`/account/order/${order.id}`)
  await page.route('**/rest/cart', (route) => route.abort())
  await page.getByRole('button', { name: 'Repurchase' }).click()
  await expect(page.getByText('That did not go through. Please try again.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Repurchase' })).toBeEnabled()
})

test('offers a retry for an order that fails to load', async ({ page, expectConsole }) => {
  expectConsole(broken, /got no response/)
  await signIn(page)
  await page.goto('/account/orderlist')
  await page.route('**/rest/order/*', (route) => route.abort())
  await cards(page).first().getByRole('link').first().click()
  const refresh = page.getByRole('button', { name: 'refresh' })
  await expect(refresh).toBeVisible()
  await page.unroute('**/rest/order/*')
  await refresh.click()
  await expect(page.getByRole('heading', { name: 'Order Details' })).toBeVisible()
})

test("hides another shopper's order", async ({ page, expectConsole }) => {
  expectConsole(/404/)
  await signIn(page)
  const [order] = await readOrders(page)
  await signIn(page, 'new@harbor.test')
  await page.goto(`/account/order/${order?.id}`)
  await expect(page.getByText('We couldn’t find this order')).toBeVisible()
})

test('has accessible lists, orders and logistics', async ({ page }) => {
  await signIn(page)
  const order = await findOrder(page, (one) => one.order_status_id === 10 && one.products.length > 4)
  for (const path of ['/account/orderlist', '/account/orderlist?return=1', `/account/order/${order.id}`]) {
    await page.goto(path)
    await expectAccessibleInBothThemes(page)
  }
  await page.getByRole('button', { name: 'View logistics' }).first().click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await waitUntilStill(page.getByRole('dialog'))
  await expectAccessibleInBothThemes(page)
})

test.describe('on a narrow phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })
  test('keeps everything inside the screen', async ({ page }) => {
    await signIn(page)
    const order = await findOrder(page, (one) => one.order_status_id === 11)
    for (const path of ['/account/orderlist', `/account/order/${order.id}`]) {
      await page.goto(path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    }
  })
})

test.describe('in the time zone of New York', () => {
  test.use({ timezoneId: 'America/New_York' })
  test("renders the browser's local times on the server from the second page on", async ({ page }) => {
    await signIn(page)
    // The first page stores the browser's time zone.
    await page.goto('/account/orderlist')
    const answer = await page.goto('/account/orderlist')
    const html = (await answer?.text()) ?? ''
    const written = [...html.matchAll(/<time[^>]*>(?:<[^>]*>)*([^<]+)/g)].map(([, text]) => text)
    const times = cards(page).locator('time')
    expect(await times.allTextContents()).toEqual(written)
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/New_York',
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    const moment = (await times.first().getAttribute('datetime')) ?? ''
    await expect(times.first()).toHaveText(format.format(new Date(moment)))
  })
})
