import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { getProduct } from '#features/catalogue/catalogue.contract.ts'
import { listCategories, listProducts } from '#features/catalogue/product-list.contract.ts'
import { currencies, currencyRates } from '#features/settings/server/settings.tables.ts'
import { testShop } from '#testing/test-shop.ts'
import { skuOptions } from '../catalogue.tables.ts'
import { saveCategories, saveProducts, saveShoeSizes } from '../products/catalogue.service.ts'

const shop = testShop()

type Piece = [color: string, size: string, inventory: number, price: number, special?: number]

/** Products, created one per hour in this order. */
const wares: { id: number; handle: string; name: string; categoryId: number; words?: string; pieces: Piece[] }[] = [
  {
    id: 1,
    handle: 'ebb-dress',
    name: 'Ebb Wrap Dress',
    categoryId: 10,
    words: 'Clay Sage linen',
    pieces: [
      ['Clay', 'M', 3, 12_000, 9_000],
      ['Sage', 'S', 0, 12_000],
    ],
  },
  { id: 2, handle: 'tide-dress', name: 'Tide Dress', categoryId: 10, pieces: [['Clay', 'S', 2, 8_000]] },
  { id: 3, handle: 'regatta', name: 'Regatta Court Sneaker', categoryId: 16, pieces: [['Navy', '38', 5, 9_500]] },
  { id: 4, handle: 'gone-coat', name: 'Gone Coat', categoryId: 12, pieces: [['Camel', 'M', 0, 28_900]] },
]

beforeAll(async () => {
  const { db } = shop.shop
  const now = shop.clock.now()
  await db.insert(currencies).values([
    { id: 1, code: 'USD', name: 'US Dollar', symbolLeft: '$' },
    { id: 2, code: 'CHF', name: 'Swiss Franc', symbolLeft: 'CHF ', roundingAmount: 5 },
    { id: 3, code: 'JPY', name: 'Yen', symbolLeft: '¥', decimals: 0 },
  ])
  await db.insert(currencyRates).values([
    { currency: 'CHF', rate: 0.8123, asOf: now },
    { currency: 'JPY', rate: 150, asOf: now },
  ])
  await saveCategories(db, [
    { id: 1, code: 'women', name: 'Women', sort: 0 },
    { id: 10, code: 'dresses', name: 'Dresses', parentId: 1, sort: 1 },
    { id: 12, code: 'coats', name: 'Coats', parentId: 1, sort: 2, image: '/coats.svg' },
    { id: 16, code: 'women_shoes', name: 'Shoes', parentId: 1, sort: 3 },
    { id: 99, code: 'empty', name: 'Nothing yet', sort: 4 },
  ])
  await saveShoeSizes(db, [{ categoryCode: 'women_shoes', euSize: 38, usSize: '7.5' }])
  const common = { description: 'Made by the water.' }
  for (const { id, handle, name, categoryId, words = '', pieces } of wares) {
    await saveProducts(shop.shop, [
      {
        ...common,
        id,
        handle,
        name,
        searchWords: words,
        basicCategoryId: categoryId,
        image: `/${handle}.svg`,
        images: [{ path: `/${handle}.svg`, alt: name }],
        skus: pieces.map(([color, size, inventory, priceAmount, specialPriceAmount = null], at) => ({
          id: id * 10 + at,
          sku: `S${id}-${at}`,
          image: `/${handle}-${color.toLowerCase()}.svg`,
          inventory,
          priceAmount,
          specialPriceAmount,
          sort: at,
          options: [
            { name: 'Color', valueName: color },
            { name: 'Size', valueName: size },
          ],
          prices: handle === 'tide-dress' ? [{ currency: 'JPY', priceAmount: 9_999 }] : [],
        })),
      },
    ])
    shop.clock.advance(60 * 60 * 1000)
  }
  await saveProducts(shop.shop, [
    {
      id: 5,
      handle: 'taken-down',
      name: 'Taken Down Dress',
      status: 0,
      basicCategoryId: 10,
      image: '/x.svg',
      images: [{ path: '/x.svg', alt: '' }],
      skus: [{ id: 50, sku: 'S5', inventory: 3, priceAmount: 100, options: [] }],
    },
  ])
})

const handlesOf = async (input: Parameters<typeof ask>[0]) => (await ask(input)).data.map(({ handle }) => handle)
const ask = (input: Record<string, unknown>) => shop.stranger().call(listProducts, input)

