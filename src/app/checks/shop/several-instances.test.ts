import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readSite } from '#app/render/site.ts'
import { createShopApi } from '#app/shop-api.ts'
import { createCaller, type Input } from '#contract/calls/call.ts'
import { listProducts } from '#features/catalogue/product-list.contract.ts'
import { products, skus } from '#features/catalogue/server/catalogue.tables.ts'
import { giveCoupon } from '#features/coupons/server/bind.service.ts'
import { findWidgets } from '#features/coupons/server/widgets.service.ts'
import { listOrders } from '#features/orders/orders.contract.ts'
import { saveSetting } from '#features/settings/server/save-settings.service.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { cachedTables, startCaches } from '#server/cache/cached-values.ts'
import { openDatabase } from '#server/database/database.ts'
import { openLive } from '#server/live/live.ts'
import { buyAndReceive, goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { saveTestCoupon, saveTestWidget } from '#testing/shops/test-offers.ts'
import { type Person, testShop } from '#testing/test-shop.ts'

const one = testShop()
const world = {} as { ada: Person; other: Awaited<ReturnType<typeof openOther>> }

/** Opens a second instance on the same database, with the cache freshness of production. */
async function openOther() {
  const { db, pool, close } = openDatabase(one.url, { max: 3 })
  const live = openLive(pool, one.shop.log)
  startCaches(db, live)
  await live.subscribe('nothing', () => {}).ready
  const shop = { ...one.shop, db }
  const api = createShopApi(shop)
  return {
    shop,
    callAs: ({ token }: Person) =>
      createCaller({ fetch: async (path, init) => api.request(path, init), token: () => token }),
    close: async () => {
      await live.close()
      await close()
    },
  }
}

beforeAll(async () => {
  await stockShop(one.shop.db, one.clock.now())
  world.ada = await one.signedIn()
  await buyAndReceive(one.shop, world.ada, [goods.dress])
  world.other = await openOther()
})
afterAll(() => world.other.close())

async function readLine() {
  const { data } = await world.other.callAs(world.ada)(listOrders, {})
  return data[0]?.products[0]
}

test('propagates a price, a name and a currency to another instance within a second', async () => {
  const { db } = one.shop
  expect((await readLine())?.sku).toMatchObject({ id: goods.dress })
  await db.update(skus).set({ priceAmount: 4_242 }).where(eq(skus.id, goods.dress))
  await vi.waitFor(async () => expect((await readLine())?.sku?.price.price_value).toBe('42.42'), 1_000)
  const [sku] = await db.select({ productId: skus.productId }).from(skus).where(eq(skus.id, goods.dress))
  await db
    .update(products)
    .set({ name: 'Renamed' })
    .where(eq(products.id, sku?.productId ?? 0))
  await vi.waitFor(async () => expect((await readLine())?.sku?.product.name).toBe('Renamed'), 1_000)
  await db.update(currencies).set({ symbolLeft: 'US$' }).where(eq(currencies.code, 'USD'))
  await vi.waitFor(async () => expect((await readLine())?.sku?.price.price).toContain('US$'), 1_000)
})

test('propagates the remaining stock after a sale to another instance within a second', async () => {
  await readLine()
  await one.shop.db.update(skus).set({ inventory: 3 }).where(eq(skus.id, goods.dress))
  await vi.waitFor(async () => expect((await readLine())?.sku?.inventory).toBe(3), 1_000)
})

test('updates a cached product list after a change by another instance within a second', async () => {
  const { db } = one.shop
  const listIds = async (input: Input<typeof listProducts>) => {
    const { data, meta } = await world.other.callAs(world.ada)(listProducts, input)
    expect(meta.pagination.total).toBe(data.length)
    return data.map(({ id }) => id)
  }
  const cheapestFirst = () => listIds({ sort: 'price_asc' })
  const scarves = () => listIds({ q: 'scarf' })
  const inStock = () => listIds({ in_stock: 1 })
  expect((await cheapestFirst())[0]).toBe(goods.gift)
  expect(await scarves()).toEqual([goods.scarf])
  expect(await inStock()).toContain(goods.swimsuit)

  await db.update(skus).set({ priceAmount: 500 }).where(eq(skus.id, goods.finalSale))
  await vi.waitFor(async () => expect((await cheapestFirst())[0]).toBe(goods.finalSale), 1_000)
  await db.update(products).set({ name: 'The other scarf' }).where(eq(products.id, goods.bag))
  await vi.waitFor(async () => expect((await scarves()).sort()).toEqual([goods.scarf, goods.bag]), 1_000)
  await db.update(skus).set({ inventory: 0 }).where(eq(skus.id, goods.swimsuit))
  await vi.waitFor(async () => expect(await inStock()).not.toContain(goods.swimsuit), 1_000)
})

test('propagates a coupon that is out of stock to another instance within a second', async () => {
  const { shop } = one
  const couponId = await saveTestCoupon(shop.db, { stockTotal: 1 })
  const widget = await saveTestWidget(shop.db, [couponId])
  const isAvailable = async () => {
    const widgets = await findWidgets(world.other.shop, { customerId: null }, [widget.id])
    return widgets.get(widget.id)?.settings.coupon.codes[0]?.is_available
  }
  await vi.waitFor(async () => expect(await isAvailable()).toBe(true), 1_000)
  await giveCoupon(shop, { customerId: world.ada.id, email: world.ada.email }, couponId)
  await vi.waitFor(async () => expect(await isAvailable()).toBe(false), 1_000)
})

test('propagates a setting to another instance within a second', async () => {
  const readName = async () =>
    (await readSite(world.other.shop, new Request('http://harbor.test/'), new Set(['en']))).name
  expect(await readName()).toBe('Harbor')
  await saveSetting(one.shop.db, 'site_name', 'Elsewhere')
  await vi.waitFor(async () => expect(await readName()).toBe('Elsewhere'), 1_000)
})

test('has a trigger on every cached table', async () => {
  const { rows } = await one.shop.db.execute<{ name: string; isTold: boolean }>(sql`
    select c.relname as name, exists (
      select from pg_trigger t where t.tgrelid = c.oid and t.tgname in ('tell_kept_table', 'tell_kept_row', 'tell_kept_added')) as "isTold"
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`)
  const kept = rows.filter(({ name }) => cachedTables.has(name))
  expect(kept.length).toBeGreaterThan(10)
  expect(kept.filter(({ isTold }) => !isTold)).toEqual([])
})
