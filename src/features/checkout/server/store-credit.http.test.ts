import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/times/times.ts'
import { getAccountSummary } from '#features/account/account.contract.ts'
import { addToCart } from '#features/cart/cart.contract.ts'
import { listCredit } from '#features/credit/credit.contract.ts'
import { readBalance, writeEntry } from '#features/credit/server/credit.service.ts'
import { getOrder } from '#features/orders/orders.contract.ts'
import { getOrder as getStaffOrder } from '#features/orders/orders.staff.contract.ts'
import { cancelOrder, expireUnpaidOrders } from '#features/orders/server/commands/order-commands.service.ts'
import { placeOrder } from '#features/orders/server/commands/place-order.service.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { getPayment, tryPayment } from '#features/payments/payments.contract.ts'
import { markPaid, previewRefund, refundOrder, settleRefund } from '#features/payments/payments.staff.contract.ts'
import { confirmPayment } from '#features/payments/server/payments.service.ts'
import { payments, refunds } from '#features/payments/server/payments.tables.ts'
import { currencyRates } from '#features/settings/server/settings.tables.ts'
import { newId } from '#server/database/ids.ts'
import { goods, stockShop, testAddress } from '#testing/shops/stocked-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { checkOut, quoteCheckout } from '../checkout.contract.ts'

const shop = testShop()
const staff = testStaff(shop)
let ada: Person
let tess: StaffPerson

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))
beforeEach(async () => {
  ada = await shop.signedIn()
  tess = await staff.member('manager', 'Tess Berg')
})

const { address1: address_1, address2: address_2, ...rest } = testAddress
const address = { ...rest, address_1, address_2: address_2 ?? '', house_num: '', state: 'Maine', postcode: '04101' }
const left = () => readBalance(shop.shop.db, ada.id)

const give = (amount: number) =>
  writeEntry(shop.shop.db, {
    ...{ customerId: ada.id, kind: 'by_hand', amount, reason: 'goodwill', at: shop.clock.now() },
  })

async function quoted(person: Person, skuIds: number[], currency = 'USD') {
  for (const sku_id of skuIds) await person.call(addToCart, { sku_id })
  const quote = await person.call(quoteCheckout, { currency })
  const input = {
    address,
    shipping_method: quote.shipping_method,
    claim_id: quote.claim_id,
    currency: quote.currency,
    lines: quote.lines.map(({ sku_id, quantity }) => ({ sku_id, quantity })),
    total: quote.total.price_value,
    credit: quote.credit.price_value,
  }
  return { quote, input }
}

async function ordered(skuIds: number[], currency = 'USD') {
  const { input } = await quoted(ada, skuIds, currency)
  return ada.call(checkOut, input)
}

const paidWith = async (orderId: string) =>
  (await shop.shop.db.select().from(payments).where(eq(payments.orderId, orderId)))
    .filter(({ status }) => status === 'succeeded')
    .map(({ provider, amount }) => [provider, amount])
    .toSorted()

test('takes credit before any other payment, shows it in the quote and charges the rest', async () => {
  await give(2400)
  const { quote, input } = await quoted(ada, [goods.dress])
  expect(quote.totals.at(-1)).toMatchObject({ code: 'credit', title: 'Store credit', value: { price: '-$24.00' } })
  expect([quote.total.price, quote.credit.price, quote.to_pay.price]).toEqual(['$150.00', '$24.00', '$126.00'])
  const { order_id: orderId, is_paid, email } = await ada.call(checkOut, input)
  expect([is_paid, await left()]).toEqual([false, 0])
  expect(await ada.call(getPayment, { orderId, email })).toMatchObject({ state: 'open', to_pay: { price: '$126.00' } })
  await ada.call(tryPayment, { orderId, email, outcome: 'approve' })
  expect(await paidWith(orderId)).toEqual([
    ['credit', 2400],
    ['test', 12_600],
  ])
  const order = await ada.call(getOrder, { orderId })
  expect(order.totals.map(({ code, value }) => [code, value.price_value])).toEqual([
    ['subtotal', '150.00'],
    ['shipping', '0.00'],
    ['total', '150.00'],
    ['credit', '-24.00'],
  ])
  expect((await ada.call(getAccountSummary, {})).has_credit).toBe(true)
  const { balance, data } = await ada.call(listCredit, {})
  expect(balance.price).toBe('$0.00')
  expect(data.map(({ kind, amount, order: about }) => [kind, amount.price, about?.id])).toEqual([
    ['spent', '-$24.00', orderId],
    ['by_hand', '$24.00', undefined],
  ])
})

test('pays an order at once without a provider if credit covers it', async () => {
  await give(20_000)
  const { order_id: orderId, is_paid, is_on_hold, email } = await ordered([goods.dress])
  expect([is_paid, is_on_hold, await left()]).toEqual([true, false, 5000])
  expect(await ada.call(getPayment, { orderId, email })).toMatchObject({
    ...{ state: 'paid', payment_method: 'Store credit', to_pay: { price: '$0.00' } },
  })
  expect(await paidWith(orderId)).toEqual([['credit', 15_000]])
})

test('shows no credit to guests and to shoppers without credit', async () => {
  const guest = shop.stranger()
  const { quote } = await quoted(guest, [goods.dress])
  expect([quote.credit.price_value, quote.totals.at(-1)?.code]).toEqual(['0.00', 'total'])
  expect((await ada.call(getAccountSummary, {})).has_credit).toBe(false)
  expect((await ada.call(listCredit, {})).data).toEqual([])
})

