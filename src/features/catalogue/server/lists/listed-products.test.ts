import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { getProduct, type Product } from '#features/catalogue/catalogue.contract.ts'
import { listProducts } from '#features/catalogue/product-list.contract.ts'
import { currencies, currencyRates } from '#features/settings/server/settings.tables.ts'
import { checkListings } from '#testing/checks/check-listings.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { products, productTexts, skuOptions, skuPrices, skus } from '../catalogue.tables.ts'
import {
  removeSku,
  saveCategories,
  saveProducts,
  setInventory,
  setProductStatus,
} from '../products/catalogue.service.ts'
import { listedPrices, listedProducts } from './listed-products.tables.ts'
import { rebuildListings } from './rebuild-listings.service.ts'

const shop = testShop()
let newcomer: Person
let stranger: Person

const colors = ['Clay', 'Sage']
const sizes = ['S', 'M', '38']
const handles = ['one', 'two', 'three', 'four', 'five']
const skuId = (product: number, at: number) => product * 10 + at

const wholeProduct = (product: number, count: number, amount: number) => ({
  id: product,
  handle: handles[product - 1] ?? '',
  name: `Piece ${handles[product - 1]}`,
  basicCategoryId: 10 + (product % 2),
  image: '/x.svg',
  images: [{ path: '/x.svg', alt: '' }],
  skus: Array.from({ length: count }, (_, at) => ({
    id: skuId(product, at),
    sku: `S${product}-${at}`,
    inventory: (product + at) % 3,
    priceAmount: amount,
    sort: at,
    options: [
      { name: 'Color', valueName: colors[at % 2] ?? '' },
      { name: 'Size', valueName: sizes[at % 3] ?? '' },
    ],
  })),
})

beforeAll(async () => {
  const { db } = shop.shop
  await db.insert(currencies).values([
    { id: 1, code: 'USD', name: 'US Dollar', symbolLeft: '$' },
    { id: 2, code: 'CHF', name: 'Swiss Franc', symbolLeft: 'CHF ', roundingAmount: 5 },
    { id: 3, code: 'JPY', name: 'Yen', symbolLeft: '¥', decimals: 0 },
  ])
  await db.insert(currencyRates).values([
    { currency: 'CHF', rate: 0.8123, asOf: shop.clock.now() },
    { currency: 'JPY', rate: 150, asOf: shop.clock.now() },
  ])
  await saveCategories(db, [
    { id: 10, code: 'dresses', name: 'Dresses' },
    { id: 11, code: 'coats', name: 'Coats' },
  ])
  for (const product of [1, 2, 3, 4, 5]) {
    await saveProducts(shop.shop, [wholeProduct(product, 3, 5_000 + product * 700)])
    shop.clock.advance(1_000)
  }
  newcomer = await shop.signedIn()
  stranger = shop.stranger()
})

