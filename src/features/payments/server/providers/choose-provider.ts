import { type PaymentProvider, ProviderDown } from '#server/outside/payment-provider.ts'
import { createStripeProvider, type StripeSettings } from './stripe-provider.ts'
import { testProvider } from './test-provider.ts'

type Chosen = {
  stripe: Omit<StripeSettings, 'publicUrl'> | undefined
  /** The demo, or whoever asked for it by name: nobody takes orders for real goods without money by mistake. */
  hasTestPayments: boolean
  publicUrl: string
}

/** Stripe where its keys are set, the built-in test where it is wanted, else none: checkout is closed. */
export function choosePaymentProvider({ stripe, hasTestPayments, publicUrl }: Chosen): PaymentProvider {
  if (stripe) return createStripeProvider({ ...stripe, publicUrl })
  return hasTestPayments ? testProvider : noProvider
}

const isMissing = () => Promise.reject(new ProviderDown(new Error('No payment provider is configured')))

/** Takes nothing and gives nothing back; what is due back waits until there is a provider. */
export const noProvider: PaymentProvider = {
  name: 'none',
  mode: 'none',
  refundsGo: 'by_staff',
  openPayment: isMissing,
  refund: isMissing,
}

/** What shoppers are told about paying here. */
export function describePayments({ name }: PaymentProvider): 'real' | 'test' | 'closed' {
  if (name === 'none') return 'closed'
  return name === 'test' ? 'test' : 'real'
}
