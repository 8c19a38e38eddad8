import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { getProduct } from '#features/catalogue/catalogue.contract.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { currencies, currencyRates } from '#features/settings/server/settings.tables.ts'
import { newId, newOrderNo } from '#server/database/ids.ts'
import { testShop } from '#testing/test-shop.ts'
import {
  categories,
  productCategories,
  productImages,
  products,
  shoeSizes,
  skuOptions,
  skuPrices,
  skus,
} from '../catalogue.tables.ts'

const shop = testShop()

beforeAll(async () => {
  const { db, clock } = shop.shop
  const now = clock.now()
  await db.insert(currencies).values([
    { id: 1, code: 'USD', name: 'US Dollar', symbolLeft: '$' },
    { id: 2, code: 'CHF', name: 'Swiss Franc', symbolLeft: 'CHF ', roundingAmount: 5 },
    { id: 3, code: 'JPY', name: 'Yen', symbolLeft: '¥', decimals: 0 },
    { id: 4, code: 'EUR', name: 'Euro', symbolRight: ' €' },
    { id: 5, code: 'XTS', name: 'Without a rate' },
  ])
  await db.insert(currencyRates).values([
    { currency: 'CHF', rate: 0.8, asOf: now },
    { currency: 'JPY', rate: 150, asOf: now },
    { currency: 'EUR', rate: 0.9, asOf: now },
  ])
  await db.insert(categories).values([
    { id: 1, code: 'women_shoes', name: 'Shoes' },
    { id: 2, code: 'swimwear', name: 'Swimwear', isReturnable: false },
    { id: 3, code: 'new_in', name: 'New in' },
  ])
  await db.insert(shoeSizes).values([
    { categoryCode: 'women_shoes', euSize: 38, usSize: '7.5' },
    { categoryCode: 'women_shoes', euSize: 37, usSize: '6.5' },
  ])
  const common = { image: '/a.svg', createdAt: now }
  await db.insert(products).values([
    { ...common, id: 1, handle: 'quay-pump', name: 'Quay Pump', description: 'Low heel.', basicCategoryId: 1 },
    { ...common, id: 2, handle: 'cove-swimsuit', name: 'Cove Swimsuit', basicCategoryId: 2 },
    {
      ...common,
      id: 3,
      handle: 'last-pair',
      name: 'Last Pair',
      basicCategoryId: 1,
      saleType: 2,
      status: 4,
      wasPublished: true,
    },
    { ...common, id: 4, handle: 'gift-pin', name: 'Pin', basicCategoryId: 1, saleTypeName: 'zero_buy' as const },
  ])
  await db.insert(productCategories).values([
    { productId: 1, categoryId: 3, position: 2 },
    { productId: 1, categoryId: 1, position: 1 },
  ])
  await db.insert(productImages).values([
    { productId: 1, position: 2, path: '/b.svg', alt: 'From the side' },
    { productId: 1, position: 1, path: '/a.svg', alt: 'From above' },
  ])
  await db.insert(skus).values([
    { id: 12, sku: 'QP-38', productId: 1, currency: 'USD', inventory: 0, priceAmount: 8_999, sort: 2 },
    {
      id: 11,
      sku: 'QP-37',
      productId: 1,
      currency: 'USD',
      inventory: 4,
      priceAmount: 8_999,
      specialPriceAmount: 6_999,
      newUserPriceAmount: 4_999,
      compareAtAmount: 9_999,
      sort: 1,
    },
    { id: 21, sku: 'CS-M', productId: 2, currency: 'USD', inventory: 1, priceAmount: 5_000 },
    { id: 22, sku: 'CS-L', productId: 2, inventory: 1, priceAmount: 4_500, currency: 'EUR', sort: 1 },
  ])
  await db.insert(skuOptions).values([
    { skuId: 11, position: 2, name: 'Size', valueName: '37' },
    { skuId: 11, position: 1, name: 'Color', valueName: 'Sand' },
    { skuId: 12, position: 1, name: 'Color', valueName: 'Sand' },
    { skuId: 12, position: 2, name: 'Size', valueName: '38' },
  ])
  await db.insert(skuPrices).values({ skuId: 21, currency: 'EUR', priceAmount: 4_900 })
})

