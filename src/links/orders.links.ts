import { withSearch } from '#contract/text/links.ts'

/**
 * Returns the link of a guest order that opens without an account. With a token, returns the mailed link, from which a
 * guest can also request a return.
 */
export function guestOrderLink(opened: { token?: string; return?: string; page?: number } = {}): string {
  return withSearch('/guest-order', opened)
}

export function orderLink(orderId: string, page?: number): string {
  return withSearch(`/account/order/${orderId}`, { page })
}
