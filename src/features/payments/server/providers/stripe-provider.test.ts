import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createShopApi } from '#app/shop-api.ts'
import { runStaff } from '#app/staff/run-staff.ts'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { getOrder } from '#features/orders/orders.contract.ts'
import { cancelOrder, releaseGuestStock } from '#features/orders/server/order-commands.service.ts'
import { getReturn } from '#features/returns/returns.contract.ts'
import { approveReturn, receiveReturn, retryRefund } from '#features/returns/server/return-commands.service.ts'
import { requestReturnOf, shopWithReasons } from '#testing/returned-goods.ts'
import { buy, goods } from '#testing/stocked-shop.ts'
import { checkPayment, getPayment, startPayment, tryPayment } from '../../payments.contract.ts'
import { payments, refunds } from '../payments.tables.ts'
import { sendRefunds } from '../send-refunds.service.ts'
import { createStripeProvider } from './stripe-provider.ts'

const shop = shopWithReasons()
const webhookSecret = 'whsec_test'
const stripe = new Stripe('sk_test_x')

type Asked = { method: string; path: string; form: URLSearchParams; key: string | undefined }
type Answer = { status: number; body: unknown } | 'hang up'

/** Stripe as a shop sees it: sessions and refunds by their idempotency key. */
const bank = {
  server: null as Server | null,
  asked: [] as Asked[],
  sessions: new Map<string, Record<string, unknown>>(),
  /** What to answer instead, once each. */
  instead: [] as Answer[],
  refundStatus: 'succeeded',
}

function answerAs({ method, path, form, key }: Asked): Answer {
  const instead = bank.instead.shift()
  if (instead) return instead
  const [, , , , id] = path.split('/')
  if (method === 'POST' && path === '/v1/checkout/sessions') {
    const made = bank.sessions.get(`cs_${key}`) ?? {
      id: `cs_${key}`,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      url: `https://checkout.stripe.com/c/pay/cs_${key}`,
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]'),
      client_reference_id: form.get('client_reference_id'),
      payment_intent: `pi_${key}`,
    }
    bank.sessions.set(`cs_${key}`, made)
    return { status: 200, body: made }
  }
  if (method === 'GET' && path.startsWith('/v1/refunds/')) {
    return { status: 200, body: { id: path.split('/').at(-1), object: 'refund', status: bank.refundStatus } }
  }
  if (method === 'GET' && id) {
    const session = bank.sessions.get(id)
    if (session) return { status: 200, body: session }
  }
  if (path === '/v1/refunds') {
    const metadata = { refund_id: form.get('metadata[refund_id]'), refund_key: key }
    return { status: 200, body: { id: `re_${key}`, object: 'refund', status: bank.refundStatus, metadata } }
  }
  return { status: 404, body: { error: { type: 'invalid_request_error', message: 'No such thing' } } }
}

beforeAll(async () => {
  bank.server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { pathname } = new URL(request.url ?? '', 'http://bank')
      const key = request.headers['idempotency-key']
      const asked = {
        method: request.method ?? '',
        path: pathname,
        form: new URLSearchParams(body),
        key: typeof key === 'string' ? key : undefined,
      }
      bank.asked.push(asked)
      const answer = answerAs(asked)
      if (answer === 'hang up') return request.socket.destroy()
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => bank.server?.listen(0, '127.0.0.1', resolve))
  const { port } = bank.server.address() as AddressInfo
  shop.shop.payments = createStripeProvider({
    secretKey: 'sk_test_x',
    webhookSecret,
    publicUrl: 'http://harbor.test',
    api: { host: '127.0.0.1', port, protocol: 'http' },
  })
})
afterAll(() => bank.server?.close())
beforeEach(() => {
  bank.asked = []
  bank.instead = []
  bank.refundStatus = 'succeeded'
})

async function tell(
  type: string,
  object: unknown,
  { id = `evt_${Math.random()}`, secret = webhookSecret, at = Math.floor(Date.now() / 1000) } = {},
) {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } })
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const answer = await createShopApi(shop.shop).request('/webhooks/stripe', { method: 'POST', headers, body: payload })
  return { status: answer.status, text: await answer.text() }
}

const sessionOf = (orderId: string) => [...bank.sessions.values()].filter((one) => one.client_reference_id === orderId)
const paidSession = (orderId: string) => {
  const [session] = sessionOf(orderId)
  if (!session) throw new Error('No session')
  Object.assign(session, { status: 'complete', payment_status: 'paid' })
  return session
}

