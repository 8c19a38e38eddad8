import { and, desc, eq, gt, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { dayMs } from '#contract/times/times.ts'
import { type GuestScope, markClaimUsed, releaseClaim } from '#features/coupons/server/claims.service.ts'
import { returnCredit } from '#features/credit/server/credit.service.ts'
import {
  autoCompleteDays,
  isReceived,
  type OrderActor,
  orderStatus,
  soldOutReason,
} from '#features/orders/orders.rules.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import { processInBatches } from '#server/jobs/process-in-batches.ts'
import type { CommandContext, Shop } from '#server/shop.ts'
import { queueCancelledMail, queuePaidMail } from '../mails/order-mails.service.ts'
import { orderLines } from '../order-lines.tables.ts'
import { orderAddresses, orderEvents, orders, orderTotals } from '../orders.tables.ts'
import { packageEvents, packages } from '../shipping/packages.tables.ts'
import { lockOrder, moveOrder, type OrderRow } from './move-order.service.ts'
import { confirmStock, rededuceStock, releaseStock } from './stock.service.ts'

/** Reasons for a cancellation that the shop writes. Staff write any other reason. */
export const ownReasons = { shopper: 'Cancelled by the shopper', timer: 'Not paid in time' }

/** Cancels an order (1 → 8, for staff also 4/5/6/13 → 8) and gives back stock, coupon and money. */
export async function cancelOrder(
  shop: CommandContext,
  { orderId, actor, reason, customerId }: { orderId: string; actor: OrderActor; reason?: string; customerId?: string },
): Promise<OrderRow> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    // Another shopper's order returns the same error as an order that does not exist.
    if (customerId !== undefined && order.customerId !== customerId) throw refuse('not_found')
    return cancelLocked(shop, tx, order, actor, reason)
  })
}

async function cancelLocked(
  shop: CommandContext,
  tx: Database,
  order: OrderRow,
  actor: OrderActor,
  reason?: string,
): Promise<OrderRow> {
  const now = shop.clock.now()
  const cancelled = await moveOrder(tx, order, {
    command: 'cancelOrder',
    actor,
    by: shop.by,
    now,
    set: { invalidStatus: 1, cancelledAt: now, cancelReason: reason ?? null, holdReason: null },
    data: reason ? { reason } : {},
  })
  await releaseStock(tx, order.id)
  if (order.paidAt === null) {
    await releaseClaim(tx, order.id)
    if (order.creditAmount > 0) await returnCredit(tx, order, now)
  }
  if (order.statusId === orderStatus.unpaid) return cancelled
  let refunded = 0
  for (const tell of shop.hooks.onPaidOrderCancelled) refunded += await tell(shop, tx, cancelled)
  await queueCancelledMail(shop, tx, cancelled, refunded)
  return cancelled
}

type Receipt = { actor: 'provider' | 'staff' | 'system'; method: string; data: Record<string, unknown> }

/**
 * Records the payment of an order (1 → 4). If the order was canceled in the meantime, `isKept` is false and the caller
 * refunds the payment. If the stock was sold in the meantime, the order is canceled too (1 → 8) and the shopper is
 * informed.
 */
export async function confirmPaid(
  shop: CommandContext,
  tx: Database,
  order: OrderRow,
  { actor, method, data }: Receipt,
): Promise<{ order: OrderRow; isKept: boolean }> {
  if (order.statusId === orderStatus.cancelled && order.paidAt === null) return { order, isKept: false }
  if (order.statusId === orderStatus.unpaid && !(await rededuceStock(tx, order))) {
    const cancelled = await cancelLocked(shop, tx, order, 'system', soldOutReason)
    await queueCancelledMail(shop, tx, cancelled, order.totalAmount)
    return { order: cancelled, isKept: false }
  }
  const now = shop.clock.now()
  const set = { paidAt: now, paymentMethod: method, gaCounter: 1 }
  const paid = await moveOrder(tx, order, {
    command: 'confirmPayment',
    actor,
    by: shop.by,
    now,
    set,
    data,
  })
  await confirmStock(tx, order.id)
  await markClaimUsed(tx, order.id, now)
  await queuePaidMail(shop, tx, paid)
  return { order: paid, isKept: true }
}

/** Holds an order with nothing to pay (1 → 13), so that staff check it before anything is shipped. */
export async function holdFreeOrder(shop: CommandContext, orderId: string): Promise<OrderRow> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.totalAmount > 0) throw refuse('order_moved_on')
    const holdReason = 'There is nothing to pay. Release or cancel the order.'
    // The order still counts toward the limit of its network and keeps its stock until staff decide.
    const set = { holdReason, network: order.network }
    return moveOrder(tx, order, { command: 'holdOrder', actor: 'system', now: shop.clock.now(), set })
  })
}

