import { msg, withFigure } from '#contract/text/translate.ts'
import { dayMs } from '#contract/times/times.ts'
import { findSaleBlock } from '#features/catalogue/sale-types.rules.ts'
import { isReceived } from './orders.rules.ts'
import { returnStatus } from './return-statuses.rules.ts'

/** Days after the delivery in which a return of a line can be requested. */
export const returnWindowDays = 15

export type ReturnFacts = {
  orderStatusId: number
  /** `saleType` of the line. */
  type: number
  typeName: string | null
  isGift: boolean
  isReturnable: boolean
  deliveredAt: Date | null
  /** Current statuses of the line's earlier returns (`currentItemStatus`). */
  returnStatuses: number[]
}

/**
 * Reasons why 'Apply for Return' is not offered. The keys are stable codes for programs, and the values are messages
 * for people.
 */
export const returnBlockMessages = {
  return_open: msg('A return for this item is already under way'),
  return_refunded: msg('This item has already been refunded'),
  return_rejected: msg('The return of this item was declined'),
  final_sale: msg('Final sale items cannot be returned'),
  not_returnable: msg('Items of this category cannot be returned'),
  gift: msg('Gifts cannot be returned'),
  zero_buy: msg('Free items cannot be returned'),
  not_received: msg('This item can be returned once it has been received'),
  window_closed: withFigure(msg('The {figure}-day return window has closed'), returnWindowDays),
} as const
export type BlockReason = keyof typeof returnBlockMessages

/** Returns why a line cannot be returned. `can_after_sale` and `after_sale_block_reason` both follow this rule. */
export function findReturnBlock(facts: ReturnFacts, now: Date): BlockReason | null {
  if (facts.returnStatuses.includes(returnStatus.refunded)) return 'return_refunded'
  if (facts.returnStatuses.includes(returnStatus.rejected)) return 'return_rejected'
  // Any return that is neither canceled nor closed blocks another return.
  if (facts.returnStatuses.some((status) => status !== returnStatus.cancelled && status !== returnStatus.closed))
    return 'return_open'
  const saleBlock = findSaleBlock(facts)
  if (saleBlock) return saleBlock
  if (!isReceived(facts.orderStatusId) || !facts.deliveredAt) return 'not_received'
  return now > returnWindowEnd(facts.deliveredAt) ? 'window_closed' : null
}

/** Returns the last moment at which a return of a delivered item can be requested. */
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

/** Returns the status of a return item at this moment. An overdue item counts as closed on every read. */
export function currentItemStatus(item: ItemState, now: Date): number {
  return isOverdue(item, now) ? returnStatus.closed : item.status
}