test('returns the credit of an unpaid order once when the order is canceled or expires', async () => {
  await give(2400)
  const { order_id: first } = await ordered([goods.dress])
  expect(await left()).toBe(0)
  await cancelOrder(shop.shop, { orderId: first, actor: 'shopper', customerId: ada.id })
  expect(await left()).toBe(2400)
  await ordered([goods.dress])
  expect(await left()).toBe(0)
  shop.clock.advance(2 * dayMs)
  await expireUnpaidOrders(shop.shop)
  await expireUnpaidOrders(shop.shop)
  expect(await left()).toBe(2400)
})

test('refunds a late payment to its payment method, and returns the credit once', async () => {
  await give(2400)
  const { order_id: orderId } = await ordered([goods.dress])
  await cancelOrder(shop.shop, { orderId, actor: 'shopper', customerId: ada.id })
  const id = newId()
  const report = { provider: 'test', eventId: id, providerRef: id, orderId, method: 'Visa', currency: 'USD' }
  await confirmPayment(shop.shop, { ...report, amount: 12_600 })
  const back = await shop.shop.db.select().from(refunds).where(eq(refunds.orderId, orderId))
  expect(back).toMatchObject([{ kind: 'order', amount: 12_600, creditAmount: 0, status: 'pending' }])
  expect(await left()).toBe(2400)
})

test('refunds a paid order that staff cancel: credit as credit, the rest through the provider', async () => {
  await give(2400)
  const { order_id: orderId } = await ordered([goods.dress])
  await cancelOrder(shop.shop, { orderId, actor: 'shopper', customerId: ada.id }).catch(() => {})
  await give(12_600)
  const { order_id: whole } = await ordered([goods.dress])
  expect(await left()).toBe(0)
  await cancelOrder(shop.shop, { orderId: whole, actor: 'staff' })
  expect(await left()).toBe(15_000)
  const back = await shop.shop.db.select().from(refunds).where(eq(refunds.orderId, whole))
  expect(back).toMatchObject([{ kind: 'order', amount: 15_000, creditAmount: 15_000, status: 'succeeded' }])
})

test('refunds to the payment method until the payment is used up, and refunds the rest as credit', async () => {
  await give(2400)
  const { order_no: no } = await ordered([goods.dress])
  await tess.call(markPaid, { no, method: 'Bank transfer' })
  const { data: order } = await tess.call(getStaffOrder, { no })
  const lineId = order.lines[0]?.id ?? ''
  const some = await tess.call(refundOrder, { no, lines: [{ id: lineId, amount: 12_000 }], reason: 'Late' })
  expect(some.data.refunds).toMatchObject([{ amount: { amount: 12_000 }, paid_with_credit: { amount: 0 } }])
  const { data: seen } = await tess.call(previewRefund, { no, lines: lineId })
  expect(seen.ways.payment).toEqual({
    amount: { amount: 600, currency: 'USD' },
    credit: { amount: 2400, currency: 'USD' },
  })
  shop.clock.advance(1000)
  const { data: all } = await tess.call(refundOrder, { no, lines: [{ id: lineId }], reason: 'Late' })
  const last = all.refunds.at(-1)
  expect(last).toMatchObject({ amount: { amount: 3000 }, paid_with_credit: { amount: 2400 } })
  // The credit is returned once the payment part of the same refund is settled.
  expect(await left()).toBe(0)
  for (const { id } of all.refunds) await tess.call(settleRefund, { id, reference: 'SEPA 1' })
  expect(await left()).toBe(2400)
})

test('takes and gives back credit in another currency at the exchange rate of the order day, exact to the cent', async () => {
  await give(2400)
  const { order_id: orderId } = await ordered([goods.dress], 'EUR')
  const [order] = await shop.shop.db.select().from(orders).where(eq(orders.id, orderId))
  expect([order?.currency, order?.creditAmount, await left()]).toEqual(['EUR', 2160, 0])
  await shop.shop.db.update(currencyRates).set({ rate: 0.5 }).where(eq(currencyRates.currency, 'EUR'))
  await cancelOrder(shop.shop, { orderId, actor: 'shopper', customerId: ada.id })
  await shop.shop.db.update(currencyRates).set({ rate: 0.9 }).where(eq(currencyRates.currency, 'EUR'))
  expect(await left()).toBe(2400)
})

test('rejects an order if less credit is left than the shopper saw, and accepts the new amount', async () => {
  await give(2400)
  const { input } = await quoted(ada, [goods.dress])
  await give(-1000)
  await expect(ada.call(checkOut, input)).rejects.toMatchObject({ refusal: { code: 'total_changed' } })
  expect(await left()).toBe(1400)
  await ada.call(checkOut, { ...input, credit: '14.00' })
  expect(await left()).toBe(0)
})

test('never spends credit twice in simultaneous orders of one shopper', async () => {
  await give(20_000)
  const place = () =>
    placeOrder(shop.shop, {
      ...{ by: 'shop', customerId: ada.id, email: ada.email, lines: [{ skuId: goods.dress }] },
      ...{ address: testAddress, currency: 'USD', shippingMethod: 'standard', usesCredit: true },
    })
  const placed = await Promise.all([place(), place(), place()])
  expect(placed.map(({ creditAmount }) => creditAmount).toSorted((a, b) => b - a)).toEqual([15_000, 5000, 0])
  expect(await left()).toBe(0)
})