/** Holds an order until staff have checked it (4 → 13). */
export async function holdOrder(
  shop: CommandContext,
  { orderId, reason }: { orderId: string; reason: string },
): Promise<OrderRow> {
  return runMove(shop, orderId, 'holdOrder', 'staff', () => ({ set: { holdReason: reason }, data: { reason } }))
}

/** Releases an order (13 → 4). If the order was held because it had nothing to pay, it counts as paid from now on. */
export async function releaseOrder(shop: CommandContext, orderId: string): Promise<OrderRow> {
  return shop.db.transaction(async (tx) => {
    const now = shop.clock.now()
    const order = await lockOrder(tx, orderId)
    const move = { command: 'releaseOrder', actor: 'staff', by: shop.by, now } as const
    if (order.paidAt !== null) return moveOrder(tx, order, { ...move, set: { holdReason: null } })
    const freeOrder = { holdReason: null, paidAt: now, paymentMethod: order.couponCode ? 'Coupon' : null, gaCounter: 1 }
    const released = await moveOrder(tx, order, { ...move, set: freeOrder })
    await confirmStock(tx, orderId)
    await markClaimUsed(tx, orderId, now)
    await queuePaidMail(shop, tx, released)
    return released
  })
}

/** Marks an order as being prepared (4 → 5). */
export async function prepareOrder(shop: CommandContext, orderId: string): Promise<OrderRow> {
  return runMove(shop, orderId, 'prepareOrder', 'staff')
}

/** Completes an order (10 → 11), which allows reviews. */
export async function completeOrder(
  shop: CommandContext,
  orderId: string,
  actor: 'staff' | 'timer' = 'staff',
): Promise<OrderRow> {
  return runMove(shop, orderId, 'completeOrder', actor, (now) => ({ set: { completedAt: now } }))
}

/** Marks an order as received (7 → 10). Starts the return window of every line that was not delivered earlier. */
export async function deliverOrder(
  shop: CommandContext,
  orderId: string,
  actor: 'carrier' | 'staff' = 'staff',
): Promise<OrderRow> {
  return shop.db.transaction(async (tx) => deliverLocked(shop, tx, await lockOrder(tx, orderId), actor))
}

export async function deliverLocked(
  shop: CommandContext,
  tx: Database,
  order: OrderRow,
  actor: OrderActor,
): Promise<OrderRow> {
  const now = shop.clock.now()
  const delivered = await moveOrder(tx, order, {
    command: 'deliverOrder',
    actor,
    by: shop.by,
    now,
    set: { receivedAt: now, autoCompleteAt: new Date(now.getTime() + autoCompleteDays * dayMs) },
  })
  await tx
    .update(packages)
    .set({ deliveredAt: now })
    .where(and(eq(packages.orderId, order.id), isNull(packages.deliveredAt)))
  await tx
    .update(orderLines)
    .set({ deliveredAt: now })
    .where(and(eq(orderLines.orderId, order.id), isNull(orderLines.deliveredAt), isNull(orderLines.cancelledAt)))
  return delivered
}

/** Closes a received or complete order if everything was refunded. Called after each refund. */
export async function closeIfAllRefunded(tx: Database, orderId: string, now: Date): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  if (!isReceived(order.statusId)) return false
  const [open] = await tx
    .select({ id: orderLines.id })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orderId), lt(orderLines.refundedAmount, orderLines.paidAmount)))
    .limit(1)
  if (open || order.refundedAmount === 0) return false
  await moveOrder(tx, order, { command: 'closeOrder', actor: 'system', now, set: { closedAt: now } })
  return true
}

/** Adds a refund to its line. A check constraint refuses more than the amount paid. */
export async function countLineRefund(tx: Database, lineId: string, amount: number): Promise<void> {
  await tx
    .update(orderLines)
    .set({ refundedAmount: sql`${orderLines.refundedAmount} + ${amount}` })
    .where(eq(orderLines.id, lineId))
}

type MoveDetails = { set?: Partial<typeof orders.$inferInsert>; data?: Record<string, unknown> }

async function runMove(
  shop: CommandContext,
  orderId: string,
  command: 'holdOrder' | 'prepareOrder' | 'completeOrder',
  actor: OrderActor,
  describe: (now: Date) => MoveDetails = () => ({}),
): Promise<OrderRow> {
  return shop.db.transaction(async (tx) => {
    const now = shop.clock.now()
    return moveOrder(tx, await lockOrder(tx, orderId), { command, actor, by: shop.by, now, ...describe(now) })
  })
}

export function expireUnpaidOrders(shop: Shop): Promise<number> {
  const due = { status: orderStatus.unpaid, dueAt: orders.expiresAt }
  return moveAllDue(shop, 'expireUnpaidOrders', due, (tx, order) =>
    cancelLocked(shop, tx, order, 'timer', ownReasons.timer),
  )
}

