import type { PaymentProvider } from '#server/outside/payment-provider.ts'

/** Built-in test provider. It charges nothing, and the shopper chooses the result. */
export const testProvider: PaymentProvider = {
  name: 'test',
  mode: 'test',
  refundsAreSent: 'by_staff',
  openPayment: async ({ id }) => ({ providerRef: `test-${id}`, redirectUrl: null }),
  refund: async ({ key }) => ({ status: 'succeeded', providerRef: `test-refund-${key}` }),
}
