import { withSearch } from '#contract/text/links.ts'

/** Returns the payment link of an order. Anyone who knows the order's email address may pay, signed in or not. */
export function paymentLink(orderId: string, email: string): string {
  return withSearch('/payment', { order_id: orderId, email })
}
