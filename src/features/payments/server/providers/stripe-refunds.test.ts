import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runStaff } from '#app/staff/run-staff.ts'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { cancelOrder, releaseGuestStock } from '#features/orders/server/commands/order-commands.service.ts'
import { getReturn } from '#features/returns/returns.contract.ts'
import { approveReturn, receiveReturn, retryRefund } from '#features/returns/server/commands/return-commands.service.ts'
import { shopWithStripe } from '#testing/outside/stripe-bank.ts'
import { requestReturnOf } from '#testing/shops/returned-goods.ts'
import { buy, goods } from '#testing/shops/stocked-shop.ts'
import { getPayment, startPayment } from '../../payments.contract.ts'
import { payments, refunds } from '../payments.tables.ts'
import { sendRefunds } from '../send-refunds.service.ts'

const { shop, bank, tell, paidSession, buyWithStripe } = shopWithStripe()

const refundsOf = (orderId: string) => shop.shop.db.select().from(refunds).where(eq(refunds.orderId, orderId))

test('refunds a canceled order through Stripe once', async () => {
  const { orderId } = await buyWithStripe()
  await cancelOrder(shop.shop, { orderId, actor: 'staff' })
  await Promise.all([sendRefunds(shop.shop), sendRefunds(shop.shop)])
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'succeeded', providerRef: expect.stringMatching(/^re_/) }])
  const sent = bank.requests.filter(({ path }) => path === '/v1/refunds')
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  expect(sent[0]?.form.get('amount')).toBe('15000')
  expect(await sendRefunds(shop.shop)).toBe(0)
})

test('does not send a guest to Stripe after the stock is sold, and refunds a late payment through Stripe', async () => {
  const email = 'late@harbor.test'
  const by = { bounds: shop.shop.bounds, network: '203.0.113.0/24', isVerified: false }
  const { orderId } = await buy(shop.shop, { id: '', email }, [goods.shoe], { by })
  const guest = shop.stranger()
  await guest.call(startPayment, { orderId, email })
  shop.clock.advance(61 * 60_000)
  await releaseGuestStock(shop.shop)
  await shop.shop.db.update(skus).set({ inventory: 0 }).where(eq(skus.id, goods.shoe))
  bank.requests = []
  await expect(guest.call(startPayment, { orderId, email })).rejects.toMatchObject({ refusal: { code: 'stock_gone' } })
  expect(bank.requests).toEqual([])
  const sendEvent = () => tell('checkout.session.completed', paidSession(orderId), { id: 'evt_late' })
  expect((await sendEvent()).text).toBe('done')
  expect((await sendEvent()).text).toBe('repeat')
  expect(await guest.call(getPayment, { orderId, email })).toMatchObject({ state: 'over' })
  await sendRefunds(shop.shop)
  expect(await refundsOf(orderId)).toMatchObject([{ amount: 9500, status: 'succeeded' }])
  expect(bank.requests.filter(({ path }) => path === '/v1/refunds')).toHaveLength(1)
})

test('repeats a refund with the same key when Stripe does not respond', async () => {
  const { orderId } = await buyWithStripe()
  await cancelOrder(shop.shop, { orderId, actor: 'staff' })
  bank.instead = ['hang up', 'hang up', 'hang up']
  await sendRefunds(shop.shop)
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'pending', attempts: 0 }])
  shop.clock.advance(31_000)
  await sendRefunds(shop.shop)
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'succeeded' }])
})

test('asks Stripe about a pending refund when no message arrives', async () => {
  const { orderId } = await buyWithStripe()
  await cancelOrder(shop.shop, { orderId, actor: 'staff' })
  bank.refundStatus = 'pending'
  await sendRefunds(shop.shop)
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'pending' }])
  bank.refundStatus = 'succeeded'
  shop.clock.advance(31_000)
  await sendRefunds(shop.shop)
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'succeeded' }])
  expect(bank.requests.at(-1)).toMatchObject({ method: 'GET', path: expect.stringMatching(/^\/v1\/refunds\/re_/) })
})

