import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addToCart, getCart } from '#features/cart/cart.contract.ts'
import { getProduct } from '#features/catalogue/catalogue.contract.ts'
import { changePrices } from '#features/catalogue/prices.staff.contract.ts'
import { listProducts } from '#features/catalogue/product-list.contract.ts'
import {
  createProduct,
  getStaffProduct,
  listStaffProducts,
  saveSkuGrid,
} from '#features/catalogue/products.staff.contract.ts'
import { skuPrices, skus } from '#features/catalogue/server/catalogue.tables.ts'
import { giveCoupon } from '#features/coupons/server/bind.service.ts'
import { writeEntry } from '#features/credit/server/credit.service.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { refundOrder } from '#features/payments/payments.staff.contract.ts'
import { currencies, currencyRates } from '#features/settings/server/settings.tables.ts'
import { editCurrency } from '#features/settings/settings.staff.contract.ts'
import { goods, pay, stockShop } from '#testing/shops/stocked-shop.ts'
import { saveTestCoupon } from '#testing/shops/test-offers.ts'
import { problemOf, type StaffPerson, testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { checkOut, quoteCheckout } from '../checkout.contract.ts'
import { listOrderItems, quoteOrder } from '../new-order.staff.contract.ts'

const shop = testShop()
const staff = testStaff(shop)
let owner: StaffPerson
let ada: Person

const address = {
  firstname: 'Ada',
  lastname: 'Lind',
  telephone: '+1 207 555 0142',
  address_1: '18 Ropewalk Lane',
  address_2: '',
  house_num: '',
  city: 'Portland',
  state: 'Maine',
  country: 'United States',
  postcode: '04101',
}

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))
beforeEach(async () => {
  owner = await staff.member('owner')
  ada = await shop.signedIn()
})

const money = (amount: number, currency: string) => ({ amount, currency })
const product = (handle: string, sku: Record<string, unknown>) => ({
  handle,
  name: handle,
  status: 'live' as const,
  categories: ['dresses'],
  skus: [{ sku: handle.toUpperCase(), stock: 5, prices: [{ price: money(8_900, 'EUR') }], ...sku }],
})
const readSku = async (code: string) => {
  const [found] = await shop.shop.db.select().from(skus).where(eq(skus.sku, code))
  if (!found) throw new Error(`no sku ${code}`)
  return found
}
const addUnpriced = async (handle: string) => {
  await owner.call(createProduct, product(handle, {}))
  const sku = await readSku(handle.toUpperCase())
  // Earlier versions stored a SKU without a price with the price 0.
  await shop.shop.db.update(skus).set({ currency: 'USD', priceAmount: 0 }).where(eq(skus.id, sku.id))
  return sku
}
const listed = async (currency: string, more = {}) =>
  (await ada.call(listProducts, { currency, ...more })).data.map(({ handle }) => handle)

test('sells a product priced in euros only for its price in euros, and converts the price elsewhere', async () => {
  await owner.call(createProduct, product('euro-vest', {}))
  const sku = await readSku('EURO-VEST')
  expect(sku).toMatchObject({ currency: 'EUR', priceAmount: 8_900 })
  const priceIn = async (currency: string) =>
    (await ada.call(getProduct, { handle: 'euro-vest', currency })).skus[0]?.price.price_value
  expect(await priceIn('EUR')).toBe('89.00')
  expect(await priceIn('USD')).toBe('98.89')
  await ada.call(addToCart, { sku_id: sku.id })
  const quote = await ada.call(quoteCheckout, { currency: 'EUR' })
  expect(quote.total.price_value).toBe('89.00')
  const order = { address, shipping_method: 'standard', claim_id: null, currency: 'EUR', total: '89.00' }
  const placed = await ada.call(checkOut, { ...order, lines: [{ sku_id: sku.id, quantity: 1 }] })
  expect(placed.total).toMatchObject({ code: 'EUR', price_value: '89.00' })
})

test('rejects a price of 0 unless staff mark the SKU as free', async () => {
  const zero = { prices: [{ price: money(0, 'USD') }, { price: money(8_900, 'EUR') }] }
  await expect(owner.call(createProduct, product('zero', zero))).rejects.toMatchObject({
    problem: {
      status: 422,
      errors: [{ field: 'skus.0.prices.0.price', detail: expect.stringContaining('gives the item away') }],
    },
  })
  const special = { prices: [{ price: money(8_900, 'EUR'), special: money(0, 'EUR') }] }
  expect(await problemOf(owner.call(createProduct, product('zero', special)))).toBe('invalid_input')
  const item = { sku: `SKU-${goods.scarf}`, currency: 'EUR', price: 0 }
  expect(await problemOf(owner.call(changePrices, { items: [item] }))).toBe('invalid_input')
  const { data } = await owner.call(createProduct, product('gift-card', { ...zero, is_free: true }))
  expect(data.skus[0]).toMatchObject({ is_free: true, prices: [{ price: { amount: 0 } }, {}] })
  expect((await ada.call(getProduct, { handle: 'gift-card' })).skus[0]?.price.price_value).toBe('0.00')
  expect(await listed('USD', { sort: 'price_asc' })).toContain('gift-card')
  // If the SKU is not marked as free, the same prices are rejected again.
  const unmarked = { handle: 'gift-card', skus: product('gift-card', zero).skus }
  expect(await problemOf(owner.call(saveSkuGrid, unmarked, { ifMatch: '*' }))).toBe('invalid_input')
})