/**
 * Releases the stock of guests' unpaid orders after the hold time. The order can still be paid while its items are in
 * stock.
 */
export function releaseGuestStock(shop: Shop): Promise<number> {
  const due = { status: orderStatus.unpaid, dueAt: orders.stockHeldUntil }
  return moveAllDue(shop, 'releaseGuestStock', due, async (tx, order) => {
    await releaseStock(tx, order.id)
    await tx.update(orders).set({ stockHeldUntil: null }).where(eq(orders.id, order.id))
    return { ...order, stockHeldUntil: null }
  })
}

/** Marks parcels as received that no carrier has reported as delivered within 30 days. */
export function autoReceiveOrders(shop: Shop): Promise<number> {
  const due = { status: orderStatus.shipped, dueAt: orders.autoReceiveAt }
  return moveAllDue(shop, 'autoReceiveOrders', due, (tx, order) => deliverLocked(shop, tx, order, 'timer'))
}

export function autoCompleteOrders(shop: Shop): Promise<number> {
  const due = { status: orderStatus.received, dueAt: orders.autoCompleteAt }
  return moveAllDue(shop, 'autoCompleteOrders', due, (tx, order) => {
    const now = shop.clock.now()
    return moveOrder(tx, order, { command: 'completeOrder', actor: 'timer', now, set: { completedAt: now } })
  })
}

/**
 * Moves all due orders, each in a separate transaction. Several instances can run the timer at the same time, because
 * each skips orders that another instance has locked.
 */
function moveAllDue(
  shop: Shop,
  timer: string,
  { status, dueAt }: { status: number; dueAt: AnyPgColumn },
  move: (tx: Database, order: OrderRow) => Promise<OrderRow>,
): Promise<number> {
  const isDue = () => and(eq(orders.statusId, status), lte(dueAt, shop.clock.now()))
  return processInBatches(shop, timer, {
    find: (isReady, max) =>
      shop.db
        .select({ id: orders.id })
        .from(orders)
        .where(and(isDue(), isReady(orders.id)))
        // Sorted by time to match the index. With any other order, PostgreSQL would read every order of the shop.
        .orderBy(dueAt)
        .limit(max),
    work: ({ id }) =>
      shop.db.transaction(async (tx) => {
        const [order] = await tx
          .select()
          .from(orders)
          .where(and(eq(orders.id, id), isDue()))
          .for('update', { skipLocked: true })
        if (!order) return false
        await move(tx, order)
        return true
      }),
  })
}

/** Records that the browser has reported the purchase to the analytics, so that no other page load reports it again. */
export async function acknowledgePurchase(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  customerId: string,
  orderId: string,
): Promise<void> {
  await db
    .update(orders)
    .set({ gaCounter: 0, gaAcknowledgedAt: clock.now() })
    .where(and(eq(orders.id, orderId), eq(orders.customerId, customerId), gt(orders.gaCounter, 0)))
}

/** Returns the condition on `orders` for guest orders of an email address, optionally after a moment. */
export function isGuestOrder({ email, since }: GuestScope): SQL | undefined {
  return and(eq(orders.email, email), isNull(orders.customerId), since ? gt(orders.createdAt, since) : undefined)
}

type GuestOrders = { customerId: string; email: string; since?: Date | null; limit?: number }

/**
 * Moves guest orders to the account of the same email address, newest first, and returns their ids. Orders are moved
 * before their records, because foreign keys tie the copied `customer_id` of each record to its order.
 */
export async function joinGuestOrders(
  tx: Database,
  { customerId, email, since = null, limit = 100 }: GuestOrders,
): Promise<string[]> {
  const found = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(isGuestOrder({ email, since }))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .for('update')
  if (found.length === 0) return []
  const joined = await tx
    .update(orders)
    .set({ customerId })
    .where(
      inArray(
        orders.id,
        found.map(({ id }) => id),
      ),
    )
    .returning({ id: orders.id })
  if (joined.length === 0) return []
  const ids = sql.join(
    joined.map(({ id }) => sql`${id}`),
    sql`, `,
  )
  for (const table of [orderLines, orderTotals, orderAddresses, orderEvents, packages]) {
    await tx
      .update(table)
      .set({ customerId })
      .where(and(sql`${table.orderId} in (${ids})`, isNull(table.customerId)))
  }
  await tx
    .update(packageEvents)
    .set({ customerId })
    .where(
      and(
        isNull(packageEvents.customerId),
        sql`${packageEvents.packageId} in (select id from packages where order_id in (${ids}))`,
      ),
    )
  return joined.map(({ id }) => id)
}
