import { withSearch } from '#contract/text/links.ts'

export function requestReturnLink(orderId: string, lineId: string): string {
  return `/return/${orderId}/${lineId}`
}

export function requestGuestReturnLink(lineId: string): string {
  return `/guest-order/return/${lineId}`
}

export function guestReturnLink(returnId: string): string {
  return `/guest-order/returndetail/${returnId}`
}

export function returnLink(returnId: string): string {
  return `/returndetail/${returnId}`
}

/** Returns the link from an order to its return. */
export function returnFromOrderLink(returnId: string): string {
  return withSearch(returnLink(returnId), { fromOrderDetail: 1 })
}