test('shows a SKU with a stored price of 0 as not available and rejects its purchase', async () => {
  const sku = await addUnpriced('unpriced')
  for (const currency of ['USD', 'EUR', 'JPY']) {
    const shown = await ada.call(getProduct, { handle: 'unpriced', currency })
    expect(shown).toMatchObject({ skus: [], unpriced_currency: currency })
    for (const sort of ['new', 'price_asc', 'price_desc']) {
      expect(await listed(currency, { sort })).not.toContain('unpriced')
    }
  }
  await ada.call(addToCart, { sku_id: sku.id })
  await ada.call(addToCart, { sku_id: goods.scarf })
  const cart = await ada.call(getCart, { currency: 'USD' })
  expect(cart).toMatchObject({ buyable_count: 1, subtotal: { price_value: '60.00' } })
  expect(cart.lines.find(({ sku_id }) => sku_id === sku.id)).toMatchObject({ price: null, problem: 'no_price' })
  const order = { address, shipping_method: 'standard', claim_id: null, currency: 'USD', total: '0.00' }
  const buying = ada.call(checkOut, { ...order, lines: [{ sku_id: sku.id, quantity: 1 }] })
  await expect(buying).rejects.toMatchObject({ refusal: { code: 'not_for_sale' } })
  expect((await owner.call(listOrderItems, { q: 'UNPRICED' })).data.data).toEqual([])
  const { data: quote } = await owner.call(quoteOrder, { lines: 'UNPRICED:1' })
  expect(quote).toMatchObject({ lines: [{ price: null, problem: 'no_price' }], subtotal: { amount: 0 } })
  expect((await owner.call(getStaffProduct, { handle: 'unpriced' })).data.skus[0]).toMatchObject({
    prices: [],
    lowest: null,
  })
  const { data: row } = await owner.call(listStaffProducts, { q: 'unpriced' })
  expect(row.data[0]?.price).toBe(null)
})

test('replaces a price of 0 in another currency by the converted price', async () => {
  await shop.shop.db.insert(skuPrices).values({ skuId: goods.bag, currency: 'JPY', priceAmount: 0 })
  const { skus: shown } = await ada.call(getProduct, { handle: 'bag', currency: 'JPY' })
  expect(shown[0]?.price.price_value).toBe('24750')
})

test('sells a product only in its own currency if this currency has no exchange rate', async () => {
  await owner.call(createProduct, product('yen-only', { prices: [{ price: money(9_000, 'JPY') }] }))
  await shop.shop.db.delete(currencyRates).where(eq(currencyRates.currency, 'JPY'))
  expect(await ada.call(getProduct, { handle: 'yen-only', currency: 'USD' })).toMatchObject({
    skus: [],
    unpriced_currency: 'USD',
  })
  expect(await listed('USD', { sort: 'price_asc' })).not.toContain('yen-only')
})

test('converts a price to its ending, the same on the page, in lists, in the cart and in the order', async () => {
  const policy = { price_ending: '95', price_adjustment: 5_000 } as const
  await owner.call(editCurrency, { code: 'EUR', ...policy }, { ifMatch: '*' })
  await owner.call(createProduct, product('ending', { prices: [{ price: money(12_800, 'USD') }] }))
  const sku = await readSku('ENDING')
  // 128.00 dollars are 120.96 euros with 5 % more.
  const shown = await ada.call(getProduct, { handle: 'ending', currency: 'EUR' })
  expect(shown.skus[0]?.price.price_value).toBe('120.95')
  const inLists = { currency: 'EUR', min_price: 120.95, max_price: 120.95 }
  expect((await ada.call(listProducts, inLists)).data).toMatchObject([
    { handle: 'ending', price: { price_value: '120.95' } },
  ])
  expect(await listed('EUR', { min_price: 120.96, sort: 'price_asc' })).not.toContain('ending')
  await ada.call(addToCart, { sku_id: sku.id })
  expect((await ada.call(getCart, { currency: 'EUR' })).subtotal.price_value).toBe('120.95')
  const order = { address, shipping_method: 'standard', claim_id: null, currency: 'EUR', total: '120.95' }
  const placed = await ada.call(checkOut, { ...order, lines: [{ sku_id: sku.id, quantity: 1 }] })
  expect(placed.total).toMatchObject({ code: 'EUR', price_value: '120.95' })
  // Prices in the currency itself, and prices set by hand, keep their amount.
  expect((await ada.call(getProduct, { handle: 'euro-vest', currency: 'EUR' })).skus[0]?.price.price_value).toBe(
    '89.00',
  )
  expect((await ada.call(getProduct, { handle: 'ending' })).skus[0]?.price.price_value).toBe('128.00')
  await owner.call(editCurrency, { code: 'EUR', price_ending: 'none', price_adjustment: 0 }, { ifMatch: '*' })
})

