import { withSearch } from '#contract/links.ts'

export function orderLink(orderId: string, page?: number): string {
  return withSearch(`/account/order/${orderId}`, { page })
}
