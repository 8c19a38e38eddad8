import type Stripe from 'stripe'
import { findStripeDecimals, rescaleAmount } from '#features/payments/payments.rules.ts'
import { paymentLink } from '#links/payments.links.ts'
import {
  ForgedEvent,
  type PaidEvent,
  type PaymentProvider,
  ProviderDown,
  type ProviderEvent,
  ProviderRefused,
  type RefundAnswer,
} from '#server/outside/payment-provider.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** Public address of the shop, which Stripe redirects the shopper to. */
  publicUrl: string
  /** Replaces Stripe's host in tests. */
  api?: { host: string; port: number; protocol: 'http' | 'https' }
}

const timeoutMs = 15_000
// Limits that Stripe sets for the expiry of a payment page.
const minSeconds = 31 * 60
const maxSeconds = 24 * 60 * 60 - 60

/**
 * Creates the provider for Stripe's hosted checkout. The shopper types the card number on Stripe's page, so the number
 * never reaches the shop.
 */
export function createStripeProvider({ secretKey, webhookSecret, publicUrl, api }: StripeSettings): PaymentProvider {
  const options = { maxNetworkRetries: 2, timeout: timeoutMs, telemetry: false, ...api }
  let client: Promise<Stripe> | undefined
  // Imported on first use, because the library is large and is not needed for staff commands or for shops with another
  // provider.
  const open = () => {
    client ??= import('stripe').then(({ default: Client }) => new Client(secretKey, options))
    return client
  }
  return {
    name: 'stripe',
    mode: secretKey.includes('_live_') ? 'live' : 'test',
    refundsAreSent: 'at_once',
    async openPayment({ id, orderId, orderNo, email, expiresAt, ...sum }) {
      const back = `${publicUrl}${paymentLink(orderId, email)}`
      const metadata = { order_id: orderId, order_no: orderNo, payment_id: id }
      const session = await ask(open, (stripe) =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: sum.currency.toLowerCase(),
                  unit_amount: toStripeAmount(sum),
                  product_data: { name: `Order ${orderNo}` },
                },
              },
            ],
            // The shopper pays the amount of the order in its currency.
            adaptive_pricing: { enabled: false },
            client_reference_id: orderId,
            customer_email: email,
            metadata,
            payment_intent_data: { metadata, description: `Order ${orderNo}` },
            expires_at: findPageEnd(expiresAt),
            success_url: `${back}&result=back`,
            cancel_url: back,
          },
          { idempotencyKey: id },
        ),
      )
      return { providerRef: session.id, redirectUrl: session.url }
    },
    async findPayment(providerRef) {
      const session = await ask(open, (stripe) => stripe.checkout.sessions.retrieve(providerRef))
      if (session.status === 'open') return { status: 'open', redirectUrl: session.url }
      if (session.status === 'expired') return { status: 'ended' }
      // The return and the webhook share an event id, so that only the first of the two is applied.
      const event = toPaidEvent(session, `session:${session.id}`)
      return event ? { status: 'paid', event } : { status: 'waiting' }
    },
    async refund({ key, refundId, providerRef, ...sum }) {
      try {
        const session = await ask(open, (stripe) => stripe.checkout.sessions.retrieve(providerRef))
        const intent = idOf(session.payment_intent)
        if (!intent) throw new ProviderRefused(`Payment ${providerRef} received no money`)
        const refund = await ask(open, (stripe) =>
          stripe.refunds.create(
            { payment_intent: intent, amount: toStripeAmount(sum), metadata: { refund_id: refundId, refund_key: key } },
            { idempotencyKey: key },
          ),
        )
        return toRefundAnswer(refund)
      } catch (error) {
        if (error instanceof ProviderRefused) return { status: 'failed', failure: error.message }
        throw error
      }
    },
    async findRefund(providerRef) {
      return toRefundAnswer(await ask(open, (stripe) => stripe.refunds.retrieve(providerRef)))
    },
    async readEvent({ body, signature }) {
      const { webhooks } = await open()
      try {
        return toProviderEvent(webhooks.constructEvent(body, signature, webhookSecret))
      } catch (error) {
        if (typeOf(error) === 'StripeSignatureVerificationError') throw new ForgedEvent(error)
        throw error
      }
    },
  }
}

