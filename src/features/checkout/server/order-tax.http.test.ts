import { asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addToCart } from '#features/cart/cart.contract.ts'
import { marketCountries, markets } from '#features/markets/server/markets.tables.ts'
import { shippingMethods } from '#features/markets/server/shipping-methods.tables.ts'
import { getOrder } from '#features/orders/orders.contract.ts'
import { getOrder as getStaffOrder } from '#features/orders/orders.staff.contract.ts'
import { cancelOrder } from '#features/orders/server/commands/order-commands.service.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders, orderTaxes } from '#features/orders/server/orders.tables.ts'
import { tryPayment } from '#features/payments/payments.contract.ts'
import { previewRefund, refundOrder, settleRefund } from '#features/payments/payments.staff.contract.ts'
import { refunds, refundTaxes } from '#features/payments/server/payments.tables.ts'
import { settleRefund as settle } from '#features/payments/server/refunds.service.ts'
import { saveSetting } from '#features/settings/server/save-settings.service.ts'
import { currencies, currencyRates } from '#features/settings/server/settings.tables.ts'
import { taxRates, taxRegistrations } from '#features/tax/server/tax.tables.ts'
import { newId } from '#server/database/ids.ts'
import type { TaxAnswer } from '#server/outside/tax-provider.ts'
import { goods, stockShop, testAddress } from '#testing/shops/stocked-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { checkOut, quoteCheckout } from '../checkout.contract.ts'
import { quoteOrder } from '../new-order.staff.contract.ts'

const shop = testShop()
const staff = testStaff(shop)
let ada: Person
let tess: StaffPerson

let methods: (typeof shippingMethods.$inferInsert)[]

beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  methods = await shop.shop.db.select().from(shippingMethods)
  await shop.shop.db.insert(currencies).values({ id: 4, code: 'GBP', name: 'Pound', symbolLeft: '£' })
  await shop.shop.db.insert(currencyRates).values({ currency: 'GBP', rate: 0.8, asOf: shop.clock.now() })
})

beforeEach(async () => {
  const { db } = shop.shop
  for (const table of [taxRates, taxRegistrations, marketCountries, markets]) await db.delete(table)
  ada = await shop.signedIn()
  tess = await staff.member('manager', 'Tess Berg')
})

type Seller = {
  country: string
  display?: 'included' | 'added'
  sellsTo: string[]
  rates: [country: string, rate: number, region?: string, name?: string][]
  registrations: Partial<typeof taxRegistrations.$inferInsert>[]
  acceptsBusinesses?: boolean
}

async function openAs({ country, display = 'included', sellsTo, rates, registrations, acceptsBusinesses }: Seller) {
  const { db } = shop.shop
  await saveSetting(db, 'seller_country', country)
  await saveSetting(db, 'tax_status', 'registered')
  await saveSetting(db, 'business_buyers', acceptsBusinesses ? 'on' : 'off')
  const marketId = newId()
  await db.insert(markets).values({ id: marketId, name: 'All', currency: 'EUR', taxDisplay: display, status: 'active' })
  // Deleting the markets of the previous test also deleted their shipping methods.
  await db.insert(shippingMethods).values(methods.map((method) => ({ ...method, marketId })))
  await db.insert(marketCountries).values(sellsTo.map((one) => ({ country: one, marketId })))
  await db.insert(taxRates).values(
    rates.map(([one, rate, region = '', name = 'VAT']) => ({
      ...{ id: newId(), country: one, region, name, rate, validFrom: '2020-01-01' },
    })),
  )
  await db.insert(taxRegistrations).values(
    registrations.map((one) => ({
      ...{ id: newId(), scheme: 'domestic' as const, country, validFrom: '2020-01-01' },
      ...one,
    })),
  )
}

const { address1: address_1, address2: address_2, ...rest } = testAddress
const address = { ...rest, address_1, address_2: address_2 ?? '', house_num: '' }
type Place = { country: string; state: string; postcode: string }
const berlin: Place = { country: 'DE', state: 'Berlin', postcode: '10115' }
const paris: Place = { country: 'FR', state: 'Paris', postcode: '75001' }
const portland: Place = { country: 'US', state: 'Maine', postcode: '04101' }

