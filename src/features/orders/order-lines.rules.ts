import { availability } from '#features/catalogue/catalogue.rules.ts'
import { orderStatus } from './orders.rules.ts'

/** What of a line decides whether two lines of the same sku are shown as one. */
type GroupedLine = {
  id: string
  sku_name: string
  type: number
  type_name: string | null
  is_gift: boolean
  order_product_status_id: number
  can_after_sale: boolean
  after_sale_block_reason: string | null
  after_sale_status: number
  after_sale_id: string | null
  order_packages: { id: string } | null
  real_price: { price: string }
  review: { id: string } | null
}

export type LineGroup<L> = { line: L; lines: L[]; count: number }

/** A line is one unit: identical skus are shown once with a count, as long as nothing tells them apart. */
export function groupLines<L extends GroupedLine>(lines: readonly L[]): LineGroup<L>[] {
  const groups = new Map<string, LineGroup<L>>()
  for (const line of lines) {
    const key = JSON.stringify([
      line.sku_name,
      line.type,
      line.type_name,
      line.is_gift,
      line.order_product_status_id,
      line.can_after_sale,
      line.after_sale_block_reason,
      line.after_sale_status,
      line.after_sale_id,
      line.order_packages?.id ?? null,
      line.real_price.price,
      line.review?.id ?? null,
    ])
    const group = groups.get(key)
    if (group) {
      group.lines.push(line)
      group.count++
    } else groups.set(key, { line, lines: [line], count: 1 })
  }
  return [...groups.values()]
}

/** `after_sale_status` of a line of which nothing was ever sent back. */
export const neverReturned = 0

export type LineAction = 'writeReview' | 'viewReview' | 'applyForReturn' | 'viewReturn' | 'repurchase' | 'viewLogistics'

type LineFacts = {
  orderId: string | null
  orderStatusId: number
  isReviewsOn: boolean
  hasReview: boolean
  canAfterSale: boolean
  afterSaleStatus: number
  typeName: string | null
  availability: number
  hasPackage: boolean
}

/** What a shopper can do with a line, in the order in which it is offered. */
export function listLineActions(line: LineFacts): LineAction[] {
  const actions: LineAction[] = []
  if (line.orderStatusId === orderStatus.complete && line.isReviewsOn) {
    actions.push(line.hasReview ? 'viewReview' : 'writeReview')
  }
  if (line.canAfterSale && line.orderId && line.typeName !== 'zero_buy') actions.push('applyForReturn')
  if (!line.canAfterSale && line.afterSaleStatus !== neverReturned) actions.push('viewReturn')
  if (line.availability === availability.forSale || line.availability === availability.soldOut)
    actions.push('repurchase')
  if (line.hasPackage) actions.push('viewLogistics')
  return actions
}

/** The first two are buttons, the rest is under 'More'. */
export function splitActions(actions: readonly LineAction[]): { shown: LineAction[]; more: LineAction[] } {
  return { shown: actions.slice(0, 2), more: actions.slice(2) }
}

/** A unit bought one at a time, refused when there is none; never a number below nothing. */
export function findStockLeft(sku: { inventory: number } | null): number {
  return Math.max(0, sku?.inventory ?? 0)
}
