import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelOrder } from '#features/orders/server/commands/order-commands.service.ts'
import { openDatabase } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { readOrder } from '#testing/shops/order-records.ts'
import { buy, goods, pay, stockShop } from '#testing/shops/stocked-shop.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { confirmPayment, failPayment, openPayment } from './payments.service.ts'
import { payments, refunds } from './payments.tables.ts'
import { testProvider } from './providers/test-provider.ts'

const shop = testShop()
let ada: Person

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))
beforeEach(async () => {
  ada = await shop.signedIn()
})

test('pays once with one mail when a payment is reported ten times at the same time', async () => {
  const wide = openDatabase(shop.url, { max: 10 })
  const { orderId, totalAmount } = await buy(shop.shop, ada, [goods.dress])
  const report = { provider: 'test', eventId: newId(), providerRef: newId(), orderId, method: 'PayPal' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      confirmPayment({ ...shop.shop, db: wide.db }, { ...report, amount: totalAmount, currency: 'USD' }),
    ),
  )
  await wide.close()
  expect(answers.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1)
  expect(await readOrder(shop.shop.db, orderId)).toMatchObject({ statusId: 4, paymentMethod: 'PayPal', gaCounter: 1 })
  const mails = await shop.mailsTo(ada.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('$150.00')
})

test('rejects a payment of a wrong amount', async () => {
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  const report = { provider: 'test', eventId: newId(), providerRef: newId(), orderId, method: 'x', currency: 'USD' }
  await expect(confirmPayment(shop.shop, { ...report, amount: 1 })).rejects.toMatchObject({
    refusal: { code: 'wrong_amount' },
  })
  expect(await readOrder(shop.shop.db, orderId)).toMatchObject({ statusId: 1 })
})

test('refunds a payment for an order that was canceled in the meantime', async () => {
  const order = await buy(shop.shop, ada, [goods.dress])
  await cancelOrder(shop.shop, { orderId: order.orderId, actor: 'timer' })
  await pay(shop.shop, order)
  expect(await readOrder(shop.shop.db, order.orderId)).toMatchObject({ statusId: 8 })
  const [refund] = await shop.shop.db.select().from(refunds).where(eq(refunds.orderId, order.orderId))
  expect(refund).toMatchObject({ kind: 'order', status: 'pending', amount: 15_000 })
})

test('keeps an order payable after a declined payment, and cancels the old attempt when a new attempt starts', async () => {
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  const first = await openPayment(shop.shop, testProvider, { orderId, method: 'Card' })
  const report = { provider: 'test', eventId: newId(), providerRef: first.payment.providerRef, failure: 'No funds' }
  expect(await failPayment(shop.shop, { ...report, status: 'declined' })).toBe(true)
  expect(await failPayment(shop.shop, { ...report, status: 'declined' })).toBe(false)
  await openPayment(shop.shop, testProvider, { orderId, method: 'Card' })
  const third = await openPayment(shop.shop, testProvider, { orderId, method: 'Card' })
  const rows = await shop.shop.db.select().from(payments).where(eq(payments.orderId, orderId))
  expect(rows.map(({ status }) => status).sort()).toEqual(['cancelled', 'declined', 'pending'])
  const { providerRef, amount, currency } = third.payment
  await confirmPayment(shop.shop, {
    provider: 'test',
    eventId: newId(),
    providerRef,
    orderId,
    method: 'Card',
    amount,
    currency,
  })
  expect(await readOrder(shop.shop.db, orderId)).toMatchObject({ statusId: 4 })
  await expect(openPayment(shop.shop, testProvider, { orderId, method: 'Card' })).rejects.toMatchObject({
    refusal: { code: 'order_moved_on' },
  })
})
