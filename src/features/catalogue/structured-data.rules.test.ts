import { expect, test } from 'vitest'
import type { PublishedReviews } from '#features/reviews/reviews.contract.ts'
import type { Product } from './catalogue.contract.ts'
import { describePath, describeProduct, describeShop } from './structured-data.rules.ts'

const shown = { toAddress: (path: string) => `https://harbor.test${path}`, siteName: 'Harbor' }
const sku = (value: string, inventory: number) => ({
  id: 1,
  sku: 'S',
  image: null,
  inventory,
  options: [],
  price: { code: 'USD', price: `$${value}`, price_value: value },
  compare_at_price: null,
  is_new_user_price: false,
})
const product: Product = {
  id: 7,
  handle: 'ebb',
  name: 'Ebb',
  description: 'A dress.',
  status: 1,
  image: '/a.svg',
  images: [{ path: '/a.svg', alt: '', width: 335, height: 445 }],
  type: 1,
  type_name: null,
  product_basic_category: { code: 'dresses', name: 'Dresses' },
  categories: [],
  return_block_reason: null,
  shoe_sizes: [],
  is_collected: false,
  skus: [sku('100.00', 0), sku('90.00', 2)],
}
const reviews = (total: number): PublishedReviews => ({
  data: [
    {
      id: 'r',
      author: 'Ada',
      rank: 90,
      content: '<b>Good</b>',
      label: [],
      images: { data: [] },
      created_at: '2026-05-01 10:00:00',
      options: [],
      product: { handle: 'ebb', name: 'Ebb', image: '/a.svg' },
    },
  ],
  meta: {
    pagination: { current_page: 1, total_pages: 1, total },
    summary: { average: 4.5, total, with_photos: 0, distribution: [], fit: [] },
  },
})

test('a product tells its price span, its stock and what others say', () => {
  expect(describeProduct(product, reviews(1), shown)).toMatchObject({
    '@type': 'Product',
    url: 'https://harbor.test/products/ebb',
    image: ['https://harbor.test/a.svg'],
    offers: {
      priceCurrency: 'USD',
      lowPrice: '90.00',
      highPrice: '100.00',
      offerCount: 2,
      availability: 'https://schema.org/InStock',
    },
    aggregateRating: { ratingValue: '4.5', reviewCount: 1 },
    review: [{ datePublished: '2026-05-01', reviewRating: { ratingValue: 4.5 } }],
  })
})

test.each([
  [{ status: 4 }, 'OutOfStock'],
  [{ skus: [sku('1.00', 0)] }, 'OutOfStock'],
  [{ type_name: 'pre_sale' as const }, 'PreOrder'],
])('with %j it is %s', (change, word) => {
  const { offers } = describeProduct({ ...product, ...change }, null, shown)
  expect(offers).toMatchObject({ availability: `https://schema.org/${word}` })
})

test('nothing is said about reviews or prices that are not there', () => {
  expect(describeProduct(product, reviews(0), shown)).not.toHaveProperty('aggregateRating')
  expect(describeProduct(product, null, shown)).not.toHaveProperty('review')
  expect(describeProduct({ ...product, skus: [] }, null, shown)).not.toHaveProperty('offers')
})

test('a path counts its steps, and the shop says how it is searched', () => {
  const steps = [
    { name: 'Home', path: '/' },
    { name: 'Dresses', path: '/catalogue/dresses' },
  ]
  expect(describePath(steps, shown.toAddress).itemListElement[1]).toMatchObject({
    position: 2,
    item: 'https://harbor.test/catalogue/dresses',
  })
  expect(describeShop(shown).potentialAction.target).toBe('https://harbor.test/search?q={search_term_string}')
})
