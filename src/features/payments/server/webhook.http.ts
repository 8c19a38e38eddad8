import { eq } from 'drizzle-orm'
import { CallRefused } from '#contract/calls/call.ts'
import { readBounded } from '#server/http/bodies.ts'
import type { Api } from '#server/http/http.ts'
import { ForgedEvent, type ProviderEvent } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { applyProviderEvent } from './payments.service.ts'
import { refunds } from './payments.tables.ts'
import { applyRefundAnswer } from './send-refunds.service.ts'

/**
 * Adds the webhook of the payment provider. The webhook is not a contract call, because its signature covers the raw
 * body.
 */
export function addPaymentWebhook(api: Api, { shop }: { shop: Shop }): void {
  api.post('/webhooks/:provider', async (c) => {
    const provider = shop.payments
    if (c.req.param('provider') !== provider.name || !provider.readEvent)
      return c.text('There is no such provider', 404)
    let event: ProviderEvent
    try {
      const body = new TextDecoder().decode(await readBounded(c.req.raw, shop.bounds.bodyWebhook))
      event = await provider.readEvent({ body, signature: c.req.header('stripe-signature') ?? '' })
    } catch (error) {
      if (error instanceof CallRefused) return c.text('Too large', 413)
      if (!(error instanceof ForgedEvent)) throw error
      shop.log.warn('a payment message has an invalid signature', { provider: provider.name, error })
      return c.text('The signature is invalid', 400)
    }
    try {
      return c.text(await acceptEvent(shop, provider.name, event))
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      // The provider shows the failure to the shop's owner and sends the message again.
      shop.log.error('a payment message was refused', { event, error })
      return c.text(error.refusal.code, 409)
    }
  })
}

/** Applies a message. Returns whether the message was applied, was a repetition, or is not about this shop. */
async function acceptEvent(shop: Shop, provider: string, event: ProviderEvent): Promise<string> {
  if (event.kind === 'other') return 'ignored'
  if (event.kind === 'paid' || event.kind === 'failed') return applyProviderEvent(shop, provider, event)
  const [known] = await shop.db.select().from(refunds).where(eq(refunds.id, event.refundId))
  if (!known) return 'unknown'
  const answer =
    event.kind === 'refunded'
      ? { status: 'succeeded' as const, providerRef: event.providerRef }
      : { status: 'failed' as const, failure: event.failure }
  return (await applyRefundAnswer(shop, event, answer)) ? 'done' : 'repeat'
}
