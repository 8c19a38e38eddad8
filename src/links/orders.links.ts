import { withSearch } from '#contract/text/links.ts'

/** The order that a mailed link opens without an account; with a token, the link itself, which may lead on to a return. */
export function guestOrderLink(opened: { token?: string; return?: string; page?: number } = {}): string {
  return withSearch('/guest-order', opened)
}

export function orderLink(orderId: string, page?: number): string {
  return withSearch(`/account/order/${orderId}`, { page })
}
