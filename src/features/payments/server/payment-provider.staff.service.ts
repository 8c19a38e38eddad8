import { desc } from 'drizzle-orm'
import { type StaffOutput, toStaffTime } from '#contract/calls/staff-call.ts'
import type { Shop } from '#server/shop.ts'
import type { getPaymentProvider } from '../payments.staff.contract.ts'
import { paymentEvents } from './payments.tables.ts'

type ProviderStatus = StaffOutput<typeof getPaymentProvider>

/** 100: number of recent messages in which the last message of the current provider is searched. */
const searchedEvents = 100

/** Describes the payment provider for staff, without secrets. */
export async function readProviderStatus({ db, payments, publicUrl }: Shop): Promise<ProviderStatus> {
  const { name, mode, refundsAreSent } = payments
  const isStripe = name === 'stripe'
  const last = await db
    .select({ provider: paymentEvents.provider, at: paymentEvents.at })
    .from(paymentEvents)
    .orderBy(desc(paymentEvents.id))
    .limit(searchedEvents)
  const lastEventAt = last.find(({ provider }) => provider === name)?.at
  const webhookUrl = `${publicUrl}/webhooks/stripe`
  return {
    name,
    mode,
    refunds_go: refundsAreSent,
    webhook: { url: webhookUrl, is_used: isStripe, is_reachable: webhookUrl.startsWith('https:') },
    last_event_at: lastEventAt ? toStaffTime(lastEventAt) : null,
    settings: [
      { name: 'STRIPE_SECRET_KEY', is_set: isStripe },
      { name: 'STRIPE_WEBHOOK_SECRET', is_set: isStripe },
    ],
    missing: findPaymentGap(payments),
  }
}

/** Returns the sentence that explains why the shop cannot take payments, or null if it can. */
export function findPaymentGap({ name, mode }: Shop['payments']): string | null {
  if (mode === 'none') return 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.'
  if (name === 'test') return 'Payments use the built-in test provider, which charges no money.'
  return mode === 'test' ? 'The secret key belongs to the provider’s test mode, which charges no money.' : null
}