type Move = { product: number; at: number; amount: number }
/** All kinds of changes to a product, made by the shop's services or by SQL. */
const moves: ((move: Move) => Promise<unknown>)[] = [
  ({ product, at, amount }) =>
    shop.shop.db
      .update(skus)
      .set({ priceAmount: amount })
      .where(eq(skus.id, skuId(product, at))),
  ({ product, at, amount }) =>
    shop.shop.db
      .update(skus)
      .set({ priceAmount: 0, isFree: amount % 2 === 0 })
      .where(eq(skus.id, skuId(product, at))),
  ({ product, at, amount }) =>
    shop.shop.db
      .update(skus)
      .set({ specialPriceAmount: amount % 2 ? amount : null })
      .where(eq(skus.id, skuId(product, at))),
  ({ product, at, amount }) =>
    shop.shop.db
      .update(skus)
      .set({ newUserPriceAmount: amount % 2 ? amount : null })
      .where(eq(skus.id, skuId(product, at))),
  // The SKU may be removed concurrently. The lock makes the statement wait for the removal, and the removed SKU then
  // gets no price.
  ({ product, at, amount }) =>
    shop.shop.db.execute(sql`
      insert into sku_prices (sku_id, currency, price_amount)
        select id, 'JPY', ${amount} from skus where id = ${skuId(product, at)} for key share
      on conflict (sku_id, currency) do update set price_amount = excluded.price_amount`),
  // Sets the prices of all SKUs of a product, in a currency in which the test requests lists.
  ({ product, amount }) =>
    shop.shop.db.execute(sql`
      insert into sku_prices (sku_id, currency, price_amount)
        select id, 'CHF', ${amount} from skus where product_id = ${product} for key share
      on conflict (sku_id, currency) do update set price_amount = excluded.price_amount`),
  ({ product, at }) => shop.shop.db.delete(skuPrices).where(eq(skuPrices.skuId, skuId(product, at))),
  ({ product, amount }) =>
    shop.shop.db
      .update(skus)
      .set({ currency: amount % 2 ? 'CHF' : 'USD' })
      .where(eq(skus.productId, product)),
  ({ product, at, amount }) =>
    shop.shop.db
      .update(skus)
      .set({ currency: amount % 2 ? 'CHF' : 'USD' })
      .where(eq(skus.id, skuId(product, at))),
  ({ product, at, amount }) => setInventory(shop.shop.db, skuId(product, at), amount % 3).catch(() => {}),
  ({ product, amount }) => setProductStatus(shop.shop.db, product, amount % 2 ? 1 : 0),
  ({ product, at }) => removeSku(shop.shop.db, skuId(product, at)).catch(() => {}),
  ({ product, at, amount }) => saveProducts(shop.shop, [wholeProduct(product, at + 1, amount)]),
  ({ product, at, amount }) =>
    shop.shop.db
      .update(skuOptions)
      .set({ valueName: sizes[amount % 3] ?? '' })
      .where(sql`sku_id = ${skuId(product, at)} and name = 'Size'`),
  ({ product, amount }) =>
    shop.shop.db
      .update(products)
      .set({ name: `Renamed ${amount}` })
      .where(eq(products.id, product)),
  ({ product, amount }) =>
    shop.shop.db
      .insert(productTexts)
      .values({ productId: product, language: 'de', name: `Stück ${amount}` })
      .onConflictDoUpdate({
        target: [productTexts.productId, productTexts.language],
        set: { name: `Stück ${amount}` },
      }),
  ({ product, amount }) =>
    shop.shop.db.execute(sql`
      update product_categories set category_id = ${10 + (amount % 2)} where product_id = ${product}`),
]

type ListCase = {
  currency: string
  sort: 'new' | 'price_asc' | 'price_desc'
  size?: string
  color?: string
  category?: string
  in_stock?: number
  min_price?: number
  max_price?: number
}

/**
 * Computes the expected list from the product pages, each with the price of its cheapest SKU that matches all filters.
 */
function expectList(pages: Product[], listCase: ListCase): { handle: string; price: number }[] {
  const found = pages.flatMap((page) => {
    const hasOption = (sku: Product['skus'][number], name: string, value: string | undefined) =>
      value === undefined || sku.options.some((one) => one.name === name && one.value_name === value)
    const prices = page.skus
      .filter((sku) => hasOption(sku, 'Size', listCase.size) && hasOption(sku, 'Color', listCase.color))
      .filter((sku) => !listCase.in_stock || sku.inventory > 0)
      .map((sku) => Number(sku.price.price_value))
      .filter(
        (price) => price >= (listCase.min_price ?? 0) && price <= (listCase.max_price ?? Number.POSITIVE_INFINITY),
      )
    const isInCategory = !listCase.category || page.categories.some(({ code }) => code === listCase.category)
    if (page.status !== 1 || !isInCategory || prices.length === 0) return []
    return { handle: page.handle, id: page.id, price: Math.min(...prices) }
  })
  const turn = { new: 0, price_asc: 1, price_desc: -1 }[listCase.sort]
  // Products were created in the order of their ids.
  return found
    .sort((one, other) => turn * (one.price - other.price) || other.id - one.id)
    .map(({ handle, price }) => ({ handle, price }))
}

const anyListCase = fc.record(
  {
    currency: fc.constantFrom('USD', 'CHF', 'JPY'),
    sort: fc.constantFrom('new' as const, 'price_asc' as const, 'price_desc' as const),
    size: fc.constantFrom(...sizes),
    color: fc.constantFrom(...colors),
    category: fc.constantFrom('dresses', 'coats'),
    in_stock: fc.constant(1),
    min_price: fc.integer({ min: 0, max: 120 }),
    max_price: fc.integer({ min: 0, max: 9_000 }),
  },
  { requiredKeys: ['currency', 'sort'] },
)

