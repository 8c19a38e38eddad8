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
/** The statuses as the staff API spells them. */
export const orderStatusNames = statusWords.words
export type OrderStatusName = (typeof orderStatusNames)[number]
export const { toId: toStatusId, toWord: toStatusName } = statusWords

/** Nothing was handed over yet, and nothing was called off. */
const beforeShipping: readonly number[] = [
  orderStatus.unpaid,
  orderStatus.paid,
  orderStatus.preparing,
  orderStatus.packed,
  orderStatus.onHold,
]

/** So many hours before an unpaid order lapses, staff are told of it. */
export const expiringHours = 3

/** What staff look for: a view is some statuses, the longest wait first. */
export const orderViews = {
  waiting: [orderStatus.paid, orderStatus.preparing, orderStatus.packed, orderStatus.onHold],
  to_prepare: [orderStatus.paid],
  to_pack: [orderStatus.paid, orderStatus.preparing],
  to_ship: [orderStatus.packed],
  held: [orderStatus.onHold],
  on_the_way: [orderStatus.shipped],
} as const satisfies Record<string, readonly number[]>
export type OrderView = keyof typeof orderViews
export const orderViewNames = Object.keys(orderViews) as [OrderView, ...OrderView[]]

/** Flags that follow from what is known about an order and whoever placed it; never its status. */
export const orderTags = ['express', 'final_sale', 'first_order', 'guest', 'returns_a_lot'] as const
export type OrderTag = (typeof orderTags)[number]

/** Beside those: a few words that staff give an order by hand. So many fit on a row of a list. */
export const ownTagsMost = 10
export const tagLength = 30
/** A list to choose from; a shop with more words than these has none. */
export const tagWordsMost = 200

/** What an order can have beside what was bought. */
export const orderExtras = ['note', 'problem', 'return', 'refund'] as const
export type OrderExtra = (typeof orderExtras)[number]

/** What a carrier takes at most, with room to spare. */
export const parcelGramsMost = 100_000

/** Why an order goes elsewhere. Words of their own would stay in its history when their owner is forgotten. */
export const addressReasons = ['shopper_asked', 'mistyped', 'carrier_asked', 'other'] as const
export type AddressReason = (typeof addressReasons)[number]

export const staffTabs = ['all', 'unpaid', 'processing', 'shipped', 'received'] as const

/** The statuses of a tab that shoppers know, too; null is all of them. */
export function listTabStatuses(tab: (typeof staffTabs)[number]): number[] | null {
  const ids = orderTabs.find((one) => one.tab === tab)?.statusIds
  return ids ? ids.split(',').map(Number) : null
}

/** What the staff API calls the moves of an order, and what else can be done with one. */
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

/** What can be done with an order now, asked of the table of moves. */
export function listPossible(order: OrderFacts): StaffMove[] {
  const moves = new Set(listNextMoves(order.statusId, 'staff').flatMap((command) => moveNames[command] ?? []))
  // Packing an order that nobody has prepared does both.
  if (moves.has('prepare')) moves.add('pack')
  if (order.statusId === orderStatus.unpaid) moves.add('send-link')
  if (canRefundPart(order)) moves.add('refund')
  if (canChangeAddress(order.statusId)) moves.add('address')
  return staffMoves.filter((move) => moves.has(move))
}

export function canChangeAddress(statusId: number): boolean {
  return beforeShipping.includes(statusId)
}

/** Lines are taken out while nobody has packed them; later the parcels are opened first. */
export function canCancelLines(statusId: number): boolean {
  return statusId === orderStatus.paid || statusId === orderStatus.preparing || statusId === orderStatus.onHold
}

/** Money that came, of an order that still stands, and not all of it went back. */
export function canRefundPart({ statusId, paidAt, totalAmount, refundedAmount }: OrderFacts): boolean {
  if (paidAt === null || statusId === orderStatus.cancelled) return false
  return refundedAmount < totalAmount
}
