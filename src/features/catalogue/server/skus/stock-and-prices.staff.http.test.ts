import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { StaffProblem } from '#contract/calls/staff-call.ts'
import { dayMs } from '#contract/times/times.ts'
import { getProduct } from '#features/catalogue/catalogue.contract.ts'
import * as categories from '#features/catalogue/categories.staff.contract.ts'
import * as prices from '#features/catalogue/prices.staff.contract.ts'
import { listCategories } from '#features/catalogue/product-list.contract.ts'
import * as stock from '#features/catalogue/stock.staff.contract.ts'
import { buy, goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { skus } from '../catalogue.tables.ts'
import { applyDuePrices } from './prices.staff.service.ts'

const shop = testShop()
const staff = testStaff(shop)
let mia: StaffPerson
let wim: StaffPerson
let ada: Person

beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  ada = await shop.signedIn()
  // An API key, because a member's session would expire during the sales of this test.
  mia = await staff.key('catalogue:write')
  wim = await staff.member('warehouse', 'Wim')
})

const problemOf = (pending: Promise<unknown>) =>
  pending.then(
    () => null,
    (error) => (error instanceof StaffProblem ? error.problem : Promise.reject(error)),
  )
const show = async (handle: string, currency = 'USD') => (await ada.call(getProduct, { handle, currency })).skus[0]
const codeOf = (good: keyof typeof goods) => `SKU-${goods[good]}`

describe('stock', () => {
  const sku = codeOf('scarf')
  test('is counted or changed with a reason, and logs every change', async () => {
    const { data } = await wim.call(stock.changeStock, {
      items: [
        { sku, set: 40, reason: 'counted' },
        { sku, by: -3, reason: 'damaged', note: 'Moths' },
      ],
    })
    expect(data.moves).toMatchObject([
      { sku, by: -960, stock: 40, reason: 'counted', actor: 'Wim' },
      { sku, by: -3, stock: 37, reason: 'damaged', note: 'Moths' },
    ])
    expect((await show('scarf'))?.inventory).toBe(37)
    const { data: moves } = await wim.call(stock.listStockMoves, { sku, limit: 1 })
    expect(moves).toMatchObject({ data: [{ by: -3 }], total: 2 })
    const { data: rest } = await wim.call(stock.listStockMoves, { sku, after: moves.next ?? '' })
    expect(rest).toMatchObject({ data: [{ by: -960 }], next: null })
  })

  test('rejects a negative result, an unknown SKU or ambiguous input, and changes nothing', async () => {
    const good = { sku, set: 1, reason: 'counted' as const }
    const left = (await show('scarf'))?.inventory
    const wrong: [object, string][] = [
      [{ sku, by: -5000, reason: 'lost' }, '1.by'],
      [{ sku: 'NONE', by: 1, reason: 'received' }, '1.sku'],
      [{ sku, by: 1, set: 1, reason: 'received' }, '1.set'],
      [{ sku, reason: 'received' }, '1.set'],
      [{ sku, by: 1, reason: 'because' }, 'items.1.reason'],
    ]
    for (const [item, field] of wrong) {
      const problem = await problemOf(wim.call(stock.changeStock, { items: [good, item as typeof good] }))
      expect(problem).toMatchObject({ status: 422, errors: [{ field }] })
    }
    expect((await show('scarf'))?.inventory).toBe(left)
  })

  test('applies simultaneous deliveries and orders', async () => {
    const bag = codeOf('bag')
    await Promise.all([
      ...Array.from({ length: 5 }, () =>
        wim.call(stock.changeStock, { items: [{ sku: bag, by: 10, reason: 'received' }] }),
      ),
      ...Array.from({ length: 5 }, () => buy(shop.shop, { id: '', email: 'guest@harbor.test' }, [goods.bag])),
    ])
    expect((await show('bag'))?.inventory).toBe(1000 + 50 - 5)
  })

  test('lists low stock, lowest first, by page', async () => {
    await wim.call(stock.changeStock, { items: [{ sku: codeOf('gift'), set: 2, reason: 'counted' }] })
    const { data } = await wim.call(stock.listStock, { below: 5, sort: 'stock', limit: 1 })
    expect(data).toMatchObject({
      data: [{ sku: codeOf('soldOut'), stock: 0, product: { handle: 'soldout' } }],
      total: 2,
    })
    const { data: next } = await wim.call(stock.listStock, { below: 5, sort: 'stock', after: data.next ?? '' })
    expect(next).toMatchObject({
      data: [{ sku: codeOf('gift'), stock: 2, options: [{ name: 'Color', value: 'Clay' }, {}] }],
    })
    const { data: one } = await wim.call(stock.listStock, { q: codeOf('gift') })
    expect(one.data.map((row) => row.sku)).toEqual([codeOf('gift')])
    expect((await wim.call(stock.listStock, { product: 'gift' })).data.total).toBe(1)
  })

  test('lets marketing read the stock, but not change it', async () => {
    const max = await staff.member('marketing')
    expect((await max.call(stock.listStock, {})).data.data.length).toBeGreaterThan(5)
    const items = [{ sku, by: 1, reason: 'received' as const }]
    expect(await problemOf(max.call(stock.changeStock, { items }))).toMatchObject({ status: 403 })
  })
})

