import { and, eq, isNull, lte, type SQL } from 'drizzle-orm'
import { sumCredited } from '#features/credit/server/credit.service.ts'
import { isOverdue } from '#features/orders/line-returns.rules.ts'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import { closeIfAllRefunded, countLineRefund } from '#features/orders/server/commands/order-commands.service.ts'
import { isCreditAlone, type RefundMethod } from '#features/payments/payments.rules.ts'
import { listItemRefunds, settleRefund, startRefund } from '#features/payments/server/refunds.service.ts'
import { addHours, canCancelReturn, findSent, formatClosingNote } from '#features/returns/returns.rules.ts'
import type { Database } from '#server/database/database.ts'
import type { RefundResult } from '#server/hook-values.ts'
import { refuse } from '#server/http/refuse.ts'
import { processInBatches } from '#server/jobs/process-in-batches.ts'
import type { CommandContext, Shop } from '#server/shop.ts'
import { queueReturnMail, type SingleNews } from '../mails/return-mails.service.ts'
import type { ReturnOwner } from '../queries/return-owner.ts'
import { returnItems, returns } from '../returns.tables.ts'
import {
  chooseWay,
  type LockedReturn,
  lockReturn,
  moveItem,
  type ReturnItemRow,
  type ReturnRow,
  runCommand,
  updateReturnFromItems,
} from './move-return.service.ts'
import { type Arrived, removeRejectedFromStock, restockReceived } from './restock.service.ts'

/** Return that a command applies to. Without `itemIds`, the command applies to every item that can make the move. */
export type ReturnTarget = { returnId: string; itemIds?: string[] }
/** Decision that shares one mail with other decisions. */
type DecisionTarget = ReturnTarget & { tell?: (news: SingleNews) => unknown }
/** Refund method. The default is the shopper's choice. */
type RefundOption = { refundTo?: RefundMethod | undefined }
const lineIdsOf = (items: ReturnItemRow[]) => items.map(({ orderLineId }) => orderLineId)

/** Approves items (1 → 2). The shopper has 14 days to enter the parcel data. */
export function approveReturn(shop: CommandContext, { returnId, itemIds, tell }: DecisionTarget): Promise<ReturnRow> {
  return runCommand(shop, {
    command: 'approveReturn',
    returnId,
    itemIds,
    tell,
    describe: (_, now, { policy }) => ({ set: { shipmentExpiredAt: addHours(now, policy.shipDays * 24) } }),
    news: (moved, { policy }) => ({
      kind: 'approved',
      shipDays: policy.shipDays,
      lineIds: lineIdsOf(moved),
    }),
  })
}

/** Refunds items that the shopper keeps (1 → 4). */
export function keepItReturn(
  shop: CommandContext,
  { returnId, itemIds, tell, refundTo }: DecisionTarget & RefundOption,
): Promise<ReturnRow> {
  return runCommand(shop, {
    command: 'keepItReturn',
    returnId,
    itemIds,
    tell,
    describe: (_, __, returnRow) => ({ set: { refundTo: chooseWay(returnRow, refundTo) } }),
    afterMove: (tx, locked, moved) => startRefunds(shop, tx, locked, moved),
    news: (moved) => ({
      kind: 'keep-it',
      amount: sumAsked(moved),
      isCredit: moved.every((item) => item.refundTo === 'credit'),
      lineIds: lineIdsOf(moved),
    }),
  })
}

/** Rejects items (1, 2 or 3 → 6), with a text for the shopper. */
export function rejectReturn(
  shop: CommandContext,
  { returnId, itemIds, text, tell }: DecisionTarget & { text: string },
): Promise<ReturnRow> {
  return runCommand(shop, {
    command: 'rejectReturn',
    returnId,
    itemIds,
    text,
    tell,
    describe: (_, now) => ({ set: { closedAt: now } }),
    afterMove: (tx, { returnRow }, moved) => removeRejectedFromStock(shop, tx, { returnRow, items: moved }),
    news: (moved) => ({ kind: 'rejected', text, lineIds: lineIdsOf(moved) }),
  })
}

/** Records the carrier's first scan. The parcel data are fixed from then on. */
export function scanParcel(shop: CommandContext, { returnId, itemIds }: ReturnTarget): Promise<ReturnRow> {
  return runCommand(shop, {
    command: 'scanParcel',
    returnId,
    itemIds,
    describe: (item, now) => ({ set: { firstScanAt: item.firstScanAt ?? now } }),
  })
}

