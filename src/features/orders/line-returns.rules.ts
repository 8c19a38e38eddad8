import { msg, withFigure } from '#contract/text/translate.ts'
import { dayMs } from '#contract/times/times.ts'
import { findSaleBlock } from '#features/catalogue/sale-types.rules.ts'
import { isReceived } from './orders.rules.ts'
import { returnStatus } from './return-statuses.rules.ts'

/** So long after its delivery a line can be asked to come back. */
export const returnWindowDays = 15

export type ReturnFacts = {
  orderStatusId: number
  /** The line's `saleType`. */
  type: number
  typeName: string | null
  isGift: boolean
  isReturnable: boolean
  deliveredAt: Date | null
  /** Where the items' earlier returns stand now (`currentItemStatus`). */
  returnStatuses: number[]
}

/** Why 'Apply for Return' is not offered: stable codes for programs, and the sentence for people. */
export const returnBlockMessages = {
  return_open: msg('A return for this item is already under way'),
  return_refunded: msg('This item has already been refunded'),
  return_rejected: msg('The return of this item was declined'),
  final_sale: msg('Final sale items cannot be returned'),
  not_returnable: msg('Swimwear, bags, accessories and lingerie cannot be returned'),
  gift: msg('Gifts cannot be returned'),
  zero_buy: msg('Free items cannot be returned'),
  not_received: msg('This item can be returned once it has been received'),
  window_closed: withFigure(msg('The {figure}-day return window has closed'), returnWindowDays),
} as const
export type BlockReason = keyof typeof returnBlockMessages

/** The one rule behind `can_after_sale` and `after_sale_block_reason`. */
export function findReturnBlock(facts: ReturnFacts, now: Date): BlockReason | null {
  if (facts.returnStatuses.includes(returnStatus.refunded)) return 'return_refunded'
  if (facts.returnStatuses.includes(returnStatus.rejected)) return 'return_rejected'
  // Whatever was neither cancelled nor closed still stands in the way.
  if (facts.returnStatuses.some((status) => status !== returnStatus.cancelled && status !== returnStatus.closed))
    return 'return_open'
  const saleBlock = findSaleBlock(facts)
  if (saleBlock) return saleBlock
  if (!isReceived(facts.orderStatusId) || !facts.deliveredAt) return 'not_received'
  return now > returnWindowEnd(facts.deliveredAt) ? 'window_closed' : null
}

/** The last moment at which a delivered item can be asked to come back. */
export function returnWindowEnd(deliveredAt: Date): Date {
  return new Date(deliveredAt.getTime() + returnWindowDays * dayMs)
}

export type ItemState = {
  status: number
  shipmentExpiredAt: Date | null
  logisticsAt: Date | null
  firstScanAt: Date | null
}

export function isOverdue({ status, shipmentExpiredAt, logisticsAt }: ItemState, now: Date): boolean {
  return (
    status === returnStatus.approved && logisticsAt === null && shipmentExpiredAt !== null && now >= shipmentExpiredAt
  )
}

/** A status as of now: an overdue item counts as closed on every read. */
export function currentItemStatus(item: ItemState, now: Date): number {
  return isOverdue(item, now) ? returnStatus.closed : item.status
}
