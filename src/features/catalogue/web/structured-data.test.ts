import { expect, test } from 'vitest'
import type { PublishedReviews } from '#features/reviews/reviews.contract.ts'
import { toPicture } from '#web/navigation/page-head.ts'
import type { OfferedProduct } from '../catalogue.contract.ts'
import { describePath, describeProduct, describeShop } from './structured-data.ts'

const toAddress = (path: string) => `https://harbor.test${path}`
const shown = { toAddress, toPicture: (path: string) => toPicture('https://harbor.test', path), siteName: 'Harbor' }
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
const product: OfferedProduct = {
  id: 7,
  handle: 'ebb',
  name: 'Ebb',
  description: 'A dress.',
  description_html: '<p>A dress.</p>',
  status: 1,
  image: '/catalogue/a.svg',
  images: [{ path: '/catalogue/a.svg', alt: '', width: 335, height: 445 }],
  type: 1,
  type_name: null,
  product_basic_category: { code: 'dresses', name: 'Dresses' },
  categories: [],
  return_block_reason: null,
  shoe_sizes: [],
  is_collected: false,
  is_preview: false,
  unpriced_currency: null,
  skus: [sku('100.00', 0), sku('90.00', 2)],
  terms: {
    price_valid_until: '2026-05-08',
    return_days: 15,
    ships_to: ['US', 'GB'],
    shipping: [
      { name: 'Standard', price: { code: 'USD', price: '$6.00', price_value: '6.00' }, min_days: 4, max_days: 8 },
    ],
  },
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

test('describes each SKU with price and terms, and the reviews', () => {
  expect(describeProduct(product, reviews(1), shown)).toMatchObject({
    '@type': 'Product',
    url: 'https://harbor.test/products/ebb',
    image: ['https://harbor.test/catalogue/a.jpg'],
    offers: [
      {
        '@type': 'Offer',
        price: '100.00',
        availability: 'https://schema.org/OutOfStock',
        shippingDetails: [
          {
            '@id': '#shipping-1',
            shippingRate: { value: '6.00', currency: 'USD' },
            shippingDestination: { addressCountry: ['US', 'GB'] },
            deliveryTime: { transitTime: { minValue: 4, maxValue: 8, unitCode: 'DAY' } },
          },
        ],
        hasMerchantReturnPolicy: {
          '@id': '#returns',
          applicableCountry: ['US', 'GB'],
          returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
          merchantReturnDays: 15,
        },
      },
      {
        '@type': 'Offer',
        sku: 'S',
        price: '90.00',
        priceCurrency: 'USD',
        priceValidUntil: '2026-05-08',
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/NewCondition',
      },
    ],
    aggregateRating: { ratingValue: '4.5', reviewCount: 1 },
    review: [{ datePublished: '2026-05-01', reviewRating: { ratingValue: 4.5 } }],
  })
})

test('describes a product without the Markdown marks of its text', () => {
  const marked = { ...product, description: 'Made of **linen**.\n\n- Wash it *cold*' }
  expect(describeProduct(marked, null, shown)).toMatchObject({ description: 'Made of linen. Wash it cold' })
})

test('defines shared terms once and refers to them', () => {
  const { offers } = describeProduct(product, null, shown)
  expect(offers?.[1]).toMatchObject({ shippingDetails: [{ '@id': '#shipping-1' }] })
  expect(offers?.[1]?.hasMerchantReturnPolicy).toEqual({ '@id': '#returns' })
})

test.each([
  [{ status: 4 }, 'OutOfStock'],
  [{ skus: [sku('1.00', 0)] }, 'OutOfStock'],
  [{ type_name: 'pre_sale' as const, skus: [sku('1.00', 1)] }, 'PreOrder'],
])('with %j, reports the availability %s', (change, word) => {
  const { offers } = describeProduct({ ...product, ...change }, null, shown)
  expect(offers?.[0]).toMatchObject({ availability: `https://schema.org/${word}` })
})

test('marks goods that cannot be returned, and names no country if none is set', () => {
  const terms = { ...product.terms, ships_to: [] }
  const { offers } = describeProduct({ ...product, terms, return_block_reason: 'final_sale' }, null, shown)
  const policy = offers?.[0]?.hasMerchantReturnPolicy
  expect(policy).toMatchObject({ returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' })
  expect(policy).not.toHaveProperty('merchantReturnDays')
  expect(policy).not.toHaveProperty('applicableCountry')
  expect(offers?.[0]?.shippingDetails[0]).not.toHaveProperty('shippingDestination')
})

test.each([
  ['/catalogue/a.svg', 'https://harbor.test/catalogue/a.jpg'],
  ['/catalogue/a.avif', 'https://harbor.test/catalogue/a.jpg'],
  ['/catalogue/a.png', 'https://harbor.test/catalogue/a.png'],
  ['/images/abc1', 'https://harbor.test/images/abc1'],
  ['https://pictures.test/a.jpeg', 'https://pictures.test/a.jpeg'],
  ['https://pictures.test/a.svg', null],
  ['/assets/a.svg', null],
  ['/catalogue/no-picture.svg', null],
])('shows %s to search engines and link previews as %s', (path, address) => {
  expect(toPicture('https://harbor.test', path)).toBe(address)
})

test('omits missing reviews and prices', () => {
  expect(describeProduct(product, reviews(0), shown)).not.toHaveProperty('aggregateRating')
  expect(describeProduct(product, null, shown)).not.toHaveProperty('review')
  expect(describeProduct({ ...product, skus: [] }, null, shown)).not.toHaveProperty('offers')
})

test("numbers the steps of a path, and describes the shop's search", () => {
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