test('keeps lists equal to the product pages after any changes, even concurrent changes', async () => {
  const anyMove = fc.tuple(
    fc.nat(moves.length - 1),
    fc.record({ product: fc.integer({ min: 1, max: 5 }), at: fc.nat(2), amount: fc.integer({ min: 0, max: 12_000 }) }),
  )
  const life = fc.array(fc.tuple(anyMove, anyMove), { minLength: 3, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(life, fc.array(anyListCase, { minLength: 6, maxLength: 6 }), async (pairs, lists) => {
      for (const pair of pairs) await Promise.all(pair.map(([which, move]) => moves[which]?.(move)))
      await checkListings(shop.shop.db)
      for (const [at, listCase] of lists.entries()) {
        const actor = at % 2 ? newcomer : stranger
        const { currency } = listCase
        const pages = await Promise.all(handles.map((handle) => actor.call(getProduct, { handle, currency })))
        const { data, meta } = await actor.call(listProducts, listCase)
        const answered = data.map(({ handle, price }) => ({ handle, price: Number(price.price_value) }))
        const expected = expectList(pages, listCase)
        expect(meta.pagination.total).toBe(expected.length)
        // Products with equal converted prices are sorted by their original price.
        if (listCase.sort !== 'new')
          expect(answered.map(({ price }) => price)).toEqual(expected.map(({ price }) => price))
        const sorted = (list: typeof answered) =>
          listCase.sort === 'new' ? list : list.toSorted((one, other) => one.handle.localeCompare(other.handle))
        expect(sorted(answered)).toEqual(sorted(expected))
      }
    }),
    // The moves run concurrently. Shrinking would take minutes and hide the cause.
    { numRuns: 6, endOnFailure: true },
  )
})

test('lists the changes of two concurrent transactions', async () => {
  const { db } = shop.shop
  await saveProducts(shop.shop, [wholeProduct(1, 3, 5_000)])
  const bothBegan = Promise.withResolvers<void>()
  let begun = 0
  const write = (statement: ReturnType<typeof sql>) =>
    db.transaction(async (tx) => {
      await tx.execute(statement)
      if (++begun === 2) bothBegan.resolve()
      await bothBegan.promise
    })
  await Promise.all([
    write(sql`update skus set inventory = 9 where product_id = 1`),
    write(sql`update sku_options set value_name = 'XL' where name = 'Size' and sku_id = ${skuId(1, 0)}`),
  ])
  const [listed] = await db.select().from(listedProducts).where(eq(listedProducts.productId, 1))
  expect(listed?.offers).toContain('+size XL')
  await checkListings(db)
})

test('rebuilds all listings by one command', async () => {
  const { db } = shop.shop
  await db.delete(listedProducts)
  expect(await db.$count(listedPrices)).toBe(0)
  expect(await rebuildListings(db)).toBe(handles.length)
  await checkListings(db)
})

test('finds products by their texts in every language, even with typos', async () => {
  const { db } = shop.shop
  await setProductStatus(db, 2, 1)
  await saveProducts(shop.shop, [wholeProduct(2, 2, 4_000)])
  await db.insert(productTexts).values([
    { productId: 2, language: 'fr', name: 'Robe portefeuille', description: 'Coupe ample.' },
    { productId: 2, language: 'es', name: 'Vestido cruzado' },
  ])
  const find = async (q: string) => {
    const { data, meta } = await stranger.call(listProducts, { q })
    return [...data.map(({ handle }) => handle), ...(meta.is_close ? ['guessed'] : [])]
  }
  expect(await find('portefeuille')).toEqual(['two'])
  expect(await find('vestid')).toEqual(['two'])
  expect(await find('ample')).toEqual(['two'])
  expect(await find('portefeulle')).toEqual(['two', 'guessed'])
  await db.delete(productTexts).where(eq(productTexts.language, 'fr'))
  expect(await find('portefeuille')).toEqual([])
})