describe('prices', () => {
  const set = (item: object) =>
    mia.call(prices.changePrices, { items: [{ sku: codeOf('dress'), currency: 'USD', price: 15_000, ...item }] })
  const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * dayMs).toISOString()
  const history = async (sku: string) => (await mia.call(prices.listSkuPrices, { sku })).data.data

  test('apply immediately in their currency, and keep the previous price in the history', async () => {
    await set({ price: 14_000, compare_at: 18_000 })
    expect((await show('dress'))?.price.price_value).toBe('140.00')
    await set({ currency: 'EUR', price: 11_111 })
    expect((await show('dress', 'EUR'))?.price.price_value).toBe('111.11')
    expect(
      (await history(codeOf('dress'))).map(({ currency, price, is_running, by }) => [
        currency,
        price?.amount,
        is_running,
        by,
      ]),
    ).toEqual([
      ['EUR', 11_111, true, 'ERP'],
      ['EUR', undefined, false, ''],
      ['USD', 14_000, true, 'ERP'],
      ['USD', 15_000, false, ''],
    ])
    await set({ currency: 'EUR', price: null })
    expect((await show('dress', 'EUR'))?.price.price_value).toBe('126.00')
  })

  test('begin and end on their days, and afterwards the earlier price applies again', async () => {
    const sku = codeOf('shoe')
    const { data } = await set({ sku, price: 7000, from: inDays(1), to: inDays(3) })
    expect(data.prices).toMatchObject([{ state: 'planned', is_running: false }])
    await applyDuePrices(shop.shop)
    expect((await show('shoe'))?.price.price_value).toBe('95.00')
    shop.clock.advance(dayMs)
    await applyDuePrices(shop.shop)
    expect((await show('shoe'))?.price.price_value).toBe('70.00')
    shop.clock.advance(2 * dayMs)
    await applyDuePrices(shop.shop)
    expect((await show('shoe'))?.price.price_value).toBe('95.00')
    expect((await history(sku)).map(({ state }) => state)).toEqual(['over', 'open'])
  })

  test('keep a concurrent change when a sale ends', async () => {
    const sku = codeOf('swimsuit')
    await set({ sku, price: 4000, to: inDays(1) })
    expect((await show('swimsuit'))?.price.price_value).toBe('40.00')
    await shop.shop.db.update(skus).set({ priceAmount: 6100 }).where(eq(skus.sku, sku))
    shop.clock.advance(dayMs)
    await applyDuePrices(shop.shop)
    expect((await show('swimsuit'))?.price.price_value).toBe('61.00')
  })

  test('are canceled before they begin, or ended while they run', async () => {
    const sku = codeOf('lingerie')
    const planned = (await set({ sku, price: 2500, from: inDays(1) })).data.prices[0]?.id ?? ''
    expect((await mia.call(prices.endPrice, { id: planned })).data).toMatchObject({ state: 'over' })
    const running = (await set({ sku, price: 2000, to: inDays(9) })).data.prices[0]?.id ?? ''
    expect((await show('lingerie'))?.price.price_value).toBe('20.00')
    shop.clock.advance(60_000)
    await mia.call(prices.endPrice, { id: running })
    expect((await show('lingerie'))?.price.price_value).toBe('30.00')
    shop.clock.advance(2 * dayMs)
    await applyDuePrices(shop.shop)
    expect((await show('lingerie'))?.price.price_value).toBe('30.00')
    const counting = (await history(sku)).find((one) => one.is_running)?.id ?? ''
    expect(await problemOf(mia.call(prices.endPrice, { id: counting }))).toMatchObject({ code: 'still_used' })
  })

  test('are rejected with errors by field, and then no price is set', async () => {
    const before = await show('dress')
    const wrong: [object, string][] = [
      [{ sku: 'NONE' }, '1.sku'],
      [{ currency: 'ZZZ' }, '1.currency'],
      [{ special: 20_000 }, '1.special'],
      [{ compare_at: 100 }, '1.compare_at'],
      [{ to: '2020-01-01T00:00:00Z' }, '1.to'],
      [{ from: inDays(3), to: inDays(2) }, '1.to'],
      [{ price: null }, '1.price'],
      [{ price: -1 }, 'items.1.price'],
    ]
    const good = { sku: codeOf('dress'), currency: 'USD', price: 1 }
    for (const [item, field] of wrong) {
      const pending = mia.call(prices.changePrices, { items: [good, { ...good, price: 15_000, ...item }] })
      expect(await problemOf(pending)).toMatchObject({ status: 422, errors: [{ field }] })
    }
    expect(await show('dress')).toEqual(before)
  })
})