/** Runs a request. Stripe's errors become either a refusal, or a failure after which a retry is safe. */
async function ask<T>(open: () => Promise<Stripe>, callback: (stripe: Stripe) => Promise<T>): Promise<T> {
  const stripe = await open()
  try {
    return await callback(stripe)
  } catch (error) {
    const isNo = ['StripeInvalidRequestError', 'StripeCardError'].includes(typeOf(error))
    throw isNo && error instanceof Error
      ? new ProviderRefused(error.message, { cause: error })
      : new ProviderDown(error)
  }
}

/** Returns the type of an error. Stripe's errors contain their type, so the library need not be loaded. */
function typeOf(error: unknown): string {
  return error instanceof Error && 'type' in error ? String(error.type) : ''
}

function toStripeAmount({
  amount,
  currency,
  decimals,
}: {
  amount: number
  currency: string
  decimals: number
}): number {
  const units = rescaleAmount(amount, decimals, findStripeDecimals(currency))
  if (units === null) throw new ProviderRefused(`${amount} ${currency} cannot be paid with Stripe`)
  return units
}

function findPageEnd(expiresAt: Date): number {
  // Stripe uses real time, so this is the time of the machine and not of the shop's clock.
  const now = Math.floor(Date.now() / 1000)
  const expirySeconds = Math.floor(expiresAt.getTime() / 1000)
  return Math.min(Math.max(expirySeconds, now + minSeconds), now + maxSeconds)
}

function toProviderEvent(event: Stripe.Event): ProviderEvent {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return toPaidEvent(event.data.object, event.id) ?? { kind: 'other' }
    case 'checkout.session.async_payment_failed':
      return toFailedEvent(event.data.object, event.id, 'declined', 'The bank declined the payment')
    case 'checkout.session.expired':
      return toFailedEvent(event.data.object, event.id, 'timed_out', 'The payment page expired')
    case 'refund.updated':
    case 'refund.failed': {
      const { id: providerRef, metadata } = event.data.object
      const { refund_id: refundId, refund_key: key } = metadata ?? {}
      if (!refundId || !key) return { kind: 'other' }
      const answer = toRefundAnswer(event.data.object)
      if (answer.status === 'succeeded') return { kind: 'refunded', refundId, key, providerRef }
      if (answer.status === 'failed') return { kind: 'refund_failed', refundId, key, failure: answer.failure }
      return { kind: 'other' }
    }
    default:
      return { kind: 'other' }
  }
}

/** Returns the event of a paid session. A completed session may still be unpaid, since bank debits take days. */
function toPaidEvent(session: Stripe.Checkout.Session, eventId: string): PaidEvent | null {
  const { client_reference_id: orderId, amount_total: amount, currency, payment_status } = session
  if (payment_status !== 'paid' || !orderId || amount === null || !currency) return null
  const code = currency.toUpperCase()
  const sum = { amount, currency: code, decimals: findStripeDecimals(code) }
  return { kind: 'paid', eventId, orderId, providerRef: session.id, method: 'Stripe', ...sum }
}

function toFailedEvent(
  session: Stripe.Checkout.Session,
  eventId: string,
  status: 'declined' | 'timed_out',
  failure: string,
): ProviderEvent {
  return { kind: 'failed', eventId, providerRef: session.id, status, failure }
}

function toRefundAnswer({ id, status, failure_reason }: Stripe.Refund): RefundAnswer {
  if (status === 'succeeded') return { status: 'succeeded', providerRef: id }
  if (status === 'failed' || status === 'canceled') {
    return { status: 'failed', failure: failure_reason ?? 'The refund was returned' }
  }
  return { status: 'pending', providerRef: id }
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
