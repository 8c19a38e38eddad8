import { describeTooLong } from '#contract/calls/fields.ts'
import { msg, withFigure } from '#contract/text/translate.ts'
import { hourMs } from '#contract/times/times.ts'
import { type ItemState, isOverdue, returnWindowDays } from '#features/orders/line-returns.rules.ts'
import { type ReturnStatus, returnStatus } from '#features/orders/return-statuses.rules.ts'

/** These limits apply on the screen and on the server. */
export const commentMaxLength = 500
export const imagesMax = 5
export const parcelMinLength = 4
export const parcelMaxLength = 60

/** Current return policy. Each return keeps the policy at the time of its request. */
export const returnPolicy = { windowDays: returnWindowDays, replyHours: 48, shipDays: 14, editHours: 72 }
export type ReturnPolicy = typeof returnPolicy

/** Statuses that the Returns badge of the account counts: all unfinished returns. */
export const openReturnStatuses: ReturnStatus[] = [
  returnStatus.processing,
  returnStatus.approved,
  returnStatus.received,
  returnStatus.refunding,
  returnStatus.refundFailed,
]

export type ReturnCommand =
  | 'approveReturn'
  | 'keepItReturn'
  | 'rejectReturn'
  | 'cancelReturn'
  | 'giveParcel'
  | 'scanParcel'
  | 'closeOverdueReturn'
  | 'receiveReturn'
  | 'beginRefund'
  | 'refundReturn'
  | 'failRefund'
  | 'retryRefund'

type Move = {
  from: readonly ReturnStatus[]
  to: ReturnStatus
  by: 'shopper' | 'staff' | 'timer' | 'carrier' | 'provider' | 'system'
  /** Whether the move needs a text for the shopper. */
  needsText?: true
}

/** Complete table of the moves of an item. A move that is not listed cannot happen. */
export const returnMoves: Record<ReturnCommand, Move> = {
  approveReturn: { from: [returnStatus.processing], to: returnStatus.approved, by: 'staff' },
  keepItReturn: { from: [returnStatus.processing], to: returnStatus.refunding, by: 'staff' },
  // A received item can be rejected too, for example if it was worn.
  rejectReturn: {
    from: [returnStatus.processing, returnStatus.approved, returnStatus.received],
    to: returnStatus.rejected,
    by: 'staff',
    needsText: true,
  },
  cancelReturn: { from: [returnStatus.processing, returnStatus.approved], to: returnStatus.cancelled, by: 'shopper' },
  giveParcel: { from: [returnStatus.approved], to: returnStatus.approved, by: 'shopper' },
  scanParcel: { from: [returnStatus.approved], to: returnStatus.approved, by: 'carrier' },
  closeOverdueReturn: { from: [returnStatus.approved], to: returnStatus.closed, by: 'timer' },
  receiveReturn: { from: [returnStatus.approved], to: returnStatus.received, by: 'staff' },
  beginRefund: { from: [returnStatus.received], to: returnStatus.refunding, by: 'staff' },
  refundReturn: { from: [returnStatus.refunding], to: returnStatus.refunded, by: 'provider' },
  failRefund: { from: [returnStatus.refunding], to: returnStatus.refundFailed, by: 'provider', needsText: true },
  retryRefund: { from: [returnStatus.refundFailed], to: returnStatus.refunding, by: 'staff' },
}

/** Returns whether a command can move this item now. */
export function canMove(
  command: ReturnCommand,
  item: ItemState,
  now: Date,
  policy: ReturnPolicy = returnPolicy,
): boolean {
  if (!returnMoves[command].from.some((status) => status === item.status)) return false
  if (command === 'closeOverdueReturn') return isOverdue(item, now)
  // An overdue item is treated as closed, even before the timer has updated the item.
  if (isOverdue(item, now)) return false
  if (command === 'cancelReturn') return item.logisticsAt === null
  if (command === 'scanParcel') return item.logisticsAt !== null
  if (command === 'giveParcel') return item.logisticsAt === null || canEditParcel(item, now, policy)
  return true
}

/**
 * Returns `can_edit`, which is true for 72 hours after the parcel data were entered, but only until the carrier's first
 * scan.
 */
export function canEditParcel(item: ItemState, now: Date, policy: ReturnPolicy = returnPolicy): boolean {
  if (item.status !== returnStatus.approved || !item.logisticsAt || item.firstScanAt) return false
  return now.getTime() < item.logisticsAt.getTime() + policy.editHours * hourMs
}

/** Returns `remind_time`, the seconds left to enter the parcel data. The value is 0 once the data are complete. */
export function readRemindTime(items: ItemState[], now: Date): number {
  const waiting = items.filter(({ status, logisticsAt }) => status === returnStatus.approved && logisticsAt === null)
  if (waiting.length === 0) return 0
  const left = waiting.map(({ shipmentExpiredAt }) => (shipmentExpiredAt?.getTime() ?? 0) - now.getTime())
  return Math.max(0, Math.ceil(Math.min(...left) / 1000))
}

/**
 * Returns the status of a return, which is the status of its least advanced open item. If no item is open, the item
 * with the best outcome determines the status.
 */
