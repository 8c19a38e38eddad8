import type { PaymentProvider } from '#server/payment-provider.ts'
import { createStripeProvider, type StripeSettings } from './stripe-provider.ts'
import { testProvider } from './test-provider.ts'

/** Stripe where its keys are set, the built-in trial everywhere else. */
export function choosePaymentProvider(
  stripe: Omit<StripeSettings, 'publicUrl'> | undefined,
  publicUrl: string,
): PaymentProvider {
  return stripe ? createStripeProvider({ ...stripe, publicUrl }) : testProvider
}
