import { withSearch } from '#contract/text/links.ts'

export const contactLink = '/contact-us'
export const ticketsLink = '/contact-us/tickets'

export function ticketLink(ticketId: string): string {
  return `/contact-us/tickets/${ticketId}`
}

/** Returns the link of the guest order search. A given order is searched at once. */
export function orderQueryLink(order?: { email: string; order_no: string }): string {
  return withSearch('/order-query', order ?? {})
}