test('the shopper is sent to Stripe’s page, with the order’s amount and the way back', async () => {
  const ada = await shop.signedIn()
  const { orderId, orderNo } = await buy(shop.shop, ada, [goods.dress])
  expect(await ada.call(getPayment, { orderId })).toMatchObject({ provider: 'stripe' })
  const started = await ada.call(startPayment, { orderId, email: ada.email })
  expect(started).toMatchObject({
    is_paid: false,
    redirect_url: expect.stringMatching(/^https:\/\/checkout\.stripe\.com\//),
  })
  const [{ form } = { form: new URLSearchParams() }] = bank.asked
  expect(Object.fromEntries(form)).toMatchObject({
    mode: 'payment',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][unit_amount]': '15000',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][product_data][name]': `Order ${orderNo}`,
    client_reference_id: orderId,
    customer_email: ada.email,
    success_url: `http://harbor.test/payment?order_id=${orderId}&email=${encodeURIComponent(ada.email)}&result=back`,
  })
  await expect(ada.call(tryPayment, { orderId, outcome: 'approve' })).rejects.toMatchObject({ status: 404 })
})

test('yen go to Stripe as whole yen', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await buy(shop.shop, ada, [goods.dress], { currency: 'JPY' })
  await ada.call(startPayment, { orderId })
  expect(bank.asked[0]?.form.get('line_items[0][price_data][unit_amount]')).toBe('22500')
  expect(await tell('checkout.session.completed', paidSession(orderId))).toEqual({ status: 200, text: 'done' })
  expect(await ada.call(getOrder, { orderId })).toMatchObject({ order_status_id: 4, payment_method: 'Stripe' })
})

test('two tabs go on with one and the same payment', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  const first = await ada.call(startPayment, { orderId })
  expect(await ada.call(startPayment, { orderId })).toEqual(first)
  expect(sessionOf(orderId)).toHaveLength(1)
  const [session] = sessionOf(orderId)
  Object.assign(session ?? {}, { status: 'expired' })
  const third = await ada.call(startPayment, { orderId })
  expect(third.redirect_url).not.toBe(first.redirect_url)
})

test('a signed message pays the order, once, however often it comes', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  await ada.call(startPayment, { orderId })
  const session = paidSession(orderId)
  expect((await tell('checkout.session.completed', session, { id: `evt_${orderId}` })).text).toBe('done')
  expect((await tell('checkout.session.completed', session, { id: `evt_${orderId}` })).text).toBe('repeat')
  expect((await tell('checkout.session.async_payment_succeeded', session)).text).toBe('repeat')
  expect(await ada.call(getOrder, { orderId })).toMatchObject({ order_status_id: 4 })
  expect(await shop.shop.db.select().from(refunds).where(eq(refunds.orderId, orderId))).toEqual([])
})

test('whoever signs with another secret, signs nothing or sends an old message is turned away', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  await ada.call(startPayment, { orderId })
  const session = { ...paidSession(orderId) }
  expect((await tell('checkout.session.completed', session, { secret: 'whsec_other' })).status).toBe(400)
  const hourAgo = Math.floor(Date.now() / 1000) - 3600
  expect((await tell('checkout.session.completed', session, { at: hourAgo })).status).toBe(400)
  const unsigned = await shop.stranger().fetch('/webhooks/stripe', { method: 'POST', body: '{}' })
  expect(unsigned.status).toBe(400)
  expect(await ada.call(getOrder, { orderId })).toMatchObject({ order_status_id: 1 })
})

test('a message with another amount pays nothing', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  await ada.call(startPayment, { orderId })
  const session = { ...paidSession(orderId), amount_total: 1 }
  expect(await tell('checkout.session.completed', session)).toEqual({ status: 409, text: 'wrong_amount' })
  expect(await ada.call(getOrder, { orderId })).toMatchObject({ order_status_id: 1 })
})

test('an unpaid end, a stranger’s payment and other news change nothing', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  await ada.call(startPayment, { orderId })
  const [session] = sessionOf(orderId)
  const waiting = { ...session, status: 'complete', payment_status: 'unpaid' }
  expect((await tell('checkout.session.completed', waiting)).text).toBe('ignored')
  expect(
    (await tell('checkout.session.completed', { ...waiting, payment_status: 'paid', client_reference_id: 'x' })).text,
  ).toBe('unknown')
  expect((await tell('customer.created', { id: 'cus_1' })).text).toBe('ignored')
  expect((await tell('checkout.session.expired', { id: 'cs_nobody' })).text).toBe('unknown')
  expect((await tell('checkout.session.async_payment_failed', waiting)).text).toBe('done')
  expect(await ada.call(getPayment, { orderId })).toMatchObject({ state: 'open', last_try: 'declined' })
})