/** Receives items (2 → 3 → 4) and starts their refunds at once. Items that need an inspection stay in status 3. */
export function receiveReturn(
  shop: CommandContext,
  {
    returnId,
    itemIds,
    isInspected = false,
    arrived = [],
    refundTo,
  }: ReturnTarget & RefundOption & { isInspected?: boolean; arrived?: Arrived[] },
): Promise<ReturnRow> {
  return runCommand(shop, {
    command: 'receiveReturn',
    returnId,
    itemIds,
    describe: (item, now) => {
      const found = arrived.find(({ id }) => id === item.id)
      const how = found ? { condition: found.condition, conditionNote: found.note ?? '' } : {}
      return { set: { receivedAt: now, ...how }, data: how }
    },
    afterMove: async (tx, locked, moved, now) => {
      await restockReceived(shop, tx, { returnRow: locked.returnRow, items: moved, arrived, now })
      // Items that did not arrive as sold need a decision before a refund.
      const acceptedItems = isInspected
        ? []
        : moved.filter(({ condition }) => condition === null || condition === 'as_sold')
      const { policy } = locked.returnRow
      const set = { refundTo: chooseWay(locked.returnRow, refundTo) }
      const startedItems: ReturnItemRow[] = []
      for (const item of acceptedItems)
        startedItems.push(await moveItem(tx, item, { command: 'beginRefund', by: shop.by, now, policy, set }))
      await startRefunds(shop, tx, locked, startedItems)
    },
  })
}

/** Starts the refund of inspected items (3 → 4). */
export function beginRefund(
  shop: CommandContext,
  { returnId, itemIds, refundTo }: ReturnTarget & RefundOption,
): Promise<ReturnRow> {
  return runCommand(shop, {
    command: 'beginRefund',
    returnId,
    itemIds,
    describe: (_, __, returnRow) => ({ set: { refundTo: chooseWay(returnRow, refundTo) } }),
    afterMove: (tx, locked, moved) => startRefunds(shop, tx, locked, moved),
  })
}

/** Records that the provider has confirmed the refund (4 → 5). The last refunded item closes the order. */
export function refundReturn(shop: CommandContext, { returnId, itemIds }: ReturnTarget): Promise<ReturnRow> {
  return runCommand(shop, {
    command: 'refundReturn',
    returnId,
    itemIds,
    describe: (item, now) => ({ set: { refundAt: now, refundedAmount: item.refundAmount, closedAt: now } }),
    afterMove: async (tx, locked, moved, now) => {
      for (const item of moved) await settleItem(shop, tx, locked, item, { status: 'succeeded', at: now })
      await closeIfAllRefunded(tx, locked.order.id, now)
    },
    news: async (moved, _, tx) => ({ kind: 'refunded', ...(await sumRefunded(tx, moved)) }),
  })
}

/** Records that the refund failed (4 → 7). */
export function failRefund(
  shop: CommandContext,
  { returnId, itemIds, text }: ReturnTarget & { text: string },
): Promise<ReturnRow> {
  return runCommand(shop, {
    command: 'failRefund',
    returnId,
    itemIds,
    text,
    afterMove: async (tx, locked, moved, now) => {
      for (const item of moved) {
        await settleItem(shop, tx, locked, item, { status: 'failed', at: now, failure: text })
      }
    },
    news: () => ({ kind: 'refund-failed', text }),
  })
}

/** Applies the provider's answer to the refund of an item. Returns true if the answer settled the refund. */
export async function settleReturnedItem(
  shop: CommandContext,
  { returnId, returnItemId, refundId }: { returnId: string; returnItemId: string | null; refundId: string },
  answer: RefundResult,
): Promise<boolean> {
  if (returnItemId === null) return settlePostage(shop, { returnId, refundId }, answer)
  const [item] = await shop.db.select().from(returnItems).where(eq(returnItems.id, returnItemId))
  // Only an item with a pending refund can be settled. Staff may have settled the refund first.
  if (item?.status !== returnStatus.refunding) return false
  const target = { returnId, itemIds: [returnItemId] }
  if (answer.status === 'succeeded') await refundReturn(shop, target)
  else await failRefund(shop, { ...target, text: answer.failure })
  return true
}

/** Settles the refund of a return's shipping costs. The refund belongs to no item, so the return stores the amount. */
export async function settlePostage(
  shop: CommandContext,
  { returnId, refundId }: { returnId: string; refundId: string },
  answer: RefundResult,
): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    const at = shop.clock.now()
    await lockReturn(tx, returnId)
    const { refund, isSettledNow } = await settleRefund(tx, refundId, { ...answer, at })
    if (!isSettledNow || refund.status !== 'succeeded') return isSettledNow
    const set = { refundShippingAmount: refund.amount, refundShippingAt: at }
    await tx.update(returns).set(set).where(eq(returns.id, returnId))
    await updateReturnFromItems(tx, returnId)
    return true
  })
}

/** Tries the same refund again (7 → 4). */
export function retryRefund(shop: CommandContext, { returnId, itemIds }: ReturnTarget): Promise<ReturnRow> {
  return runCommand(shop, {
    command: 'retryRefund',
    returnId,
    itemIds,
    afterMove: (tx, locked, moved) => startRefunds(shop, tx, locked, moved),
  })
}

/**
 * Cancels items (1 → 8, and 2 → 8 while no parcel is on its way). A second request is refused because the return has
 * moved on.
 */
