import { availability } from '#features/catalogue/catalogue.rules.ts'
import { orderStatus } from './orders.rules.ts'

/** Properties that decide whether two lines of the same SKU are shown as one. */
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

/** Groups identical lines with a count. A line is one unit, and lines that differ in any shown property stay apart. */
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

/** `after_sale_status` of a line without any return. */
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

/** Lists the actions that a shopper can take on a line, in the order of the screen. */
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

/** Splits the actions: the first two are buttons, the rest is under 'More'. */
export function splitActions(actions: readonly LineAction[]): { shown: LineAction[]; more: LineAction[] } {
  return { shown: actions.slice(0, 2), more: actions.slice(2) }
}

/**
 * Returns the stock of a SKU, but never less than 0. The screen sells one unit at a time, and the server refuses a sale
 * without stock.
 */
export function findStockLeft(sku: { inventory: number } | null): number {
  return Math.max(0, sku?.inventory ?? 0)
}
