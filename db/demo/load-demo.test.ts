import { count, eq, isNull } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { adverts } from '#features/adverts/server/adverts.tables.ts'
import { findAvailability } from '#features/catalogue/catalogue.rules.ts'
import { categories, products, skus } from '#features/catalogue/server/catalogue.tables.ts'
import { listCoupons } from '#features/coupons/coupons.contract.ts'
import { couponLinks, coupons, couponWidgets } from '#features/coupons/server/coupons.tables.ts'
import { groupLines } from '#features/orders/order-lines.rules.ts'
import type { Order } from '#features/orders/orders.contract.ts'
import { archivedOrders } from '#features/orders/server/lookup/order-lookup.tables.ts'
import { listOrders } from '#features/orders/server/queries/orders.service.ts'
import { getPackageTracking } from '#features/orders/server/shipping/parcels.service.ts'
import { navigationItems } from '#features/pages/server/navigation.tables.ts'
import type { Return } from '#features/returns/returns.contract.ts'
import { listReturns } from '#features/returns/server/queries/returns.service.ts'
import { reviews } from '#features/reviews/server/reviews.tables.ts'
import { currencies, languages } from '#features/settings/server/settings.tables.ts'
import { openSession } from '#features/sign-in/server/session.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { signIn } from '#features/sign-in/sign-in.contract.ts'
import { mails } from '#server/mail/mail.tables.ts'
import { desynchronizeCounts } from '#testing/checks/check-totals.ts'
import { testShop } from '#testing/test-shop.ts'
import { loadDemo } from './load-demo.ts'

const shop = testShop()
let seconds = 0
let shopperId = ''
let orders: Order[] = []
let returns: Return[] = []

// The demo is loaded once for all tests of this file, because no other set-up takes longer.
beforeAll(async () => {
  await desynchronizeCounts(shop.shop.db)
  // CPU time instead of wall time, because other tests run in parallel.
  const before = process.cpuUsage()
  await loadDemo(shop.shop)
  const { user, system } = process.cpuUsage(before)
  seconds = (user + system) / 1_000_000
  const [maren] = await shop.shop.db.select().from(customers).where(eq(customers.email, 'shopper@harbor.test'))
  shopperId = maren?.id ?? ''
  const { token } = await openSession(shop.shop.db, shop.shop.clock, shopperId)
  orders = (await listOrders(shop.shop, token, { page: 1, limit: 100 }, 'en'))?.data ?? []
  returns = (await listReturns(shop.shop, shopperId, { page: 1, limit: 100, language: 'en' })).data
}, 180_000)

describe('loading the demo', () => {
  test('takes less than 15 seconds of CPU time', () => {
    expect(seconds).toBeLessThan(15)
  })

  test('creates the same ids every time', () => {
    expect(shopperId).toMatchInlineSnapshot(`"a1sttps257s0lbn73jt69nln"`)
  })

  test('leaves no mail to send', async () => {
    expect(await shop.shop.db.select().from(mails).where(isNull(mails.sentAt))).toEqual([])
  })
})

describe('people and places', () => {
  test('include two shoppers who can sign in', async () => {
    for (const email of ['shopper@harbor.test', 'new@harbor.test']) {
      const answer = await shop.stranger().call(signIn, { email, password: 'Harbor2026' })
      expect(answer.email).toBe(email)
    }
  })

  test('include at least 105 languages and 25 currencies', async () => {
    const { db } = shop.shop
    const [languageCount] = await db.select({ n: count() }).from(languages)
    const [currencyCount] = await db.select({ n: count() }).from(currencies)
    expect(languageCount?.n).toBeGreaterThanOrEqual(105)
    expect(currencyCount?.n).toBeGreaterThanOrEqual(25)
  })

  test('include navigation with the special ids and every kind of link', async () => {
    const items = await shop.shop.db.select().from(navigationItems)
    for (const id of [99_999, 99_998, 99_997]) expect(items.some((item) => item.id === id)).toBe(true)
    expect(new Set(items.map(({ linkType }) => linkType))).toEqual(
      new Set(['group', 'term_list', 'blog', 'product_test', 'custom_link']),
    )
  })

  test('include an archived order from an earlier shop system', async () => {
    const [archived] = await shop.shop.db.select().from(archivedOrders).limit(1)
    expect(archived).toMatchObject({ source: 'Shopify' })
  })
})