async function order(skuIds: number[], place: Place, currency: string, business: { vat_number?: string } = {}) {
  for (const sku_id of skuIds) await ada.call(addToCart, { sku_id })
  const quote = await ada.call(quoteCheckout, { currency, ...place, ...business })
  const placed = await ada.call(checkOut, {
    address: { ...address, ...place },
    shipping_method: quote.shipping_method,
    claim_id: quote.claim_id,
    currency: quote.currency,
    lines: quote.lines.map(({ sku_id, quantity }) => ({ sku_id, quantity })),
    total: quote.total.price_value,
    ...business,
  })
  const { db } = shop.shop
  const [row] = await db.select().from(orders).where(eq(orders.id, placed.order_id))
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, placed.order_id))
    .orderBy(asc(orderLines.position))
  const taxes = await db.select().from(orderTaxes).where(eq(orderTaxes.orderId, placed.order_id))
  if (!row) throw new Error('The order was not written')
  return { quote, placed, row, lines, taxes }
}

const asBerlin: Seller = {
  country: 'DE',
  sellsTo: ['DE', 'FR', 'US'],
  rates: [
    ['DE', 19_000],
    ['FR', 20_000],
  ],
  registrations: [{}],
}

test('includes 19 % in an order to Germany, and shows the tax in quote, order and staff order', async () => {
  await openAs(asBerlin)
  const { quote, placed, row, lines, taxes } = await order([goods.dress, goods.scarf], berlin, 'EUR')
  expect(quote.tax).toMatchObject({
    ...{ treatment: 'domestic', display: 'included', amount: { price_value: '30.17' } },
    rates: [{ name: 'VAT', rate: 19_000, percent: '19%', amount: { price_value: '30.17' } }],
  })
  expect(row).toMatchObject({ totalAmount: 18_900, taxAmount: 3017, addedTaxAmount: 0, taxTreatment: 'domestic' })
  expect(lines.map(({ paidAmount, taxRate, taxAmount }) => [paidAmount, taxRate, taxAmount])).toEqual(
    [
      [13_500, 19_000, 2155],
      [5400, 19_000, 862],
    ].map(([paid, rate, tax]) => [paid, rate, tax]),
  )
  expect(taxes).toMatchObject([{ kind: 'items', country: 'DE', rate: 19_000, grossAmount: 18_900 }])
  expect((await ada.call(getOrder, { orderId: placed.order_id })).tax).toEqual(quote.tax)
  const { data } = await tess.call(getStaffOrder, { no: row.orderNo })
  expect(data.tax).toMatchObject({ treatment: 'domestic', amount: { amount: row.taxAmount }, added: { amount: 0 } })
  expect(data.lines.map(({ tax, tax_rate }) => [tax.amount, tax_rate])).toEqual([
    [2155, 19_000],
    [862, 19_000],
  ])
})

test('taxes an order to France at home below the EU threshold, and at 20 % with the One-Stop Shop', async () => {
  await openAs(asBerlin)
  expect((await order([goods.dress], paris, 'EUR')).row).toMatchObject({ taxTreatment: 'domestic', taxAmount: 2155 })
  await shop.shop.db
    .insert(taxRegistrations)
    .values({ id: newId(), scheme: 'oss', country: 'DE', validFrom: '2020-01-01' })
  const { row, taxes } = await order([goods.dress], paris, 'EUR')
  expect(row).toMatchObject({ taxTreatment: 'oss', taxAmount: 2250, totalAmount: 13_500 })
  expect(taxes).toMatchObject([{ country: 'FR', rate: 20_000, netAmount: 11_250 }])
})

test('exports to the United States without tax at the same price', async () => {
  await openAs(asBerlin)
  const { row, taxes, quote } = await order([goods.dress], portland, 'EUR')
  expect(row).toMatchObject({ taxTreatment: 'export', taxAmount: 0, totalAmount: 13_500 })
  expect(taxes).toMatchObject([{ country: 'US', rate: 0, taxAmount: 0 }])
  expect(quote.tax).toMatchObject({ treatment: 'export', amount: { price_value: '0.00' } })
})

test('sells to a business of another EU country without VAT, only where the shop accepts businesses', async () => {
  const vat_number = 'FR40303265045'
  await openAs(asBerlin)
  const refused = await order([goods.dress], paris, 'EUR', { vat_number })
  expect(refused.row).toMatchObject({ taxTreatment: 'domestic', vatNumber: null })
  expect(refused.quote.accepts_businesses).toBe(false)
  await saveSetting(shop.shop.db, 'business_buyers', 'on')
  const { row, quote } = await order([goods.dress], paris, 'EUR', { vat_number: 'fr 40 303 265 045' })
  expect(quote.accepts_businesses).toBe(true)
  expect(row).toMatchObject({ taxTreatment: 'intra_community', taxAmount: 0, vatNumber: vat_number })
  await expect(order([goods.dress], paris, 'EUR', { vat_number: 'FR40303265044' })).rejects.toMatchObject({
    refusal: { errors: { vat_number: ['Please enter a valid VAT number'] } },
  })
})

