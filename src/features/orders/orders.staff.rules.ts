import { keysOf } from '#contract/values.ts'
import { listNextMoves, type OrderCommand, orderStatus, orderTabs } from './orders.rules.ts'
import { pairStatusWords } from './status-words.rules.ts'

const statusWords = pairStatusWords({
  unpaid: orderStatus.unpaid,
  paid: orderStatus.paid,
  preparing: orderStatus.preparing,
  packed: orderStatus.packed,
  on_hold: orderStatus.onHold,
  shipped: orderStatus.shipped,
  received: orderStatus.received,
  complete: orderStatus.complete,
  cancelled: orderStatus.cancelled,
  closed: orderStatus.closed,
})
export const orderStatusNames = statusWords.words
export type OrderStatusName = (typeof orderStatusNames)[number]
export const { toId: toStatusId, toWord: toStatusName } = statusWords

/** Statuses before the handover to a carrier, without canceled orders. */
const beforeShipping: readonly number[] = [
  orderStatus.unpaid,
  orderStatus.paid,
  orderStatus.preparing,
  orderStatus.packed,
  orderStatus.onHold,
]

/** Hours before an unpaid order expires in which staff see a warning. */
export const expiringHours = 3

/** Views of the order list. A view is a set of statuses, sorted by the longest wait. */
export const orderViews = {
  waiting: [orderStatus.paid, orderStatus.preparing, orderStatus.packed, orderStatus.onHold],
  to_prepare: [orderStatus.paid],
  to_pack: [orderStatus.paid, orderStatus.preparing],
  to_ship: [orderStatus.packed],
  held: [orderStatus.onHold],
  on_the_way: [orderStatus.shipped],
} as const satisfies Record<string, readonly number[]>
export type OrderView = keyof typeof orderViews
export const orderViewNames = keysOf(orderViews)

/** Tags derived from the order and its customer, never from its status. */
export const orderTags = ['express', 'final_sale', 'first_order', 'guest', 'returns_a_lot'] as const
export type OrderTag = (typeof orderTags)[number]

/** 10: the number of staff tags that fit on a row of a list. */
export const maxOwnTags = 10
export const tagLength = 30
/** Maximum number of different staff tags in the shop, so that a list can offer every tag. */
export const maxTagWords = 200

/** Extra records of an order that lists can be filtered by. */
export const orderExtras = ['note', 'problem', 'return', 'refund'] as const
export type OrderExtra = (typeof orderExtras)[number]

/** 100 kg: well above the limit of any carrier. */
export const maxParcelGrams = 100_000

/**
 * Reasons for a new address. Codes are used instead of text, because the history stays when the customer's data is
 * erased.
 */
export const addressReasons = ['shopper_asked', 'mistyped', 'carrier_asked', 'other'] as const
export type AddressReason = (typeof addressReasons)[number]

export const staffTabs = ['all', 'unpaid', 'processing', 'shipped', 'received'] as const

/**
 * Lists the statuses of a tab of the order list. Staff and shoppers have the same tabs. Returns null for all statuses.
 */
export function listTabStatuses(tab: (typeof staffTabs)[number]): number[] | null {
  const ids = orderTabs.find((one) => one.tab === tab)?.statusIds
  return ids ? ids.split(',').map(Number) : null
}

/** Names of the moves and other actions of an order in the staff API. */
export const staffMoves = [
  'mark-paid',
  'send-link',
  'hold',
  'release',
  'prepare',
  'pack',
  'unpack',
  'ship',
  'deliver',
  'complete',
  'cancel',
  'refund',
  'address',
] as const
export type StaffMove = (typeof staffMoves)[number]

const moveNames: Partial<Record<OrderCommand, StaffMove>> = {
  confirmPayment: 'mark-paid',
  holdOrder: 'hold',
  releaseOrder: 'release',
  prepareOrder: 'prepare',
  packOrder: 'pack',
  unpackOrder: 'unpack',
  shipOrder: 'ship',
  deliverOrder: 'deliver',
  completeOrder: 'complete',
  cancelOrder: 'cancel',
}

type OrderFacts = { statusId: number; paidAt: Date | null; totalAmount: number; refundedAmount: number }

/** Lists the actions that are possible for an order now, according to the table of moves. */
export function listPossible(order: OrderFacts): StaffMove[] {
  const moves = new Set(listNextMoves(order.statusId, 'staff').flatMap((command) => moveNames[command] ?? []))
  // Packing a paid order also prepares it, so an order that can be prepared can be packed.
  if (moves.has('prepare')) moves.add('pack')
  if (order.statusId === orderStatus.unpaid) moves.add('send-link')
  if (canRefundPart(order)) moves.add('refund')
  if (canChangeAddress(order.statusId)) moves.add('address')
  return staffMoves.filter((move) => moves.has(move))
}

export function canChangeAddress(statusId: number): boolean {
  return beforeShipping.includes(statusId)
}

/** Returns whether single lines can be canceled. A packed order must be unpacked first. */
export function canCancelLines(statusId: number): boolean {
  return statusId === orderStatus.paid || statusId === orderStatus.preparing || statusId === orderStatus.onHold
}

/** Returns whether a part of the order can be refunded: it was paid, is not canceled and is not fully refunded. */
export function canRefundPart({ statusId, paidAt, totalAmount, refundedAmount }: OrderFacts): boolean {
  if (paidAt === null || statusId === orderStatus.cancelled) return false
  return refundedAmount < totalAmount
}
