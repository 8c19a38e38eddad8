import type { PaymentProvider } from '#server/outside/payment-provider.ts'

/** The built-in provider: takes no money, and ends as whoever tries it asks it to. */
export const testProvider: PaymentProvider = {
  name: 'test',
  mode: 'test',
  refundsGo: 'by_staff',
  openPayment: async ({ id }) => ({ providerRef: `test-${id}`, redirectUrl: null }),
  refund: async ({ key }) => ({ status: 'succeeded', providerRef: `test-refund-${key}` }),
}
