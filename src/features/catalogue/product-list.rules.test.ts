import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clearFilters,
  compareSizes,
  countFilters,
  isPlainQuery,
  listSearchWords,
  productSorts,
  readProductQuery,
  toProductListHref,
  toProductSearch,
} from './product-list.rules.ts'

const nothing = readProductQuery({})

test('selects all products without search parameters', () => {
  expect(nothing).toEqual({
    q: '',
    size: [],
    color: [],
    minPrice: null,
    maxPrice: null,
    isInStock: false,
    sort: null,
    page: 1,
  })
  expect(toProductListHref('/catalogue', nothing)).toBe('/catalogue')
})

test.each([
  [{ page: 'x', min_price: '-3', sort: 'name', in_stock: 'yes', size: ',,', q: {} }, nothing],
  [{ page: 0 }, nothing],
  [{ page: 2.5 }, nothing],
  [{ size: 38 }, { ...nothing, size: ['38'] }],
  [{ size: '38, 39,38' }, { ...nothing, size: ['38', '39'] }],
  [{ color: 'Sea Glass' }, { ...nothing, color: ['Sea Glass'] }],
  [
    { min_price: 20, max_price: '99.5' },
    { ...nothing, minPrice: 20, maxPrice: 99.5 },
  ],
  [
    { q: ' linen ', sort: 'price_asc', page: 3, in_stock: 1 },
    { ...nothing, q: 'linen', sort: 'price_asc' as const, page: 3, isInStock: true },
  ],
])('reads the valid parts of %j', (search, query) => {
  expect(readProductQuery(search)).toEqual(query)
})

const Query = fc.record({
  q: fc.string({ maxLength: 60 }).map((text) => text.trim()),
  size: fc.uniqueArray(fc.constantFrom('S', 'M', '38', 'One size'), { maxLength: 3 }),
  color: fc.uniqueArray(fc.constantFrom('Clay', 'Sea Glass'), { maxLength: 2 }),
  minPrice: fc.option(fc.integer({ min: 0, max: 9999 })),
  maxPrice: fc.option(fc.integer({ min: 0, max: 9999 })),
  isInStock: fc.boolean(),
  sort: fc.option(fc.constantFrom(...productSorts)),
  page: fc.integer({ min: 1, max: 500 }),
})

test('restores a query from its address', () => {
  fc.assert(
    fc.property(Query, (query) => {
      const search = new URL(toProductListHref('/search', query), 'http://harbor.test').searchParams
      expect(readProductQuery(Object.fromEntries(search))).toEqual(query)
      expect(toProductSearch(query).page).toBe(query.page > 1 ? String(query.page) : undefined)
    }),
  )
})

test('clears the filters, keeps the search text and the sort order, and starts at the first page', () => {
  const query = readProductQuery({
    q: 'linen',
    size: 'M',
    color: 'Clay',
    max_price: 9,
    in_stock: 1,
    sort: 'new',
    page: 4,
  })
  expect(countFilters(query)).toBe(4)
  expect(clearFilters(query)).toEqual({ ...nothing, q: 'linen', sort: 'new' })
  expect(isPlainQuery(query)).toBe(false)
  expect(isPlainQuery({ ...nothing, page: 3 })).toBe(true)
})

test('sorts sizes from small to large', () => {
  const sizes = ['One size', '40', 'L', 'XS', '9', 'XL', 'S', '38', 'M']
  expect(sizes.sort(compareSizes)).toEqual(['XS', 'S', 'M', 'L', 'XL', '9', '38', '40', 'One size'])
})

test.each([
  ['Linen, dress!', ['linen', 'dress']],
  ["o'clock & <b>:*", ['o', 'clock', 'b']],
  ['  ', []],
  ['été', ['été']],
  ['a b c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
])('splits the search text %j into the words %j', (q, words) => {
  expect(listSearchWords(q)).toEqual(words)
})
