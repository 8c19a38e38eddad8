import { type PaymentProvider, ProviderDown } from '#server/outside/payment-provider.ts'
import { createStripeProvider, type StripeSettings } from './stripe-provider.ts'
import { testProvider } from './test-provider.ts'

type PaymentSettings = {
  stripe: Omit<StripeSettings, 'publicUrl'> | undefined
  /** True for the demo, or if the operator has set it, so that a real shop never takes unpaid orders by mistake. */
  hasTestPayments: boolean
  publicUrl: string
}

/** Chooses Stripe if its keys are set, the built-in test provider if it is enabled, or none, which closes the checkout. */
export function choosePaymentProvider({ stripe, hasTestPayments, publicUrl }: PaymentSettings): PaymentProvider {
  if (stripe) return createStripeProvider({ ...stripe, publicUrl })
  return hasTestPayments ? testProvider : noProvider
}

const isMissing = () => Promise.reject(new ProviderDown(new Error('No payment provider is configured')))

/** Provider without payments and refunds. Refunds stay pending until the shop has a provider. */
export const noProvider: PaymentProvider = {
  name: 'none',
  mode: 'none',
  refundsAreSent: 'by_staff',
  openPayment: isMissing,
  refund: isMissing,
}

/** Returns the payment mode for the message to shoppers. */
export function getPaymentMode({ name }: PaymentProvider): 'real' | 'test' | 'closed' {
  if (name === 'none') return 'closed'
  return name === 'test' ? 'test' : 'real'
}