test('sells only products with their own price in a currency without converted prices', async () => {
  await owner.call(editCurrency, { code: 'EUR', price_rule: 'own' }, { ifMatch: '*' })
  await owner.call(createProduct, product('dollars-only', { prices: [{ price: money(5_000, 'USD') }] }))
  const both = { prices: [{ price: money(5_000, 'USD') }, { price: money(4_900, 'EUR') }] }
  await owner.call(createProduct, product('both', both))
  const sku = await readSku('DOLLARS-ONLY')
  for (const sort of ['new', 'price_asc', 'price_desc']) {
    const found = await listed('EUR', { sort })
    expect(found).toEqual(expect.arrayContaining(['both', 'euro-vest']))
    expect(found).not.toContain('dollars-only')
    expect(await listed('EUR', { sort, min_price: 49, max_price: 49 })).toEqual(['both'])
    expect(await listed('USD', { sort })).toContain('dollars-only')
  }
  expect(await ada.call(getProduct, { handle: 'dollars-only', currency: 'EUR' })).toMatchObject({
    skus: [],
    unpriced_currency: 'EUR',
  })
  await ada.call(addToCart, { sku_id: sku.id })
  expect((await ada.call(getCart, { currency: 'EUR' })).lines[0]).toMatchObject({ price: null, problem: 'no_price' })
  const order = { address, shipping_method: 'standard', claim_id: null, currency: 'EUR', total: '50.00' }
  const buying = ada.call(checkOut, { ...order, lines: [{ sku_id: sku.id, quantity: 1 }] })
  await expect(buying).rejects.toMatchObject({ refusal: { code: 'not_for_sale' } })
  await owner.call(editCurrency, { code: 'EUR', price_rule: 'converted' }, { ifMatch: '*' })
})

test('ends every amount of an order in dinars with the digit 0, for any price, coupon, credit or refund', async () => {
  const { db } = shop.shop
  const at = shop.clock.now()
  await db.insert(currencies).values({ id: 9, code: 'KWD', name: 'Dinar', symbolLeft: 'KD ', decimals: 3 })
  await db.insert(currencyRates).values({ currency: 'KWD', rate: 0.3, asOf: at })
  const prices = (amount: number) => ({ prices: [{ price: money(amount, 'KWD') }] })
  await owner.call(createProduct, product('five-fils', prices(5)))
  await owner.call(createProduct, product('odd-fils', prices(12_345)))
  const fils = await readSku('FIVE-FILS')
  const odd = await readSku('ODD-FILS')
  expect((await ada.call(getProduct, { handle: 'five-fils', currency: 'KWD' })).skus[0]?.price.price_value).toBe(
    '0.010',
  )
  expect(await listed('USD')).toContain('odd-fils')
  expect(await listed('KWD')).toContain('odd-fils')
  expect(await listed('KWD', { sort: 'price_asc', min_price: 12.35, max_price: 12.35 })).toEqual(['odd-fils'])
  for (const sku_id of [fils.id, odd.id, odd.id]) await ada.call(addToCart, { sku_id })
  const couponId = await saveTestCoupon(db, { couponType: 'P', discountPercent: 7, discountAmount: null })
  await giveCoupon(shop.shop, { customerId: ada.id, email: ada.email }, couponId)
  await db.transaction((tx) =>
    writeEntry(tx, { customerId: ada.id, kind: 'by_hand', amount: 777, reason: 'goodwill', at }),
  )
  const quote = await ada.call(quoteCheckout, { currency: 'KWD', shipping_method: 'express' })
  for (const { value } of quote.totals) expect(value.price_value).toMatch(/0$/)
  expect(quote.to_pay.price_value).toMatch(/0$/)
  const { order_no: no } = await ada.call(checkOut, {
    ...{ address, shipping_method: 'express', claim_id: quote.claim_id, currency: 'KWD' },
    total: quote.total.price_value,
    lines: quote.lines.map(({ sku_id, quantity }) => ({ sku_id, quantity })),
  })
  const [order] = await db.select().from(orders).where(eq(orders.orderNo, no))
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, order?.id ?? ''))
  const sums = [order?.totalAmount, order?.creditAmount, ...lines.map(({ paidAmount }) => paidAmount)]
  expect(sums.map((sum) => (sum ?? 1) % 10)).toEqual(sums.map(() => 0))
  const paid = (order?.totalAmount ?? 0) - (order?.creditAmount ?? 0)
  await pay(shop.shop, { orderId: order?.id ?? '', totalAmount: paid, currency: 'KWD' })
  const id = lines.find(({ skuId }) => skuId === odd.id)?.id ?? ''
  const part = (amount: number) => owner.call(refundOrder, { no, lines: [{ id, amount }], reason: 'Late' })
  await expect(part(1_005)).rejects.toMatchObject({
    problem: {
      status: 422,
      errors: [{ field: 'lines.0.amount', detail: 'Refunds in KWD must be multiples of 0.010' }],
    },
  })
  expect((await part(1_010)).data.refunds).toMatchObject([{ amount: money(1_010, 'KWD') }])
})