test('includes 20 % in an order in pounds within the United Kingdom, also to Northern Ireland', async () => {
  await openAs({ country: 'GB', sellsTo: ['GB'], rates: [['GB', 20_000]], registrations: [{}] })
  const london = { country: 'GB', state: 'Greater London', postcode: 'SW1A 1AA' }
  expect((await order([goods.dress], london, 'GBP')).row).toMatchObject({ totalAmount: 12_000, taxAmount: 2000 })
  const belfast = { country: 'GB', state: 'Antrim', postcode: 'BT1 5GS' }
  expect((await order([goods.dress], belfast, 'GBP')).row).toMatchObject({ taxTreatment: 'domestic', taxAmount: 2000 })
})

test('rounds once per rate in Japan, in yen without decimals', async () => {
  await openAs({ country: 'JP', sellsTo: ['JP'], rates: [['JP', 10_000]], registrations: [{}] })
  const tokyo = { country: 'JP', state: 'Tokyo', postcode: '100-0001' }
  const { row, lines } = await order([goods.dress, goods.scarf, goods.gift], tokyo, 'JPY')
  // 33,000 yen × 10 / 110 is exactly 3,000.
  expect(row).toMatchObject({ totalAmount: 33_000, taxAmount: 3000 })
  expect(lines.reduce((sum, { taxAmount }) => sum + taxAmount, 0)).toBe(3000)
})

test('adds the tax of a registered state to the total, and none elsewhere', async () => {
  await openAs({
    ...{ country: 'US', display: 'added', sellsTo: ['US'] },
    rates: [['US', 5500, 'ME', 'Sales tax']],
    registrations: [{ scheme: 'destination', region: 'ME' }],
  })
  const { row, lines, quote, placed } = await order([goods.dress], portland, 'USD')
  expect(quote.totals.map(({ code, value }) => [code, value.price_value])).toEqual([
    ['subtotal', '150.00'],
    ['shipping', '0.00'],
    ['tax', '8.25'],
    ['total', '158.25'],
  ])
  expect(row).toMatchObject({ totalAmount: 15_825, taxAmount: 825, addedTaxAmount: 825, taxTreatment: 'destination' })
  expect(lines).toMatchObject([{ paidAmount: 15_825, taxAmount: 825, addedTaxAmount: 825 }])
  const shown = await ada.call(getOrder, { orderId: placed.order_id })
  expect(shown.totals.map(({ code }) => code)).toEqual(['subtotal', 'shipping', 'tax', 'total'])
  const texas = await order([goods.dress], { ...portland, state: 'TX' }, 'USD')
  expect(texas.row).toMatchObject({ totalAmount: 15_000, taxTreatment: 'untaxed' })
  const { data } = await tess.call(quoteOrder, { lines: 'SKU-101:1', currency: 'USD', country: 'US', state: 'ME' })
  expect([data.tax.added.amount, data.total.amount]).toEqual([825, 15_825])
})