export function readReturnStatus(itemStatuses: number[]): ReturnStatus {
  const order: ReturnStatus[] = [
    returnStatus.processing,
    returnStatus.approved,
    returnStatus.received,
    returnStatus.refunding,
    returnStatus.refunded,
    returnStatus.refundFailed,
    returnStatus.rejected,
    returnStatus.closed,
    returnStatus.cancelled,
  ]
  return order.find((status) => itemStatuses.includes(status)) ?? returnStatus.cancelled
}

type Sent = { status: number; delivery_company: string | null; tracking_number: string | null }

/** Returns whether the shop has approved the item and waits for the carrier and the tracking number. */
export function isWaitingForParcel({ status, delivery_company, tracking_number }: Sent): boolean {
  return status === returnStatus.approved && !(delivery_company && tracking_number)
}

/**
 * Groups items by parcel. Items with the same tracking number are one parcel, and items without a number are in no
 * parcel.
 */
export function groupParcels<P extends Sent>(items: readonly P[]): P[][] {
  const parcels = new Map<string, P[]>()
  for (const item of items) {
    const { delivery_company: company, tracking_number: number } = item
    if (!company || !number) continue
    const key = JSON.stringify([company, number])
    parcels.set(key, [...(parcels.get(key) ?? []), item])
  }
  return [...parcels.values()]
}

/**
 * Returns whether CANCEL RETURN is shown. The button is shown in status 1. In status 2, the button is shown until the
 * carrier and the number are entered.
 */
export function canCancelReturn(request: {
  status: number
  delivery_company: string | null
  tracking_number: string | null
}): boolean {
  if (request.status === returnStatus.processing) return true
  return request.status === returnStatus.approved && !request.delivery_company && !request.tracking_number
}

/**
 * Returns the carrier and the number of the sent items. Once an item was sent, a return in status 2 can no longer be
 * canceled.
 */
export function findSent(items: readonly Sent[]): Omit<Sent, 'status'> {
  const sent = items.find((item) => item.status === returnStatus.approved && !isWaitingForParcel(item))
  return { delivery_company: sent?.delivery_company ?? null, tracking_number: sent?.tracking_number ?? null }
}

export function addHours(moment: Date, hours: number): Date {
  return new Date(moment.getTime() + hours * hourMs)
}

/** Returns the refund of an item: the amount paid, less earlier refunds. */
export function readLineRefund(line: { paidAmount: number; refundedAmount: number }): number {
  return Math.max(0, line.paidAmount - line.refundedAmount)
}

/** The original shipping costs to the shopper are not refunded. */
export const refundedPostage = 0

type ReasonName = { reason: string; code?: string }

/** Returns whether a reason is 'others', in any language. The codes of specific 'others' reasons end with `others`. */
export function isOtherReason({ reason, code = '' }: ReasonName): boolean {
  return reason.trim().toLowerCase() === 'others' || /(?:^|_)others$/.test(code)
}

/**
 * Returns the problem with a comment, or null. A comment is required if the category or the specific reason is
 * 'others'.
 */
export function findCommentProblem(comment: string, reasons: ReasonName[]): string | null {
  if (comment.length > commentMaxLength) return describeTooLong(commentMaxLength)
  return reasons.some(isOtherReason) && comment.trim() === '' ? msg('problem description is required') : null
}

/** Formats the message for a return that the timer has closed. */
export function formatClosingNote(shipDays: number): string {
  return withFigure(msg('No tracking number came within {figure} days, so this return was closed.'), shipDays)
}

/** Days that banks take for a refund. */
export const bankDays = { from: 3, to: 5 }

export const creditNotOffered = msg('Store credit is no longer offered here. Please choose the original payment.')
export const reasonMissing = msg('Please select return reason')

type ReasonNode = { id: number; children: { id: number }[] }

/** Returns whether a reason is complete. A category with children needs a specific reason too. */
export function isReasonChosen(reasonIds: number[], reasons: ReasonNode[]): boolean {
  const [categoryId, childId, ...more] = reasonIds
  const category = reasons.find(({ id }) => id === categoryId)
  if (!category || more.length > 0) return false
  if (category.children.length === 0) return childId === undefined
  return category.children.some(({ id }) => id === childId)
}

export type ParcelProblems = { delivery_company?: string; tracking_number?: string }

/** Returns the problems of the parcel data. The specification has different messages for the first form and the edit form. */
export function findParcelProblems(
  parcel: { delivery_company: string; tracking_number: string },
  isEdit: boolean,
): ParcelProblems | null {
  const problems: ParcelProblems = {}
  if (!isValidParcelText(parcel.delivery_company)) {
    problems.delivery_company = isEdit
      ? msg('Please enter Delivery Company')
      : withFigure(msg('Delivery Company should contain at least {figure} characters'), parcelMinLength)
  }
  if (!isValidParcelText(parcel.tracking_number)) problems.tracking_number = msg('Please enter Tracking Number')
  return Object.keys(problems).length > 0 ? problems : null
}

function isValidParcelText(text: string): boolean {
  const { length } = text.trim()
  return length >= parcelMinLength && length <= parcelMaxLength
}

/** Message after the parcel data were saved. The response contains the message too. */
export const waybillMessage = msg(
  'The waybill number was filled in successfully,The tracking number has been received, and will be refunded after receiving the returned goods',
)