test('lists all products on sale as cards, newest first', async () => {
  const response = await shop.stranger().fetch('/rest/products?limit=2')
  expect(await response.json()).toEqual({
    data: [
      {
        id: 4,
        handle: 'gone-coat',
        name: 'Gone Coat',
        image: '/gone-coat.svg',
        price: { code: 'USD', price: '$289.00', price_value: '289.00' },
        compare_at_price: null,
        is_from: false,
        availability: 6,
        is_collected: false,
      },
      expect.objectContaining({ handle: 'regatta', availability: 1 }),
    ],
    meta: {
      pagination: { current_page: 1, total_pages: 2, total: 4 },
      category: null,
      is_close: false,
      filters: null,
    },
  })
  expect(await handlesOf({ limit: 2, page: 2 })).toEqual(['tide-dress', 'ebb-dress'])
  expect(await handlesOf({ page: 9 })).toEqual([])
})

test('shows the price of the cheapest SKU on a card, and whether other SKUs cost more', async () => {
  const { data } = await ask({ category: 'dresses', sort: 'price_desc' })
  expect(data[0]).toMatchObject({
    handle: 'ebb-dress',
    price: { price: '$90.00' },
    compare_at_price: { price: '$120.00' },
    is_from: true,
  })
})

test.each([
  [{ category: 'women' }, ['gone-coat', 'regatta', 'tide-dress', 'ebb-dress']],
  [{ category: 'dresses' }, ['tide-dress', 'ebb-dress']],
  [{ category: 'empty' }, []],
  [{ size: 'S' }, ['tide-dress', 'ebb-dress']],
  [{ size: 'S,38' }, ['regatta', 'tide-dress', 'ebb-dress']],
  [{ size: 'S', color: 'Sage' }, ['ebb-dress']],
  // The product has Clay in M and Sage in S, but no Clay in S.
  [{ size: 'S', color: 'Clay' }, ['tide-dress']],
  [{ in_stock: 1 }, ['regatta', 'tide-dress', 'ebb-dress']],
  [{ size: 'S', in_stock: 1 }, ['tide-dress']],
  [{ max_price: 90 }, ['tide-dress', 'ebb-dress']],
  [{ min_price: 90.01, max_price: 120 }, ['regatta', 'ebb-dress']],
  [{ sort: 'price_asc' }, ['tide-dress', 'ebb-dress', 'regatta', 'gone-coat']],
  [{ sort: 'price_desc' }, ['gone-coat', 'regatta', 'ebb-dress', 'tide-dress']],
])('for the filters %j, lists %j', async (input, handles) => {
  expect(await handlesOf(input)).toEqual(handles)
  expect((await ask(input)).meta.pagination.total).toBe(handles.length)
})

test('shows the picture of the chosen color', async () => {
  const { data } = await ask({ color: 'Sage' })
  expect(data.map(({ image, price }) => [image, price.price])).toEqual([['/ebb-dress-sage.svg', '$120.00']])
})

describe('in another currency', () => {
  test('shows the prices of the product page on cards, and filters by these prices', async () => {
    for (const currency of ['CHF', 'JPY', 'USD', 'ZZZ']) {
      const { data } = await ask({ currency })
      for (const card of data) {
        const product = await shop.stranger().call(getProduct, { handle: card.handle, currency })
        const values = product.skus.map(({ price }) => Number(price.price_value))
        expect(Number(card.price.price_value)).toBe(Math.min(...values))
        const exact = { currency, min_price: card.price.price_value, max_price: card.price.price_value }
        expect(await handlesOf(exact)).toContain(card.handle)
      }
    }
  })

  test('sorts by a manual price', async () => {
    // The converted price would be ¥12000 and come first.
    expect(await handlesOf({ currency: 'JPY', category: 'dresses', sort: 'price_asc' })).toEqual([
      'tide-dress',
      'ebb-dress',
    ])
    expect((await ask({ currency: 'JPY', max_price: 9_999 })).data.map(({ handle }) => handle)).toEqual(['tide-dress'])
  })
})