test('a shopper who is back before the message finds the order paid', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  await ada.call(startPayment, { orderId })
  expect(await ada.call(checkPayment, { orderId })).toMatchObject({ state: 'open' })
  const session = paidSession(orderId)
  expect(await ada.call(checkPayment, { orderId })).toMatchObject({ state: 'paid' })
  expect((await tell('checkout.session.completed', session)).text).toBe('repeat')
})

test('paid already when the shopper taps again: confirmed, not charged twice', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  await ada.call(startPayment, { orderId })
  paidSession(orderId)
  expect(await ada.call(startPayment, { orderId })).toEqual({ redirect_url: null, is_paid: true })
  expect(await ada.call(getOrder, { orderId })).toMatchObject({ order_status_id: 4 })
})

test('money on its way is not asked for again', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  await ada.call(startPayment, { orderId })
  Object.assign(sessionOf(orderId)[0] ?? {}, { status: 'complete', payment_status: 'unpaid' })
  await expect(ada.call(startPayment, { orderId })).rejects.toMatchObject({ refusal: { code: 'payment_waiting' } })
})

test('when Stripe hangs up or fails, the shopper is told and the same payment is opened later', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  const down = { status: 500, body: { error: { type: 'api_error', message: 'Oh no' } } }
  for (const failure of ['hang up', down] as const) {
    bank.instead = [failure, failure, failure]
    const answer = await ada.fetch(`/rest/payment/${orderId}`, { method: 'POST' })
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({
      reason: 'payment_down',
      message: expect.stringContaining('Nothing was charged'),
    })
  }
  const keys = new Set(bank.asked.map(({ key }) => key))
  expect((await ada.call(startPayment, { orderId })).redirect_url).toContain('stripe.com')
  expect(new Set(bank.asked.map(({ key }) => key))).toEqual(keys)
  expect(keys.size).toBe(1)
})

test('a wrong key is our trouble, a clear no is told as one, and both leave the order as it was', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  bank.instead = [{ status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key' } } }]
  expect((await ada.fetch(`/rest/payment/${orderId}`, { method: 'POST' })).status).toBe(503)
  bank.instead = [{ status: 400, body: { error: { type: 'invalid_request_error', message: 'Amount too small' } } }]
  await expect(ada.call(startPayment, { orderId })).rejects.toMatchObject({
    status: 422,
    refusal: { code: 'payment_refused' },
  })
  expect(await ada.call(getPayment, { orderId })).toMatchObject({ state: 'open' })
  expect((await ada.call(startPayment, { orderId })).redirect_url).toContain('stripe.com')
})

async function buyWithStripe() {
  const ada = await shop.signedIn()
  const order = await buy(shop.shop, ada, [goods.dress])
  await ada.call(startPayment, { orderId: order.orderId })
  await tell('checkout.session.completed', paidSession(order.orderId))
  bank.asked = []
  return { ada, ...order }
}

const refundsOf = (orderId: string) => shop.shop.db.select().from(refunds).where(eq(refunds.orderId, orderId))

test('a cancelled order’s money goes back through Stripe, once', async () => {
  const { orderId } = await buyWithStripe()
  await cancelOrder(shop.shop, { orderId, actor: 'staff' })
  await Promise.all([sendRefunds(shop.shop), sendRefunds(shop.shop)])
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'succeeded', providerRef: expect.stringMatching(/^re_/) }])
  const sent = bank.asked.filter(({ path }) => path === '/v1/refunds')
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  expect(sent[0]?.form.get('amount')).toBe('15000')
  expect(await sendRefunds(shop.shop)).toBe(0)
})

