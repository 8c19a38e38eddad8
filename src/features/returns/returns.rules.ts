import { describeTooLong } from '#contract/calls/fields.ts'
import { msg, withFigure } from '#contract/text/translate.ts'
import { hourMs } from '#contract/times/times.ts'
import { type ItemState, isOverdue, returnWindowDays } from '#features/orders/line-returns.rules.ts'
import { type ReturnStatus, returnStatus } from '#features/orders/return-statuses.rules.ts'

/** These limits are the same on the screen and on the server. */
export const commentMaxLength = 500
export const imagesMax = 5
export const parcelMinLength = 4
export const parcelMaxLength = 60

/** The policy of today; each return keeps the one it was requested under. */
export const returnPolicy = { windowDays: returnWindowDays, replyHours: 48, shipDays: 14, editHours: 72 }
export type ReturnPolicy = typeof returnPolicy

/** What the account's Returns badge counts: returns in which something can still happen. */
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
  /** The shopper is told why. */
  needsText?: true
}

/** Every move there is. Whatever is not in this table does not happen. */
export const returnMoves: Record<ReturnCommand, Move> = {
  approveReturn: { from: [returnStatus.processing], to: returnStatus.approved, by: 'staff' },
  keepItReturn: { from: [returnStatus.processing], to: returnStatus.refunding, by: 'staff' },
  // Also what was received and looked at: it may have been worn.
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

/** May this command touch this item now? */
export function canMove(
  command: ReturnCommand,
  item: ItemState,
  now: Date,
  policy: ReturnPolicy = returnPolicy,
): boolean {
  if (!returnMoves[command].from.some((status) => status === item.status)) return false
  if (command === 'closeOverdueReturn') return isOverdue(item, now)
  // An item whose time ran out is closed, even if nobody has written it down yet.
  if (isOverdue(item, now)) return false
  if (command === 'cancelReturn') return item.logisticsAt === null
  if (command === 'scanParcel') return item.logisticsAt !== null
  if (command === 'giveParcel') return item.logisticsAt === null || canEditParcel(item, now, policy)
  return true
}

/** `can_edit`: for 72 hours after the parcel data were first given, or until the carrier's first scan. */
export function canEditParcel(item: ItemState, now: Date, policy: ReturnPolicy = returnPolicy): boolean {
  if (item.status !== returnStatus.approved || !item.logisticsAt || item.firstScanAt) return false
  return now.getTime() < item.logisticsAt.getTime() + policy.editHours * hourMs
}

/** `remind_time`: seconds left to hand in the parcel data, 0 once they are there. */
export function readRemindTime(items: ItemState[], now: Date): number {
  const waiting = items.filter(({ status, logisticsAt }) => status === returnStatus.approved && logisticsAt === null)
  if (waiting.length === 0) return 0
  const left = waiting.map(({ shipmentExpiredAt }) => (shipmentExpiredAt?.getTime() ?? 0) - now.getTime())
  return Math.max(0, Math.ceil(Math.min(...left) / 1000))
}

/** A return stands where its least advanced open item stands; with none open, the best news comes first. */
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

/** The shop has agreed, and now carrier and number are the shopper's to give. */
export function isWaitingForParcel({ status, delivery_company, tracking_number }: Sent): boolean {
  return status === returnStatus.approved && !(delivery_company && tracking_number)
}

/** Items that travel under one number are one parcel; those without a number are in none. */
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

/** CANCEL RETURN shows for 1, and for 2 only while no company and number have been entered. */
export function canCancelReturn(request: {
  status: number
  delivery_company: string | null
  tracking_number: string | null
}): boolean {
  if (request.status === returnStatus.processing) return true
  return request.status === returnStatus.approved && !request.delivery_company && !request.tracking_number
}

/** Carrier and number of what is on its way: with one item sent, a return in 2 can no longer be called off. */
export function findSent(items: readonly Sent[]): Omit<Sent, 'status'> {
  const sent = items.find((item) => item.status === returnStatus.approved && !isWaitingForParcel(item))
  return { delivery_company: sent?.delivery_company ?? null, tracking_number: sent?.tracking_number ?? null }
}

export function addHours(moment: Date, hours: number): Date {
  return new Date(moment.getTime() + hours * hourMs)
}

/** What comes back for an item: what was really paid for it, less what came back already. */
export function readLineRefund(line: { paidAmount: number; refundedAmount: number }): number {
  return Math.max(0, line.paidAmount - line.refundedAmount)
}

/** The postage of the way to the shopper was earned and stays with the shop, whatever comes back. */
export const refundedPostage = 0

type ReasonName = { reason: string; code?: string }

/** 'others' explains nothing, whatever language its name is shown in; codes of specific reasons end with it. */
export function isOthers({ reason, code = '' }: ReasonName): boolean {
  return reason.trim().toLowerCase() === 'others' || /(?:^|_)others$/.test(code)
}

/** The chosen reason's first or second name being 'others' makes the description required. */
export function findCommentProblem(comment: string, reasons: ReasonName[]): string | null {
  if (comment.length > commentMaxLength) return describeTooLong(commentMaxLength)
  return reasons.some(isOthers) && comment.trim() === '' ? msg('problem description is required') : null
}

/** What the shopper is told when the clock has closed a return. */
export function explainClosing(shipDays: number): string {
  return withFigure(msg('No tracking number came within {figure} days, so this return was closed.'), shipDays)
}

/** How long banks take with a refund. */
export const bankDays = { from: 3, to: 5 }

export const creditNotOffered = msg('Store credit is no longer offered here. Please choose the original payment.')
export const reasonMissing = msg('Please select return reason')

type ReasonNode = { id: number; children: { id: number }[] }

/** A category without children is chosen directly; one with children needs the specific reason too. */
export function isReasonChosen(reasonIds: number[], reasons: ReasonNode[]): boolean {
  const [categoryId, childId, ...more] = reasonIds
  const category = reasons.find(({ id }) => id === categoryId)
  if (!category || more.length > 0) return false
  if (category.children.length === 0) return childId === undefined
  return category.children.some(({ id }) => id === childId)
}

export type ParcelProblems = { delivery_company?: string; tracking_number?: string }

/** The messages of the first form and of the edit form differ, as the specification has them. */
export function findParcelProblems(
  parcel: { delivery_company: string; tracking_number: string },
  isEdit: boolean,
): ParcelProblems | null {
  const problems: ParcelProblems = {}
  if (!isParcelWord(parcel.delivery_company)) {
    problems.delivery_company = isEdit
      ? msg('Please enter Delivery Company')
      : withFigure(msg('Delivery Company should contain at least {figure} characters'), parcelMinLength)
  }
  if (!isParcelWord(parcel.tracking_number)) problems.tracking_number = msg('Please enter Tracking Number')
  return Object.keys(problems).length > 0 ? problems : null
}

function isParcelWord(text: string): boolean {
  const { length } = text.trim()
  return length >= parcelMinLength && length <= parcelMaxLength
}

/** Shown, and answered by the call, when parcel data were taken in. */
export const waybillMessage = msg(
  'The waybill number was filled in successfully,The tracking number has been received, and will be refunded after receiving the returned goods',
)
