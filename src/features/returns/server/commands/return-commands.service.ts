import { and, eq, isNull, lte, type SQL } from 'drizzle-orm'
import { sumCredited } from '#features/credit/server/credit.service.ts'
import { isOverdue } from '#features/orders/line-returns.rules.ts'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import { closeIfAllRefunded, countLineRefund } from '#features/orders/server/commands/order-commands.service.ts'
import { isCreditAlone, type RefundWay } from '#features/payments/payments.rules.ts'
import { listItemRefunds, settleRefund, startRefund } from '#features/payments/server/refunds.service.ts'
import { addHours, canCancelReturn, explainClosing, findSent } from '#features/returns/returns.rules.ts'
import type { Database } from '#server/database/database.ts'
import type { RefundResult } from '#server/hook-values.ts'
import { refuse } from '#server/http/refuse.ts'
import { workThrough } from '#server/jobs/work-through.ts'
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
  syncReturn,
} from './move-return.service.ts'
import { type Arrived, restockReceived, takeRejectedOut } from './restock.service.ts'

/** Without `itemIds` a command is about every item that can make the move. */
export type ReturnTarget = { returnId: string; itemIds?: string[] }
/** A decision that is told together with others. */
type Decided = ReturnTarget & { tell?: (news: SingleNews) => unknown }
/** Without it the way that the shopper chose. */
type Going = { refundTo?: RefundWay | undefined }
const lineIdsOf = (items: ReturnItemRow[]) => items.map(({ orderLineId }) => orderLineId)

/** 1 → 2: the shopper has 14 days to hand in the parcel data. */
export function approveReturn(shop: CommandContext, { returnId, itemIds, tell }: Decided): Promise<ReturnRow> {
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

/** 1 → 4: the shopper keeps the items and gets the money back. */
export function keepItReturn(
  shop: CommandContext,
  { returnId, itemIds, tell, refundTo }: Decided & Going,
): Promise<ReturnRow> {
  return runCommand(shop, {
    command: 'keepItReturn',
    returnId,
    itemIds,
    tell,
    describe: (_, __, returnRow) => ({ set: { refundTo: chooseWay(returnRow, refundTo) } }),
    afterwards: (tx, locked, moved) => startRefunds(shop, tx, locked, moved),
    news: (moved) => ({
      kind: 'keep-it',
      amount: sumAsked(moved),
      isCredit: moved.every((item) => item.refundTo === 'credit'),
      lineIds: lineIdsOf(moved),
    }),
  })
}

/** 1, 2 or 3 → 6, with the words the shopper will read. */
export function rejectReturn(
  shop: CommandContext,
  { returnId, itemIds, text, tell }: Decided & { text: string },
): Promise<ReturnRow> {
  return runCommand(shop, {
    command: 'rejectReturn',
    returnId,
    itemIds,
    text,
    tell,
    describe: (_, now) => ({ set: { closedAt: now } }),
    afterwards: (tx, { returnRow }, moved) => takeRejectedOut(shop, tx, { returnRow, items: moved }),
    news: (moved) => ({ kind: 'rejected', text, lineIds: lineIdsOf(moved) }),
  })
}

/** The carrier has the parcel: its data are now fixed. */
export function scanParcel(shop: CommandContext, { returnId, itemIds }: ReturnTarget): Promise<ReturnRow> {
  return runCommand(shop, {
    command: 'scanParcel',
    returnId,
    itemIds,
    describe: (item, now) => ({ set: { firstScanAt: item.firstScanAt ?? now } }),
  })
}

/** 2 → 3 → 4: received, and the money starts its way back at once; items that are looked at first stay at 3. */
export function receiveReturn(
  shop: CommandContext,
  {
    returnId,
    itemIds,
    isLookedAt = false,
    arrived = [],
    refundTo,
  }: ReturnTarget & Going & { isLookedAt?: boolean; arrived?: Arrived[] },
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
    afterwards: async (tx, locked, moved, now) => {
      await restockReceived(shop, tx, { returnRow: locked.returnRow, items: moved, arrived, now })
      // What did not arrive as it was sold is judged by somebody before any money goes.
      const good = isLookedAt ? [] : moved.filter(({ condition }) => condition === null || condition === 'as_sold')
      const { policy } = locked.returnRow
      const set = { refundTo: chooseWay(locked.returnRow, refundTo) }
      const begun: ReturnItemRow[] = []
      for (const item of good)
        begun.push(await moveItem(tx, item, { command: 'beginRefund', by: shop.by, now, policy, set }))
      await startRefunds(shop, tx, locked, begun)
    },
  })
}

/** 3 → 4: looked at and found good. */
export function beginRefund(
  shop: CommandContext,
  { returnId, itemIds, refundTo }: ReturnTarget & Going,
): Promise<ReturnRow> {
  return runCommand(shop, {
    command: 'beginRefund',
    returnId,
    itemIds,
    describe: (_, __, returnRow) => ({ set: { refundTo: chooseWay(returnRow, refundTo) } }),
    afterwards: (tx, locked, moved) => startRefunds(shop, tx, locked, moved),
  })
}

