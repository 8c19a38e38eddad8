import { currentItemStatus, type ItemState } from '#features/orders/line-returns.rules.ts'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import { pairStatusWords } from '#features/orders/status-words.rules.ts'
import { canMove, type ReturnCommand, type ReturnPolicy } from './returns.rules.ts'

const statusWords = pairStatusWords({
  processing: returnStatus.processing,
  approved: returnStatus.approved,
  received: returnStatus.received,
  refunding: returnStatus.refunding,
  refunded: returnStatus.refunded,
  rejected: returnStatus.rejected,
  refund_failed: returnStatus.refundFailed,
  cancelled: returnStatus.cancelled,
  closed: returnStatus.closed,
})
export const returnStatusWords = statusWords.words
export type ReturnStatusWord = (typeof returnStatusWords)[number]
export const { toId: toReturnStatusId, toWord: toReturnStatusWord } = statusWords

/** Moves of one item, named as in the staff API. */
export const itemMoves = [
  'approve',
  'keep',
  'reject',
  'scan',
  'receive',
  'refund',
  'fail-refund',
  'retry-refund',
] as const
export type ItemMove = (typeof itemMoves)[number]

const commandsOf: Record<ItemMove, ReturnCommand> = {
  approve: 'approveReturn',
  keep: 'keepItReturn',
  reject: 'rejectReturn',
  scan: 'scanParcel',
  receive: 'receiveReturn',
  refund: 'beginRefund',
  'fail-refund': 'failRefund',
  'retry-refund': 'retryRefund',
}

/** Lists the possible moves of an item, from the table of moves. */
export function listItemMoves(item: ItemState, now: Date, policy: ReturnPolicy): ItemMove[] {
  return itemMoves.filter((move) => canMove(commandsOf[move], item, now, policy))
}

/** Calls that can change a return now. */
export const returnCommandNames = ['decide', 'scan', 'receive', 'refund', 'fail-refund', 'retry-refund'] as const
export type ReturnCommandName = (typeof returnCommandNames)[number]

export function listReturnMoves(items: ItemMove[][], hasPostage: boolean): ReturnCommandName[] {
  const moves = new Set(items.flat())
  const isDecided = moves.has('approve') || moves.has('keep') || moves.has('reject')
  return returnCommandNames.filter((name) => {
    if (name === 'decide') return isDecided
    return moves.has(name) || (name === 'refund' && hasPostage)
  })
}

const paidOut: readonly number[] = [returnStatus.refunding, returnStatus.refunded]

/** Returns whether the item is being refunded or was refunded. In both cases, the shipping costs can be refunded. */
export function isPaidOut(item: ItemState, now: Date): boolean {
  return paidOut.includes(currentItemStatus(item, now))
}