test('leaves no tax after partial refunds of lines', async () => {
  await openAs(asBerlin)
  const { row, placed, lines } = await order([goods.dress, goods.scarf], berlin, 'EUR')
  await ada.call(tryPayment, { orderId: placed.order_id, email: placed.email, outcome: 'approve' })
  const no = row.orderNo
  const refund = async (parts: { id: string; amount?: number }[]) => {
    await tess.call(refundOrder, {
      ...{ no, shipping: false, reason: 'Late', to: 'payment' as const },
      lines: parts,
    })
    const { data } = await tess.call(getStaffOrder, { no })
    for (const { id, status } of data.refunds)
      if (status === 'pending') await tess.call(settleRefund, { id, reference: `R ${id}` })
  }
  const [dress, scarf] = lines
  const { data: preview } = await tess.call(previewRefund, { no, lines: `${dress?.id}:3333` })
  expect(preview.tax.amount).toBe(532)
  await refund([{ id: dress?.id ?? '', amount: 3333 }])
  await refund([
    { id: dress?.id ?? '', amount: 3334 },
    { id: scarf?.id ?? '', amount: 1 },
  ])
  await refund([{ id: dress?.id ?? '' }, { id: scarf?.id ?? '' }])
  const rows = await shop.shop.db
    .select({ tax: refundTaxes })
    .from(refundTaxes)
    .innerJoin(refunds, eq(refunds.id, refundTaxes.refundId))
    .where(eq(refunds.orderId, placed.order_id))
  const sum = (read: (one: (typeof rows)[number]['tax']) => number) => rows.reduce((all, { tax }) => all + read(tax), 0)
  expect([sum((one) => one.taxAmount), sum((one) => one.grossAmount)]).toEqual([row.taxAmount, row.totalAmount])
  const { data } = await tess.call(getStaffOrder, { no })
  expect(data.refunds.map(({ tax }) => tax.amount).reduce((all, one) => all + one, 0)).toBe(row.taxAmount)
})

test('records whether the tax office knows the VAT number, and refuses an unknown number', async () => {
  await openAs({ ...asBerlin, acceptsBusinesses: true })
  const vat_number = 'FR40303265045'
  const known = await order([goods.dress], paris, 'EUR', { vat_number })
  const { data } = await tess.call(getStaffOrder, { no: known.row.orderNo })
  expect(data.events[0]?.details).toEqual({ vat_check: 'not_checked' })
  shop.shop.checkVatNumber = async () => 'invalid'
  await expect(order([goods.dress], paris, 'EUR', { vat_number })).rejects.toMatchObject({
    refusal: { errors: { vat_number: ['Please enter a valid VAT number'] } },
  })
  delete shop.shop.checkVatNumber
})

const maine: Seller = {
  ...{ country: 'US', display: 'added', sellsTo: ['US'] },
  rates: [['US', 5500, 'ME', 'Sales tax']],
  registrations: [{ scheme: 'destination', region: 'ME' }],
}

test('uses the tax provider that staff chose, and the own rates without its answer', async () => {
  await openAs(maine)
  await saveSetting(shop.shop.db, 'tax_provider', 'stripe')
  let answer: TaxAnswer | null = { lines: [{ taxAmount: 900, rate: 6000 }], shipping: { taxAmount: 0, rate: 0 } }
  shop.shop.taxes = { name: 'stripe', quote: async () => answer }
  const { row, lines } = await order([goods.dress], portland, 'USD')
  expect(row).toMatchObject({ totalAmount: 15_900, taxAmount: 900 })
  expect(lines).toMatchObject([{ taxRate: 6000, addedTaxAmount: 900 }])
  answer = null
  expect((await order([goods.dress], portland, 'USD')).row).toMatchObject({ totalAmount: 15_825 })
  delete shop.shop.taxes
  await saveSetting(shop.shop.db, 'tax_provider', 'table')
})

test('adds tax in steps of 10 fils to an order in Kuwaiti dinars, and refunds all of it with the order', async () => {
  const { db } = shop.shop
  await db.insert(currencies).values({ id: 5, code: 'KWD', name: 'Dinar', symbolLeft: 'KD', decimals: 3 })
  await db.insert(currencyRates).values({ currency: 'KWD', rate: 0.307, asOf: shop.clock.now() })
  await openAs(maine)
  const { row, placed } = await order([goods.dress, goods.gift], portland, 'KWD')
  expect(row.totalAmount % 10).toBe(0)
  expect(row.addedTaxAmount).toBeGreaterThan(0)
  await ada.call(tryPayment, { orderId: placed.order_id, email: placed.email, outcome: 'approve' })
  await cancelOrder(shop.shop, { orderId: placed.order_id, actor: 'staff', reason: 'Out of stock' })
  const [refund] = await db.select().from(refunds).where(eq(refunds.orderId, placed.order_id))
  await db.transaction((tx) => settle(tx, refund?.id ?? '', { status: 'succeeded', at: shop.clock.now() }))
  const taxes = await db
    .select()
    .from(refundTaxes)
    .where(eq(refundTaxes.refundId, refund?.id ?? ''))
  expect(taxes.reduce((sum, { grossAmount }) => sum + grossAmount, 0)).toBe(row.totalAmount)
  expect(taxes.reduce((sum, { taxAmount }) => sum + taxAmount, 0)).toBe(row.taxAmount)
})