/** 4 → 5: the provider confirmed it. The last item refunded closes the order. */
export function refundReturn(shop: CommandContext, { returnId, itemIds }: ReturnTarget): Promise<ReturnRow> {
  return runCommand(shop, {
    command: 'refundReturn',
    returnId,
    itemIds,
    describe: (item, now) => ({ set: { refundAt: now, refundedAmount: item.refundAmount, closedAt: now } }),
    afterwards: async (tx, locked, moved, now) => {
      for (const item of moved) await settleItem(shop, tx, locked, item, { status: 'succeeded', at: now })
      await closeIfAllRefunded(tx, locked.order.id, now)
    },
    news: async (moved, _, tx) => ({ kind: 'refunded', ...(await sumRefunded(tx, moved)) }),
  })
}

/** 4 → 7 */
export function failRefund(
  shop: CommandContext,
  { returnId, itemIds, text }: ReturnTarget & { text: string },
): Promise<ReturnRow> {
  return runCommand(shop, {
    command: 'failRefund',
    returnId,
    itemIds,
    text,
    afterwards: async (tx, locked, moved, now) => {
      for (const item of moved) {
        await settleItem(shop, tx, locked, item, { status: 'failed', at: now, failure: text })
      }
    },
    news: () => ({ kind: 'refund-failed', text }),
  })
}

/** What the provider says about the refund of one item moves its return. True if that settled it. */
export async function settleReturnedItem(
  shop: CommandContext,
  { returnId, returnItemId, refundId }: { returnId: string; returnItemId: string | null; refundId: string },
  answer: RefundResult,
): Promise<boolean> {
  if (returnItemId === null) return settlePostage(shop, { returnId, refundId }, answer)
  const [item] = await shop.db.select().from(returnItems).where(eq(returnItems.id, returnItemId))
  // Only an item that waits for its money can be told of it; staff may have been faster.
  if (item?.status !== returnStatus.refunding) return false
  const target = { returnId, itemIds: [returnItemId] }
  if (answer.status === 'succeeded') await refundReturn(shop, target)
  else await failRefund(shop, { ...target, text: answer.failure })
  return true
}

/** The postage of a return has no item that could move: the return itself remembers it. */
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
    await syncReturn(tx, returnId)
    return true
  })
}

/** 7 → 4: the same refund, tried again. */
export function retryRefund(shop: CommandContext, { returnId, itemIds }: ReturnTarget): Promise<ReturnRow> {
  return runCommand(shop, {
    command: 'retryRefund',
    returnId,
    itemIds,
    afterwards: (tx, locked, moved) => startRefunds(shop, tx, locked, moved),
  })
}

/** 1, or 2 while no parcel is on its way, → 8. Whoever comes second is told that it has moved on. */
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

/** 2 → 9 for everything overdue, or for one shopper's or one return. The timer calls it, and every read that meets one. */
export function closeOverdueReturns(shop: Shop, only: Overdue = {}): Promise<number> {
  const due: (SQL | undefined)[] = [
    eq(returnItems.status, returnStatus.approved),
    isNull(returnItems.logisticsAt),
    lte(returnItems.shipmentExpiredAt, shop.clock.now()),
    only.customerId ? eq(returnItems.customerId, only.customerId) : undefined,
    only.returnId ? eq(returnItems.returnId, only.returnId) : undefined,
  ]
  return workThrough(shop, 'closeOverdueReturns', {
    find: (isReady, most) =>
      shop.db
        .selectDistinct({ id: returnItems.returnId })
        .from(returnItems)
        .where(and(...due, isReady(returnItems.returnId)))
        .limit(most),
    work: ({ id }) => shop.db.transaction((tx) => closeOverdue(shop, tx, id)),
  })
}

/** Inside a caller's transaction, so that a new request for the same item can follow at once. */
export async function closeOverdue(shop: CommandContext, tx: Database, returnId: string): Promise<void> {
  const now = shop.clock.now()
  const { order, returnRow, items } = await lockReturn(tx, returnId)
  const overdue = items.filter((item) => isOverdue(item, now))
  if (overdue.length === 0) return
  const text = explainClosing(returnRow.policy.shipDays)
  for (const item of overdue) {
    await moveItem(tx, item, {
      command: 'closeOverdueReturn',
      now,
      policy: returnRow.policy,
      set: { closedAt: now },
      text,
    })
  }
  const synced = await syncReturn(tx, returnId)
  await queueReturnMail(shop, tx, { order, returnRow: synced, news: { kind: 'closed', text } })
}

/** An item that cost nothing, or of which all is kept back, brings nothing: no payment is refunded, and it is done. */
async function startRefunds(
  shop: CommandContext,
  tx: Database,
  locked: LockedReturn,
  items: ReturnItemRow[],
): Promise<void> {
  const { returnRow } = locked
  const now = shop.clock.now()
  const through: string[] = []
  for (const item of items) {
    if (item.refundAmount > 0) {
      const refund = await startItemRefund(shop, tx, locked, item)
      if (isCreditAlone(refund)) through.push(item.id)
    } else {
      const set = { refundAt: now, refundedAmount: 0, closedAt: now }
      await moveItem(tx, item, { command: 'refundReturn', actor: 'system', now, policy: returnRow.policy, set })
    }
  }
  // Credit waits for no provider.
  if (through.length > 0) await refundReturn({ ...shop, db: tx }, { returnId: returnRow.id, itemIds: through })
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
  // Asking again answers the refund that is under way.
  const { id } = await startItemRefund(shop, tx, locked, item)
  const { refund, isSettledNow } = await settleRefund(tx, id, outcome)
  if (isSettledNow && refund.status === 'succeeded') await countLineRefund(tx, item.orderLineId, refund.amount)
}

/** What went through the provider for these, and what came into the account. */
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