test('settles a pending refund by its message', async () => {
  const { orderId } = await buyWithStripe()
  await cancelOrder(shop.shop, { orderId, actor: 'staff' })
  bank.refundStatus = 'pending'
  await sendRefunds(shop.shop)
  const [waiting] = await refundsOf(orderId)
  expect(waiting).toMatchObject({ status: 'pending', providerRef: expect.stringMatching(/^re_/) })
  const count = bank.requests.length
  await sendRefunds(shop.shop)
  expect(bank.requests).toHaveLength(count)
  const news = {
    id: waiting?.providerRef,
    object: 'refund',
    status: 'succeeded',
    metadata: { refund_id: waiting?.id, refund_key: `${waiting?.id}-0` },
  }
  expect((await tell('refund.updated', news)).text).toBe('done')
  expect((await tell('refund.updated', news)).text).toBe('repeat')
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'succeeded' }])
  expect((await tell('refund.updated', { ...news, metadata: {} })).text).toBe('ignored')
  expect((await tell('refund.updated', { ...news, metadata: { refund_id: 'nobody’s', refund_key: 'x' } })).text).toBe(
    'unknown',
  )
})

test('fails the refund of a returned line when Stripe refuses it, and sends a retry as a new request', async () => {
  const ada = await shop.signedIn()
  const { returnId, orderId } = await requestReturnOf(shop.shop, ada, [goods.dress])
  // The order was not paid through Stripe, so the test turns its payment into a Stripe payment.
  await shop.shop.db
    .update(payments)
    .set({ provider: 'stripe', providerRef: `cs_${orderId}` })
    .where(eq(payments.orderId, orderId))
  bank.sessions.set(`cs_${orderId}`, { id: `cs_${orderId}`, object: 'checkout.session', payment_intent: 'pi_1' })
  await approveReturn(shop.shop, { returnId })
  await receiveReturn(shop.shop, { returnId })
  bank.refundStatus = 'failed'
  await sendRefunds(shop.shop)
  expect((await ada.call(getReturn, { returnId })).status).toBe(7)
  await retryRefund(shop.shop, { returnId })
  bank.refundStatus = 'succeeded'
  await sendRefunds(shop.shop)
  expect(await ada.call(getReturn, { returnId })).toMatchObject({ status: 5, refund_total: { price_value: '150.00' } })
  const keys = bank.requests.filter(({ path }) => path === '/v1/refunds').map(({ key }) => key)
  expect(new Set(keys).size).toBe(2)
})

test('lets staff retry a failed refund, and never settle by hand what Stripe has to refund', async () => {
  const { orderId, orderNo } = await buyWithStripe()
  await cancelOrder(shop.shop, { orderId, actor: 'staff' })
  bank.instead = ['hang up', 'hang up', 'hang up']
  expect((await runStaff(shop.shop, ['refund', orderNo])).text).toContain('is being processed')
  bank.refundStatus = 'failed'
  expect((await runStaff(shop.shop, ['refund', orderNo])).text).toContain('failed')
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'failed' }])
  bank.refundStatus = 'succeeded'
  expect((await runStaff(shop.shop, ['refund', orderNo])).text).toContain('is complete')
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'succeeded', attempts: 2 }])
  expect((await runStaff(shop.shop, ['refund', orderNo])).exitCode).toBe(1)
})

test('retries a refund that the provider reports as failed days later', async () => {
  const { orderId, orderNo } = await buyWithStripe()
  await cancelOrder(shop.shop, { orderId, actor: 'staff' })
  bank.refundStatus = 'pending'
  await sendRefunds(shop.shop)
  const [waiting] = await refundsOf(orderId)
  const news = { id: waiting?.providerRef, object: 'refund', status: 'failed', failure_reason: 'lost_or_stolen_card' }
  const failed = { ...news, metadata: { refund_id: waiting?.id, refund_key: `${waiting?.id}-0` } }
  expect((await tell('refund.failed', failed)).text).toBe('done')
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'failed', failure: 'lost_or_stolen_card' }])
  bank.refundStatus = 'pending'
  expect((await runStaff(shop.shop, ['refund', orderNo])).text).toContain('is being processed')
  // A repeated message about the old failure does not apply to the new try.
  expect((await tell('refund.failed', failed)).text).toBe('repeat')
  const [sent] = await refundsOf(orderId)
  expect(sent).toMatchObject({ status: 'pending', attempts: 1 })
  expect(sent?.providerRef).not.toBe(waiting?.providerRef)
})