describe('the catalog', () => {
  test('has at least 60 products, some sold out, expired or taken down', async () => {
    const { db } = shop.shop
    const statuses = await db.select({ status: products.status, n: count() }).from(products).groupBy(products.status)
    const byStatus = Object.fromEntries(statuses.map(({ status, n }) => [status, n]))
    expect(Object.values(byStatus).reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(60)
    expect(byStatus[0]).toBeGreaterThan(0)
    expect(byStatus[4]).toBeGreaterThan(0)
    const [soldOut] = await db.select({ n: count() }).from(skus).where(eq(skus.inventory, 0))
    expect(soldOut?.n).toBeGreaterThan(5)
  })

  test('has every picture that products refer to, and no picture contains a script', async () => {
    const { db, files } = shop.shop
    for (const { image } of await db.select({ image: products.image }).from(products)) {
      const bytes = await files.read(image.slice(1))
      const svg = new TextDecoder().decode(bytes ?? new Uint8Array())
      expect(svg, image).toMatch(/^<svg .*<\/svg>$/)
      expect(svg).not.toMatch(/<script|\son\w+=|undefined|NaN/)
    }
  })

  test('excludes swimwear, bags, accessories and lingerie from returns', async () => {
    const rows = await shop.shop.db.select().from(categories).where(eq(categories.isReturnable, false))
    expect(rows.map(({ code }) => code).sort()).toEqual(['accessories', 'bags', 'lingerie', 'swimwear'])
  })
})

describe('orders', () => {
  test('include more than twenty orders of the shopper, in every status', () => {
    expect(orders.length).toBeGreaterThan(20)
    const statuses = new Set(orders.map((order) => order.order_status_id))
    for (const status of [1, 4, 5, 6, 13, 7, 10, 11, 8, 9]) expect(statuses).toContain(status)
  })

  test('include lines of every kind', () => {
    const lines = orders.flatMap((order) => order.products)
    const types = new Set(lines.map(({ type }) => type))
    for (const type of [1, 2, 4, 6]) expect(types).toContain(type)
    expect(lines.some(({ type_name }) => type_name === 'pre_sale')).toBe(true)
    expect(lines.some(({ is_gift }) => is_gift)).toBe(true)
    expect(lines.some(({ options }) => options.some(({ us_size }) => us_size))).toBe(true)
    for (const code of ['swimwear', 'bags', 'lingerie']) {
      expect(lines.some(({ sku }) => sku?.product.product_basic_category?.code === code)).toBe(true)
    }
    const states = new Set(lines.map(({ sku }) => findAvailability(sku)))
    for (const state of [1, 4, 6]) expect(states).toContain(state)
    expect(lines.some(({ sku }) => sku === null)).toBe(true)
    expect(orders.some((order) => groupLines(order.products).some(({ count: pieces }) => pieces > 1))).toBe(true)
    expect(new Set(orders.map(({ total }) => total.code)).size).toBeGreaterThan(1)
  })

  test('have parcels with a number, a carrier link and a plausible sequence of tracking events', async () => {
    const shipped = orders.filter((order) => [7, 10, 11].includes(order.order_status_id))
    for (const order of shipped) {
      for (const { order_packages } of order.products) {
        const tracking = await getPackageTracking(shop.shop, shopperId, order_packages?.id ?? '')
        expect(tracking.trackingUrl).toMatch(/^https:/)
        const moments = tracking.details.events.map(({ eventDate, eventTime }) => `${eventDate} ${eventTime}`)
        expect(moments.length).toBeGreaterThan(2)
        expect(moments).toEqual([...moments].sort().reverse())
      }
    }
  })

  test('have some lines with a review and some without', async () => {
    const written = await shop.shop.db.select().from(reviews).where(eq(reviews.customerId, shopperId))
    const lines = orders.filter((order) => order.order_status_id === 11).flatMap((order) => order.products)
    expect(written.length).toBeGreaterThan(2)
    expect(lines.length).toBeGreaterThan(written.length)
  })
})

describe('returns', () => {
  test('exist in every status', () => {
    const statuses = new Set(returns.map(({ status }) => status))
    expect([...statuses].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('include sent ones with and without a tracking number, one that is about to expire, and one that can still be edited', () => {
    const returning = returns.filter(({ status }) => status === 2)
    expect(returning.some(({ tracking_number, can_edit }) => tracking_number && can_edit)).toBe(true)
    expect(returning.some(({ tracking_number, can_edit }) => tracking_number && !can_edit)).toBe(true)
    const waiting = returning.filter(({ tracking_number }) => !tracking_number).map(({ remind_time }) => remind_time)
    expect(Math.min(...waiting)).toBeLessThan(4 * 60 * 60)
    expect(Math.max(...waiting)).toBeGreaterThan(5 * 24 * 60 * 60)
  })

  test('give a reason for a rejection or failure, and include returns with pictures and with several products', () => {
    for (const one of returns) if (one.status === 6 || one.status === 7) expect(one.system_comment[0]).toMatch(/\w{3}/)
    expect(returns.some(({ images }) => images.length > 1)).toBe(true)
    expect(returns.some((one) => one.products.length > 1)).toBe(true)
  })
})

describe('coupons and adverts', () => {
  test('include each coupon type, with and without an end date', async () => {
    const rows = await shop.shop.db.select().from(coupons)
    const types = new Set(rows.map(({ couponType }) => (['F', 'S'].includes(couponType) ? couponType : 'percent')))
    expect(types).toEqual(new Set(['F', 'S', 'percent']))
    expect(rows.some(({ endsAt }) => endsAt === null)).toBe(true)
    expect(rows.some(({ endsAt }) => endsAt !== null)).toBe(true)
  })

  test('include unused, expired and used coupons of the shopper', async () => {
    const { token } = await shop.stranger().call(signIn, { email: 'shopper@harbor.test', password: 'Harbor2026' })
    const headers = { authorization: `Bearer ${token}` }
    const list = async (status: number) => {
      const answer = await shop.stranger().fetch(`${listCoupons.path}?status=${status}&limit=100`, { headers })
      return (await answer.json()) as { data: { can_use: boolean | number }[] }
    }
    const unused = (await list(1)).data.map(({ can_use }) => Boolean(can_use))
    expect(unused).toContain(true)
    expect(unused).toContain(false)
    expect((await list(2)).data.length).toBeGreaterThan(0)
  })

  test('include widgets for each group and register type, with one coupon and with a bundle, in one row and in two', async () => {
    const { db } = shop.shop
    const widgets = await db.select().from(couponWidgets)
    const links = await db.select().from(couponLinks)
    const sizes = widgets.map(({ id }) => links.filter(({ widgetId }) => widgetId === id).length)
    expect(new Set(widgets.map(({ userGroup }) => userGroup))).toEqual(new Set([1, 2, 3]))
    expect(new Set(widgets.map(({ registerType }) => registerType))).toEqual(new Set([1, 2]))
    expect(new Set(widgets.map(({ bundleReceive }) => bundleReceive))).toEqual(new Set([0, 1]))
    expect(new Set(widgets.map(({ rowNum }) => rowNum))).toEqual(new Set([1, 2]))
    expect(sizes).toContain(1)
    expect(Math.max(...sizes)).toBeGreaterThan(2)
  })

  test('include banners of each link type with their images', async () => {
    const { db, files } = shop.shop
    const rows = await db.select().from(adverts)
    const types = new Set(rows.map(({ linkType }) => linkType))
    expect(types).toContain('coupon_module')
    expect(types).toContain('down')
    expect(types.size).toBeGreaterThan(2)
    for (const { imagePath } of rows) if (imagePath) expect(await files.read(imagePath.slice(1))).not.toBeNull()
  })
})