describe('categories', () => {
  test('are added, moved, changed and shown immediately', async () => {
    await mia.call(categories.createCategory, { code: 'women', name: 'Women' })
    expect(await problemOf(mia.call(categories.createCategory, { code: 'women', name: 'x' }))).toMatchObject({
      status: 409,
    })
    const { data, etag } = await mia.call(categories.getStaffCategory, { code: 'dresses' })
    expect(data).toMatchObject({ parent: null, is_returnable: true })
    const edit = { code: 'dresses', parent: 'women', name: 'Day dresses' }
    const edited = await mia.call(categories.editCategory, edit, { ifMatch: etag ?? '' })
    expect(edited.data).toMatchObject({ parent: 'women', name: 'Day dresses' })
    expect(await problemOf(mia.call(categories.editCategory, edit, { ifMatch: etag ?? '' }))).toMatchObject({
      status: 412,
    })
    await mia.call(categories.createCategory, { code: 'linen', name: 'Linen', sort: 9 })
    const { data: list } = await mia.call(categories.listStaffCategories, { limit: 100 })
    expect(list.data.at(-1)).toMatchObject({ code: 'linen', products: 0 })
    expect((await ada.call(getProduct, { handle: 'dress' })).product_basic_category.name).toBe('Day dresses')
    expect(await ada.call(listCategories, {})).not.toContainEqual(expect.objectContaining({ code: 'linen' }))
  })

  test('rejects the second of two concurrent moves that would create a cycle', async () => {
    for (const code of ['one', 'two']) await mia.call(categories.createCategory, { code, name: code })
    const under = (code: string, parent: string) =>
      problemOf(mia.call(categories.editCategory, { code, parent }, { ifMatch: '*' }))
    const outcomes = await Promise.all([under('one', 'two'), under('two', 'one')])
    expect(outcomes.filter((one) => one?.errors?.[0]?.field === 'parent')).toHaveLength(1)
    expect(await under('one', 'one')).toMatchObject({ status: 422 })
    expect(await under('one', 'nothing')).toMatchObject({ status: 422 })
  })

  test('keeps a category with products and deletes an empty one', async () => {
    const remove = (code: string) => problemOf(mia.call(categories.deleteCategory, { code }, { ifMatch: '*' }))
    expect(await remove('dresses')).toMatchObject({ status: 409, code: 'still_used' })
    expect(await remove('linen')).toBeNull()
    expect(await remove('linen')).toMatchObject({ status: 404 })
  })
})