test('a guest is not sent to Stripe for what is gone, and money that comes too late goes back through it', async () => {
  const email = 'late@harbor.test'
  const by = { bounds: shop.shop.bounds, network: '203.0.113.0/24', isProved: false }
  const { orderId } = await buy(shop.shop, { id: '', email }, [goods.shoe], { by })
  const guest = shop.stranger()
  await guest.call(startPayment, { orderId, email })
  shop.clock.advance(61 * 60_000)
  await releaseGuestStock(shop.shop)
  await shop.shop.db.update(skus).set({ inventory: 0 }).where(eq(skus.id, goods.shoe))
  bank.asked = []
  await expect(guest.call(startPayment, { orderId, email })).rejects.toMatchObject({ refusal: { code: 'stock_gone' } })
  expect(bank.asked).toEqual([])
  const told = () => tell('checkout.session.completed', paidSession(orderId), { id: 'evt_late' })
  expect((await told()).text).toBe('done')
  expect((await told()).text).toBe('repeat')
  expect(await guest.call(getPayment, { orderId, email })).toMatchObject({ state: 'over' })
  await sendRefunds(shop.shop)
  expect(await refundsOf(orderId)).toMatchObject([{ amount: 9500, status: 'succeeded' }])
  expect(bank.asked.filter(({ path }) => path === '/v1/refunds')).toHaveLength(1)
})

test('a refund without an answer is sent again under the same key', async () => {
  const { orderId } = await buyWithStripe()
  await cancelOrder(shop.shop, { orderId, actor: 'staff' })
  bank.instead = ['hang up', 'hang up', 'hang up']
  await sendRefunds(shop.shop)
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'pending', attempts: 0 }])
  shop.clock.advance(31_000)
  await sendRefunds(shop.shop)
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'succeeded' }])
})

test('a refund that takes its time is asked about when no message comes', async () => {
  const { orderId } = await buyWithStripe()
  await cancelOrder(shop.shop, { orderId, actor: 'staff' })
  bank.refundStatus = 'pending'
  await sendRefunds(shop.shop)
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'pending' }])
  bank.refundStatus = 'succeeded'
  shop.clock.advance(31_000)
  await sendRefunds(shop.shop)
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'succeeded' }])
  expect(bank.asked.at(-1)).toMatchObject({ method: 'GET', path: expect.stringMatching(/^\/v1\/refunds\/re_/) })
})

test('a refund that takes its time is settled by the message about it', async () => {
  const { orderId } = await buyWithStripe()
  await cancelOrder(shop.shop, { orderId, actor: 'staff' })
  bank.refundStatus = 'pending'
  await sendRefunds(shop.shop)
  const [waiting] = await refundsOf(orderId)
  expect(waiting).toMatchObject({ status: 'pending', providerRef: expect.stringMatching(/^re_/) })
  const count = bank.asked.length
  await sendRefunds(shop.shop)
  expect(bank.asked).toHaveLength(count)
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

test('a returned line: Stripe’s no fails the refund, and the retry sends it anew', async () => {
  const ada = await shop.signedIn()
  const { returnId, orderId } = await requestReturnOf(shop.shop, ada, [goods.dress])
  // Bought long ago by other means; what counts here is who took the money.
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
  const keys = bank.asked.filter(({ path }) => path === '/v1/refunds').map(({ key }) => key)
  expect(new Set(keys).size).toBe(2)
})

test('staff send a refund that failed once more, and never confirm by hand what Stripe has to do', async () => {
  const { orderId, orderNo } = await buyWithStripe()
  await cancelOrder(shop.shop, { orderId, actor: 'staff' })
  bank.instead = ['hang up', 'hang up', 'hang up']
  expect((await runStaff(shop.shop, ['refund', orderNo])).text).toContain('is on its way')
  bank.refundStatus = 'failed'
  expect((await runStaff(shop.shop, ['refund', orderNo])).text).toContain('failed')
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'failed' }])
  bank.refundStatus = 'succeeded'
  expect((await runStaff(shop.shop, ['refund', orderNo])).text).toContain('is through')
  expect(await refundsOf(orderId)).toMatchObject([{ status: 'succeeded', attempts: 2 }])
  expect((await runStaff(shop.shop, ['refund', orderNo])).exitCode).toBe(1)
})

test('a refund that comes back days later can be sent again', async () => {
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
  expect((await runStaff(shop.shop, ['refund', orderNo])).text).toContain('is on its way')
  // The old failure, told once more, is not the new one's.
  expect((await tell('refund.failed', failed)).text).toBe('repeat')
  const [sent] = await refundsOf(orderId)
  expect(sent).toMatchObject({ status: 'pending', attempts: 1 })
  expect(sent?.providerRef).not.toBe(waiting?.providerRef)
})