describe('search', () => {
  test.each([
    ['dress', ['tide-dress', 'ebb-dress']],
    ['Dresses', ['tide-dress', 'ebb-dress']],
    ['the linen dress', ['ebb-dress']],
    ['snea', ['regatta']],
    ['water', ['gone-coat', 'regatta', 'tide-dress', 'ebb-dress']],
    ['clay', ['ebb-dress']],
  ])('the search %j finds the exact matches %j', async (q, handles) => {
    const { data, meta } = await ask({ q })
    expect(data.map(({ handle }) => handle).sort()).toEqual([...handles].sort())
    expect(meta.is_close).toBe(false)
  })

  test.each([
    ['snekers', ['regatta']],
    ['regata cort', ['regatta']],
    ['drss', ['tide-dress', 'ebb-dress']],
  ])('the typo %j finds %j as similar matches', async (q, handles) => {
    const { data, meta } = await ask({ q })
    expect(data.map(({ handle }) => handle).sort()).toEqual([...handles].sort())
    expect(meta.is_close).toBe(true)
  })

  test.each(['xylophone', '!!!', 'a & b | c:*', "'; drop table products; --", '%', '\\'])(
    'finds nothing for the search %j',
    async (q) => {
      expect(await ask({ q })).toMatchObject({ data: [], meta: { is_close: false, pagination: { total: 0 } } })
    },
  )

  test('shows no similar products if filters leave no result', async () => {
    expect(await ask({ q: 'dress', max_price: 1 })).toMatchObject({ data: [], meta: { is_close: false } })
  })

  test('ranks words in the name above words in the description', async () => {
    await saveProducts(shop.shop, [
      {
        id: 6,
        handle: 'hanger',
        name: 'Hanger',
        description: 'For every dress.',
        basicCategoryId: 99,
        image: '/h.svg',
        images: [{ path: '/h.svg', alt: '' }],
        skus: [{ id: 60, sku: 'S6', inventory: 1, priceAmount: 500, options: [] }],
      },
    ])
    expect((await handlesOf({ q: 'dress' })).at(-1)).toBe('hanger')
  })
})

test('returns all values of the filters regardless of the active filters, with sizes from small to large', async () => {
  const { meta } = await ask({ category: 'dresses', size: 'M', with_filters: 1 })
  expect(meta).toMatchObject({ category: { code: 'dresses', name: 'Dresses' }, pagination: { total: 1 } })
  expect(meta.filters).toEqual({
    sizes: [
      { value: 'S', us_size: null, products: 2 },
      { value: 'M', us_size: null, products: 1 },
    ],
    colors: [
      { value: 'Clay', us_size: null, products: 2 },
      { value: 'Sage', us_size: null, products: 1 },
    ],
    price: { least: expect.objectContaining({ price: '$80.00' }), most: expect.objectContaining({ price: '$120.00' }) },
  })
  const shoes = await ask({ category: 'women_shoes', with_filters: 1 })
  expect(shoes.meta.filters?.sizes).toEqual([{ value: '38', us_size: '7.5', products: 1 }])
  const none = await ask({ q: 'xylophone', with_filters: 1 })
  expect(none.meta.filters).toEqual({ sizes: [], colors: [], price: null })
})

test('counts filters of a category at most once a minute, and filters of a search after every change', async () => {
  const colorsOf = async (input: Parameters<typeof ask>[0]) =>
    (await ask({ ...input, with_filters: 1 })).meta.filters?.colors.map(({ value }) => value)
  const { db } = shop.shop
  const paint = (from: string, to: string) =>
    db.update(skuOptions).set({ valueName: to }).where(eq(skuOptions.valueName, from))
  expect(await colorsOf({ category: 'coats' })).toEqual(['Camel'])
  await paint('Camel', 'Sand')
  expect(await colorsOf({ category: 'coats' })).toEqual(['Camel'])
  expect(await colorsOf({ q: 'coat' })).toEqual(['Sand'])
  shop.clock.advance(60_000)
  expect(await colorsOf({ category: 'coats' })).toEqual(['Sand'])
  await paint('Sand', 'Camel')
})

test.each([
  'page=0',
  'limit=101',
  'sort=name',
  'min_price=-1',
  'max_price=much',
  `q=${'x'.repeat(81)}`,
  'currency=EURO',
])('returns 422 for a list with %s', async (query) => {
  expect((await shop.stranger().fetch(`/rest/products?${query}`)).status).toBe(422)
})

test('returns 404 for an unknown category', async () => {
  await expect(ask({ category: 'hats' })).rejects.toMatchObject({ status: 404 })
})

test('returns categories with products in order, with a picture', async () => {
  const found = await shop.stranger().call(listCategories, {})
  expect(found.filter(({ code }) => code !== 'empty')).toEqual([
    { code: 'women', name: 'Women', parent_code: null, image: null, is_returnable: true },
    { code: 'dresses', name: 'Dresses', parent_code: 'women', image: '/tide-dress.svg', is_returnable: true },
    { code: 'coats', name: 'Coats', parent_code: 'women', image: '/coats.svg', is_returnable: true },
    { code: 'women_shoes', name: 'Shoes', parent_code: 'women', image: '/regatta.svg', is_returnable: true },
  ])
})
