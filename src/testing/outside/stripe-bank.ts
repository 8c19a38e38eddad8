import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createShopApi } from '#app/shop-api.ts'
import { startPayment } from '#features/payments/payments.contract.ts'
import { createStripeProvider } from '#features/payments/server/providers/stripe-provider.ts'
import { shopWithReasons } from '../shops/returned-goods.ts'
import { buy, goods } from '../shops/stocked-shop.ts'

const webhookSecret = 'whsec_test'
const stripe = new Stripe('sk_test_x')

type RecordedRequest = { method: string; path: string; form: URLSearchParams; key: string | undefined }
type Answer = { status: number; body: unknown } | 'hang up'

/** Creates a shop that uses Stripe, and a stub of Stripe. */
export function shopWithStripe() {
  const shop = shopWithReasons()
  /** The state of the Stripe stub: sessions and refunds by their idempotency key. */
  const bank = {
    server: null as Server | null,
    requests: [] as RecordedRequest[],
    sessions: new Map<string, Record<string, unknown>>(),
    /** Responses that replace the normal responses. Each one is sent once. */
    instead: [] as Answer[],
    refundStatus: 'succeeded',
  }

  function answerAs({ method, path, form, key }: RecordedRequest): Answer {
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
        const recorded = {
          method: request.method ?? '',
          path: pathname,
          form: new URLSearchParams(body),
          key: typeof key === 'string' ? key : undefined,
        }
        bank.requests.push(recorded)
        const answer = answerAs(recorded)
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
    bank.requests = []
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
    const answer = await createShopApi(shop.shop).request('/webhooks/stripe', {
      method: 'POST',
      headers,
      body: payload,
    })
    return { status: answer.status, text: await answer.text() }
  }

  const sessionOf = (orderId: string) =>
    [...bank.sessions.values()].filter((one) => one.client_reference_id === orderId)
  const paidSession = (orderId: string) => {
    const [session] = sessionOf(orderId)
    if (!session) throw new Error('No session')
    Object.assign(session, { status: 'complete', payment_status: 'paid' })
    return session
  }

  async function buyWithStripe() {
    const ada = await shop.signedIn()
    const order = await buy(shop.shop, ada, [goods.dress])
    await ada.call(startPayment, { orderId: order.orderId })
    await tell('checkout.session.completed', paidSession(order.orderId))
    bank.requests = []
    return { ada, ...order }
  }
  return { shop, bank, tell, sessionOf, paidSession, buyWithStripe }
}