export function cancelReturn(
  shop: CommandContext,
  { returnId, itemIds, ...owner }: ReturnTarget & ReturnOwner,
): Promise<ReturnRow> {
  return runCommand(shop, {
    command: 'cancelReturn',
    returnId,
    itemIds,
    owner,
    check: ({ returnRow, items }) => {
      const parcels = items.map(({ status, deliveryCompany, trackingNumber }) => ({
        status,
        delivery_company: deliveryCompany,
        tracking_number: trackingNumber,
      }))
      if (!canCancelReturn({ status: returnRow.status, ...findSent(parcels) })) throw refuse('return_moved_on')
    },
    describe: (_, now) => ({ set: { closedAt: now } }),
  })
}

type Overdue = { customerId?: string; returnId?: string }

/**
 * Closes overdue returns (2 → 9): of all shoppers, of one shopper, or a single return. The timer and every read that
 * finds an overdue return call this function.
 */
export function closeOverdueReturns(shop: Shop, only: Overdue = {}): Promise<number> {
  const due: (SQL | undefined)[] = [
    eq(returnItems.status, returnStatus.approved),
    isNull(returnItems.logisticsAt),
    lte(returnItems.shipmentExpiredAt, shop.clock.now()),
    only.customerId ? eq(returnItems.customerId, only.customerId) : undefined,
    only.returnId ? eq(returnItems.returnId, only.returnId) : undefined,
  ]
  return processInBatches(shop, 'closeOverdueReturns', {
    find: (isReady, max) =>
      shop.db
        .selectDistinct({ id: returnItems.returnId })
        .from(returnItems)
        .where(and(...due, isReady(returnItems.returnId)))
        .limit(max),
    work: ({ id }) => shop.db.transaction((tx) => closeOverdue(shop, tx, id)),
  })
}

/**
 * Closes an overdue return in the caller's transaction, so that a new request for the same item can follow immediately.
 */
export async function closeOverdue(shop: CommandContext, tx: Database, returnId: string): Promise<void> {
  const now = shop.clock.now()
  const { order, returnRow, items } = await lockReturn(tx, returnId)
  const overdue = items.filter((item) => isOverdue(item, now))
  if (overdue.length === 0) return
  const text = formatClosingNote(returnRow.policy.shipDays)
  for (const item of overdue) {
    await moveItem(tx, item, {
      command: 'closeOverdueReturn',
      now,
      policy: returnRow.policy,
      set: { closedAt: now },
      text,
    })
  }
  const updatedReturn = await updateReturnFromItems(tx, returnId)
  await queueReturnMail(shop, tx, { order, returnRow: updatedReturn, news: { kind: 'closed', text } })
}

/** Starts the refunds of items. An item with an amount of 0 is finished at once, without a refund. */
async function startRefunds(
  shop: CommandContext,
  tx: Database,
  locked: LockedReturn,
  items: ReturnItemRow[],
): Promise<void> {
  const { returnRow } = locked
  const now = shop.clock.now()
  const settledIds: string[] = []
  for (const item of items) {
    if (item.refundAmount > 0) {
      const refund = await startItemRefund(shop, tx, locked, item)
      if (isCreditAlone(refund)) settledIds.push(item.id)
    } else {
      const set = { refundAt: now, refundedAmount: 0, closedAt: now }
      await moveItem(tx, item, { command: 'refundReturn', actor: 'system', now, policy: returnRow.policy, set })
    }
  }
  // Store credit needs no payment provider.
  if (settledIds.length > 0) await refundReturn({ ...shop, db: tx }, { returnId: returnRow.id, itemIds: settledIds })
}

function startItemRefund(shop: CommandContext, tx: Database, { order, returnRow }: LockedReturn, item: ReturnItemRow) {
  const { id, returnId, orderId, customerId, refundAmount: amount, refundTo: goesTo } = item
  return startRefund(tx, shop.clock, {
    kind: 'item',
    orderId,
    customerId,
    returnId,
    returnItemId: id,
    amount,
    currency: order.currency,
    goesTo,
    promisedBonus: returnRow.creditBonusPercent,
    startedBy: shop.by,
  })
}

async function settleItem(
  shop: CommandContext,
  tx: Database,
  locked: LockedReturn,
  item: ReturnItemRow,
  outcome: Parameters<typeof settleRefund>[2],
): Promise<void> {
  if (item.refundAmount === 0) return
  // For a pending refund, the call returns that refund.
  const { id } = await startItemRefund(shop, tx, locked, item)
  const { refund, isSettledNow } = await settleRefund(tx, id, outcome, item.orderLineId)
  if (isSettledNow && refund.status === 'succeeded') await countLineRefund(tx, item.orderLineId, refund.amount)
}

/** Sums the refunds to the original payment and the refunds as store credit. */
async function sumRefunded(tx: Database, items: ReturnItemRow[]) {
  const refunds = await listItemRefunds(
    tx,
    items.map(({ id }) => id),
  )
  const amount = refunds.reduce((sum, { goesTo, amount: all, creditAmount }) => {
    return sum + (goesTo === 'credit' ? 0 : all - creditAmount)
  }, 0)
  const credited = await sumCredited(
    tx,
    refunds.map(({ id }) => id),
  )
  return { amount, credited: credited.creditAmount > 0 ? credited : null }
}

function sumAsked(items: ReturnItemRow[]): number {
  return items.reduce((sum, { refundAmount }) => sum + refundAmount, 0)
}
