import { withSearch } from '#contract/text/links.ts'

export const customerReviewsLink = '/customer-reviews'

/** A line of an order with the fields that the review page needs. */
type ReviewedLine = { id: string; product_id: number; sku_name: string }

export function writeReviewLink({ id, order_no }: { id: string; order_no: string }, line: ReviewedLine): string {
  const { product_id, sku_name } = line
  return withSearch(`/account/review/${id}/${line.id}`, { write: 1, product_id, sku_name, order_no })
}

export function viewReviewLink({ id }: { id: string }, line: Pick<ReviewedLine, 'id' | 'product_id'>): string {
  return withSearch(`/account/review/${id}/${line.id}`, { view: 1, product_id: line.product_id })
}