test('returns a product with its pictures, categories, sizes and SKUs in order', async () => {
  const response = await shop.stranger().fetch('/rest/products/quay-pump')
  expect(await response.json()).toEqual({
    data: {
      id: 1,
      // Other features provide the terms of shipping and returns.
      terms: expect.any(Object),
      handle: 'quay-pump',
      name: 'Quay Pump',
      description: 'Low heel.',
      description_html: '<p>Low heel.</p>\n',
      status: 1,
      image: '/a.svg',
      images: [
        { path: '/a.svg', alt: 'From above', width: 335, height: 445 },
        { path: '/b.svg', alt: 'From the side', width: 335, height: 445 },
      ],
      type: 1,
      type_name: null,
      product_basic_category: { code: 'women_shoes', name: 'Shoes' },
      categories: [
        { code: 'women_shoes', name: 'Shoes' },
        { code: 'new_in', name: 'New in' },
      ],
      return_block_reason: null,
      shoe_sizes: [
        { eu_size: 37, us_size: '6.5' },
        { eu_size: 38, us_size: '7.5' },
      ],
      is_collected: false,
      is_preview: false,
      unpriced_currency: null,
      skus: [
        {
          id: 11,
          sku: 'QP-37',
          image: null,
          inventory: 4,
          options: [
            { name: 'Color', value_name: 'Sand', us_size: null },
            { name: 'Size', value_name: '37', us_size: '6.5' },
          ],
          price: { code: 'USD', price: '$69.99', price_value: '69.99' },
          compare_at_price: { code: 'USD', price: '$99.99', price_value: '99.99' },
          is_new_user_price: false,
        },
        {
          id: 12,
          sku: 'QP-38',
          image: null,
          inventory: 0,
          options: [
            { name: 'Color', value_name: 'Sand', us_size: null },
            { name: 'Size', value_name: '38', us_size: '7.5' },
          ],
          price: { code: 'USD', price: '$89.99', price_value: '89.99' },
          compare_at_price: null,
          is_new_user_price: false,
        },
      ],
    },
  })
})

test.each([
  ['CHF', 'CHF\u00a056.00', 'CHF\u00a080.00'],
  ['JPY', '¥10,499', '¥14,999'],
  ['EUR', '€62.99', '€89.99'],
  ['XTS', '$69.99', '$99.99'],
  ['ZZZ', '$69.99', '$99.99'],
  ['usd', '$69.99', '$99.99'],
])('in %s, prices the pump at %s', async (currency, price, before) => {
  const { skus: found } = await shop.stranger().call(getProduct, { handle: 'quay-pump', currency })
  expect(found[0]?.price.price).toBe(price)
  expect(found[0]?.compare_at_price?.price).toBe(before)
})

test('uses a manual price in its currency, and converts the prices of other SKUs', async () => {
  const inEuro = await shop.stranger().call(getProduct, { handle: 'cove-swimsuit', currency: 'EUR' })
  expect(inEuro.skus.map(({ price }) => price.price)).toEqual(['€49.00', '€45.00'])
  const inDollars = await shop.stranger().call(getProduct, { handle: 'cove-swimsuit', currency: 'USD' })
  expect(inDollars.skus.map(({ price }) => price.price)).toEqual(['$50.00', '$50.00'])
})

test('gives new-user prices to accounts without a paid order, by account or email address', async () => {
  const { db, clock } = shop.shop
  const ada = await shop.signedIn()
  const read = async () => (await ada.call(getProduct, { handle: 'quay-pump' })).skus[0]
  expect(await read()).toMatchObject({ price: { price: '$49.99' }, is_new_user_price: true })
  const now = clock.now()
  const id = newId()
  const money = { currency: 'USD', subtotalAmount: 100, totalAmount: 100 }
  // A guest order is connected to the account by its email address only.
  await db
    .insert(orders)
    .values({ id, orderNo: newOrderNo(), email: ada.email, ...money, createdAt: now, expiresAt: now })
  expect(await read()).toMatchObject({ is_new_user_price: true })
  await db.update(orders).set({ statusId: 4, paidAt: now }).where(eq(orders.id, id))
  expect(await read()).toMatchObject({ price: { price: '$69.99' }, is_new_user_price: false })
})

test.each([
  ['cove-swimsuit', 'not_returnable', 1],
  ['last-pair', 'final_sale', 4],
  ['gift-pin', 'zero_buy', 1],
])('returns that %s cannot be returned because of %s', async (handle, reason, status) => {
  expect(await shop.stranger().call(getProduct, { handle })).toMatchObject({ return_block_reason: reason, status })
})

test('returns 404 for an unknown product and 422 for an invalid handle', async () => {
  const stranger = shop.stranger()
  await expect(stranger.call(getProduct, { handle: 'no-such' })).rejects.toMatchObject({ status: 404 })
  await expect(stranger.call(getProduct, { handle: 'x'.repeat(201) })).rejects.toMatchObject({ status: 422 })
  await expect(stranger.call(getProduct, { handle: 'quay-pump', currency: 'EURO' })).rejects.toMatchObject({
    status: 422,
  })
})

test('renders a Markdown description and shows HTML in it as text', async () => {
  const { db } = shop.shop
  await db.update(products).set({ description: '**Linen** <b>x</b>' }).where(eq(products.handle, 'quay-pump'))
  const { description, description_html } = await shop.stranger().call(getProduct, { handle: 'quay-pump' })
  expect(description).toBe('**Linen** <b>x</b>')
  expect(description_html.trim()).toBe('<p><strong>Linen</strong> &lt;b&gt;x&lt;/b&gt;</p>')
})
