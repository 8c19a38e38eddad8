import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getOrder } from '#features/orders/orders.contract.ts'
import { shopWithStripe } from '#testing/outside/stripe-bank.ts'
import { buy, goods } from '#testing/shops/stocked-shop.ts'
import { checkPayment, getPayment, startPayment, tryPayment } from '../../payments.contract.ts'
import { refunds } from '../payments.tables.ts'

const { shop, bank, tell, sessionOf, paidSession } = shopWithStripe()

test('sends the shopper to Stripe’s page with the order’s amount and the return address', async () => {
  const ada = await shop.signedIn()
  const { orderId, orderNo } = await buy(shop.shop, ada, [goods.dress])
  expect(await ada.call(getPayment, { orderId })).toMatchObject({ provider: 'stripe' })
  const started = await ada.call(startPayment, { orderId, email: ada.email })
  expect(started).toMatchObject({
    is_paid: false,
    redirect_url: expect.stringMatching(/^https:\/\/checkout\.stripe\.com\//),
  })
  const [{ form } = { form: new URLSearchParams() }] = bank.requests
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

test('sends yen to Stripe as whole yen', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await buy(shop.shop, ada, [goods.dress], { currency: 'JPY' })
  await ada.call(startPayment, { orderId })
  expect(bank.requests[0]?.form.get('line_items[0][price_data][unit_amount]')).toBe('22500')
  expect(await tell('checkout.session.completed', paidSession(orderId))).toEqual({ status: 200, text: 'done' })
  expect(await ada.call(getOrder, { orderId })).toMatchObject({ order_status_id: 4, payment_method: 'Stripe' })
})

test('continues the same payment in two tabs', async () => {
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

test('pays the order once for a signed message, however often it arrives', async () => {
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

test('rejects messages with a wrong signature, without a signature, or with an old timestamp', async () => {
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

test('rejects a message with a wrong amount', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  await ada.call(startPayment, { orderId })
  const session = { ...paidSession(orderId), amount_total: 1 }
  expect(await tell('checkout.session.completed', session)).toEqual({ status: 409, text: 'wrong_amount' })
  expect(await ada.call(getOrder, { orderId })).toMatchObject({ order_status_id: 1 })
})

test('changes nothing for an unpaid session, an unknown payment, or messages of other types', async () => {
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

test('shows the order as paid to a shopper who returns before the message arrives', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  await ada.call(startPayment, { orderId })
  expect(await ada.call(checkPayment, { orderId })).toMatchObject({ state: 'open' })
  const session = paidSession(orderId)
  expect(await ada.call(checkPayment, { orderId })).toMatchObject({ state: 'paid' })
  expect((await tell('checkout.session.completed', session)).text).toBe('repeat')
})

test('confirms a paid order without a second charge when the shopper taps again', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  await ada.call(startPayment, { orderId })
  paidSession(orderId)
  expect(await ada.call(startPayment, { orderId })).toEqual({ redirect_url: null, is_paid: true })
  expect(await ada.call(getOrder, { orderId })).toMatchObject({ order_status_id: 4 })
})

test('does not charge again for a pending payment', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  await ada.call(startPayment, { orderId })
  Object.assign(sessionOf(orderId)[0] ?? {}, { status: 'complete', payment_status: 'unpaid' })
  await expect(ada.call(startPayment, { orderId })).rejects.toMatchObject({ refusal: { code: 'payment_waiting' } })
})

test('shows a message when Stripe fails, and opens the same payment later', async () => {
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
  const keys = new Set(bank.requests.map(({ key }) => key))
  expect((await ada.call(startPayment, { orderId })).redirect_url).toContain('stripe.com')
  expect(new Set(bank.requests.map(({ key }) => key))).toEqual(keys)
  expect(keys.size).toBe(1)
})

test('reports a wrong key as an internal fault and a refusal as a refusal, and changes no order', async () => {
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
