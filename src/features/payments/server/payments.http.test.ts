import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { getOrder } from '#features/orders/orders.contract.ts'
import { buy, goods, pay, stockShop } from '#testing/shops/stocked-shop.ts'
import { json, testShop } from '#testing/test-shop.ts'
import { checkPayment, getPayment, startPayment, tryPayment } from '../payments.contract.ts'
import { confirmPayment } from './payments.service.ts'
import { paymentEvents, payments, refunds } from './payments.tables.ts'

const shop = testShop()

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))

test('shows a shopper the amount to pay, without the address of the order', async () => {
  const ada = await shop.signedIn()
  const { orderId, orderNo } = await buy(shop.shop, ada, [goods.dress, goods.scarf], { shippingMethod: 'express' })
  const found = await ada.call(getPayment, { orderId, email: ada.email })
  expect(found).toMatchObject({
    order_no: orderNo,
    state: 'open',
    is_own: true,
    provider: 'test',
    last_try: null,
    total: { price: '$225.00' },
    expires_at: '2026-06-16 10:00:00',
  })
  expect(JSON.stringify(found)).not.toContain('Ropewalk')
})

test('pays an order once after a declined, a timed out and an approved attempt', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  expect(await ada.call(tryPayment, { orderId, outcome: 'decline' })).toMatchObject({
    state: 'open',
    last_try: 'declined',
  })
  shop.clock.advance(1000)
  expect(await ada.call(tryPayment, { orderId, outcome: 'time_out' })).toMatchObject({ last_try: 'timed_out' })
  shop.clock.advance(1000)
  expect(await ada.call(tryPayment, { orderId, outcome: 'approve' })).toMatchObject({
    state: 'paid',
    payment_method: 'Test card',
    last_try: null,
  })
  expect(await ada.call(getOrder, { orderId })).toMatchObject({ order_status_id: 4, payment_method: 'Test card' })
  for (const call of [startPayment, tryPayment]) {
    await expect(ada.call(call, { orderId, outcome: 'approve' })).rejects.toMatchObject({
      status: 409,
      refusal: { code: 'order_moved_on' },
    })
  }
  expect(await ada.call(checkPayment, { orderId })).toMatchObject({ state: 'paid' })
})

test('applies a repeated callback once', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  await ada.call(tryPayment, { orderId, outcome: 'approve_twice' })
  const paid = await shop.shop.db.select().from(payments).where(eq(payments.orderId, orderId))
  expect(paid).toMatchObject([{ status: 'succeeded', amount: 15_000 }])
  expect(await shop.shop.db.select().from(refunds).where(eq(refunds.orderId, orderId))).toEqual([])
  const mails = (await shop.mailsTo(ada.email)).filter(({ text }) => text.includes('$150.00'))
  expect(mails).toHaveLength(1)
})

test('pays an order once when two payments arrive, and refunds the second one in full', async () => {
  const ada = await shop.signedIn()
  const order = await buy(shop.shop, ada, [goods.dress])
  const { orderId, totalAmount: amount, currency } = order
  const report = (name: string) => ({
    provider: 'test',
    eventId: name,
    providerRef: name,
    orderId,
    method: name,
    amount,
    currency,
  })
  const names = ['one', 'two'].map((name) => `${name}-${orderId}`)
  await Promise.all(names.map((name) => confirmPayment(shop.shop, report(name))))
  for (const name of names) expect((await confirmPayment(shop.shop, report(name))).isRepeat).toBe(true)
  const back = await shop.shop.db.select().from(refunds).where(eq(refunds.orderId, orderId))
  expect(back).toMatchObject([{ kind: 'payment', status: 'pending', amount: 15_000 }])
  expect(await ada.call(getOrder, { orderId })).toMatchObject({ order_status_id: 4 })
})

test('lets a guest pay with the email address of the order only', async () => {
  const email = 'guest@harbor.test'
  const { orderId } = await buy(shop.shop, { id: '', email }, [goods.dress])
  const guest = shop.stranger()
  for (const given of [undefined, 'else@harbor.test', '']) {
    await expect(guest.call(getPayment, { orderId, email: given })).rejects.toMatchObject({ status: 404 })
    await expect(guest.call(startPayment, { orderId, email: given })).rejects.toMatchObject({ status: 404 })
    await expect(guest.call(tryPayment, { orderId, email: given, outcome: 'approve' })).rejects.toMatchObject({
      status: 404,
    })
  }
  expect(await guest.call(getPayment, { orderId, email: ' Guest@harbor.test ' })).toMatchObject({ is_own: false })
  expect(await guest.call(tryPayment, { orderId, email, outcome: 'approve' })).toMatchObject({ state: 'paid' })
})

test('returns 404 for another shopper’s order, even with its email address', async () => {
  const [ada, bob] = await Promise.all([shop.signedIn(), shop.signedIn('bob')])
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  for (const email of [ada.email, bob.email, undefined]) {
    await expect(bob.call(getPayment, { orderId, email })).rejects.toMatchObject({ status: 404 })
    await expect(bob.call(tryPayment, { orderId, email, outcome: 'approve' })).rejects.toMatchObject({ status: 404 })
  }
  await expect(ada.call(getPayment, { orderId, email: bob.email })).rejects.toMatchObject({ status: 404 })
  await expect(ada.call(getPayment, { orderId: 'nothing' })).rejects.toMatchObject({ status: 404 })
})

test('rejects the payment of an expired order before the timer has run', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  const { orderId: paidId, ...rest } = await buy(shop.shop, ada, [goods.dress])
  await pay(shop.shop, { orderId: paidId, ...rest })
  shop.clock.advance(24 * 60 * 60 * 1000)
  expect(await ada.call(getPayment, { orderId })).toMatchObject({ state: 'over' })
  expect(await ada.call(getPayment, { orderId: paidId })).toMatchObject({ state: 'paid' })
  await expect(ada.call(tryPayment, { orderId, outcome: 'approve' })).rejects.toMatchObject({ status: 409 })
})

test.each([{}, { outcome: 'maybe' }])('rejects the trial payment %j', async (body) => {
  const ada = await shop.signedIn()
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  expect((await ada.fetch(`/rest/payment/${orderId}/trial`, json(body))).status).toBe(422)
})

test('accepts no payment messages if the provider sends none', async () => {
  const answer = await shop.stranger().fetch('/webhooks/test', json({ type: 'paid' }))
  expect(answer.status).toBe(404)
  expect((await shop.stranger().fetch('/webhooks/stripe', json({ type: 'paid' }))).status).toBe(404)
  expect(await shop.shop.db.select().from(paymentEvents).where(eq(paymentEvents.provider, 'stripe'))).toEqual([])
})
