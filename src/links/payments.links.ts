import { withSearch } from '#contract/text/links.ts'

/** An order is paid by whoever names its address too, signed in or not. */
export function paymentLink(orderId: string, email: string): string {
  return withSearch('/payment', { order_id: orderId, email })
}
