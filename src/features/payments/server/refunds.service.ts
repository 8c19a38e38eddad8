import { and, eq, inArray, sql } from 'drizzle-orm'
import type { OrderRow } from '#features/orders/server/commands/move-order.service.ts'
import { closeIfAllRefunded } from '#features/orders/server/commands/order-commands.service.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { isCreditAlone, type RefundMethod } from '../payments.rules.ts'
import { payments, type Refund, refunds } from './payments.tables.ts'
import { addCredit, allocateFunds, checkRefundMethod } from './refund-methods.service.ts'
import { writeRefundTaxes } from './refund-taxes.service.ts'

type RefundRequest = {
  /** `order` for a canceled order, `item` for a returned line, `shipping` for the shipping costs of a return. */
  kind: Exclude<Refund['kind'], 'payment' | 'part'>
  orderId: string
  customerId: string | null
  returnId?: string
  returnItemId?: string
  amount: number
  currency: string
  /** Refund method. The default is the original payment, or the method of the earlier try. */
  goesTo?: RefundMethod | undefined
  /** Bonus in percent that the shopper was promised with the choice of credit. */
  promisedBonus?: number | null
  /** Staff member who started the refund, if any. */
  startedBy?: string | undefined
}

/** Throws if the amount exceeds the actor's limit. */
export type RefundCheck = (amount: number, currency: string) => Promise<void>

/**
 * Values that each try starts with. A new try needs a new key. With the old key, the provider would return the result
 * of the failed try.
 */
export const retryValues = {
  status: 'pending' as const,
  failure: null,
  settledAt: null,
  providerRef: null,
  asked: 0,
  nextAskAt: null,
}

/**
 * Starts a refund, once for each cause. A repeated request returns the existing refund, and retries it if it has
 * failed. The order is locked, and all refunds together never exceed the amount paid. If the refund consists of credit
 * only, the caller settles it in the same transaction.
 */
export async function startRefund(tx: Database, clock: Clock, request: RefundRequest): Promise<Refund> {
  const [order] = await tx
    .select({ id: orders.id, currency: orders.currency })
    .from(orders)
    .where(eq(orders.id, request.orderId))
    .for('update')
  if (!order) throw refuse('not_found')
  if (order.currency !== request.currency) throw refuse('refund_too_large')
  const existing = await findSame(tx, request)
  if (existing && existing.status !== 'failed') return existing
  const amount = existing?.amount ?? request.amount
  const funds = await allocateFunds(tx, request.orderId, amount)
  const goesTo = request.goesTo ?? existing?.goesTo ?? 'payment'
  const creditBonusPercent = await checkRefundMethod(tx, goesTo, request.customerId, request.promisedBonus)
  if (existing) {
    const [retried] = await tx
      .update(refunds)
      .set({ ...retryValues, ...funds, goesTo, creditBonusPercent })
      .where(eq(refunds.id, existing.id))
      .returning()
    return retried ?? existing
  }
  const [started] = await tx
    .insert(refunds)
    .values({
      id: newId(),
      kind: request.kind,
      orderId: request.orderId,
      customerId: request.customerId,
      ...funds,
      goesTo,
      creditBonusPercent,
      returnId: request.returnId ?? null,
      returnItemId: request.returnItemId ?? null,
      currency: request.currency,
      amount,
      startedBy: request.startedBy ?? null,
      status: 'pending',
      createdAt: clock.now(),
    })
    .returning()
  if (!started) throw new Error(`The refund of order ${request.orderId} was not written`)
  return started
}

/**
 * Refunds the whole remaining amount of an order. Nothing was shipped, so the shipping costs are included. Returns the
 * amount.
 */
export async function refundOrder(
  { clock }: Pick<Shop, 'clock'>,
  tx: Database,
  order: Pick<OrderRow, 'id' | 'customerId' | 'totalAmount' | 'currency'>,
  { paidAmount = order.totalAmount, allows }: { paidAmount?: number; allows?: RefundCheck } = {},
): Promise<number> {
  const [parts] = await tx
    .select({ amount: sql<number>`coalesce(sum(${refunds.amount}), 0)::float8` })
    .from(refunds)
    .where(
      and(eq(refunds.orderId, order.id), eq(refunds.kind, 'part'), inArray(refunds.status, ['pending', 'succeeded'])),
    )
  const amount = paidAmount - (parts?.amount ?? 0)
  if (amount <= 0) return 0
  await allows?.(amount, order.currency)
  const refund = await startRefund(tx, clock, {
    kind: 'order',
    orderId: order.id,
    customerId: order.customerId,
    amount,
    currency: order.currency,
  })
  if (isCreditAlone(refund)) await settleRefund(tx, refund.id, { status: 'succeeded', at: clock.now() })
  return amount
}

/** Refunds the second payment of an order in full. The order stays unchanged. */
export async function refundSecondPayment(
  tx: Database,
  clock: Clock,
  order: { id: string; customerId: string | null },
  paymentId: string,
): Promise<void> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId))
  if (!payment || payment.amount === 0) return
  await tx
    .insert(refunds)
    .values({
      id: newId(),
      kind: 'payment',
      orderId: order.id,
      customerId: order.customerId,
      paymentId,
      currency: payment.currency,
      amount: payment.amount,
      status: 'pending',
      createdAt: clock.now(),
    })
    .onConflictDoNothing()
}

async function findSame(tx: Database, request: RefundRequest): Promise<Refund | undefined> {
  const cause =
    request.kind === 'order'
      ? eq(refunds.orderId, request.orderId)
      : request.kind === 'item'
        ? eq(refunds.returnItemId, request.returnItemId ?? '')
        : eq(refunds.returnId, request.returnId ?? '')
  const [same] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.kind, request.kind), cause))
    .for('update')
  return same
}

export function listItemRefunds(tx: Database, returnItemIds: string[]): Promise<Refund[]> {
  return tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.kind, 'item'), inArray(refunds.returnItemId, returnItemIds)))
}

export type RefundOutcome =
  | { status: 'succeeded'; at: Date; providerRef?: string }
  | { status: 'failed'; at: Date; failure: string }

/**
 * Records the result of a refund, with its tax. Only a pending refund is settled, so a repeated callback changes nothing. The
 * refund of a returned item names the line of the item.
 */
export async function settleRefund(
  tx: Database,
  refundId: string,
  outcome: RefundOutcome,
  returnedLineId?: string,
): Promise<{ refund: Refund; isSettledNow: boolean }> {
  const [found] = await tx.select().from(refunds).where(eq(refunds.id, refundId))
  if (!found) throw refuse('not_found')
  // Locks the order and then the refund, in the same order as `startRefund`, to prevent deadlocks.
  await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, found.orderId)).for('update')
  const [settled] = await tx
    .update(refunds)
    .set({
      status: outcome.status,
      attempts: sql`${refunds.attempts} + 1`,
      settledAt: outcome.at,
      failure: outcome.status === 'failed' ? outcome.failure : null,
      ...(outcome.status === 'succeeded' && outcome.providerRef && { providerRef: outcome.providerRef }),
    })
    .where(and(eq(refunds.id, refundId), eq(refunds.status, 'pending')))
    .returning()
  if (!settled) return { refund: found, isSettledNow: false }
  if (settled.status === 'succeeded') {
    await writeRefundTaxes(tx, settled, returnedLineId)
    await countRefund(tx, settled)
    await addCredit(tx, settled, outcome.at)
  }
  if (settled.kind === 'part' && settled.status === 'failed') await addPartToLines(tx, settled.id, -1)
  if (settled.kind === 'part' && settled.status === 'succeeded')
    await closeIfAllRefunded(tx, settled.orderId, outcome.at)
  return { refund: settled, isSettledNow: true }
}

/**
 * Adds a refund to its order. A refund of the whole order is also added to the lines. Check constraints reject more
 * than was paid. For a return, the code of returns updates the lines instead.
 */
async function countRefund(tx: Database, refund: Refund): Promise<void> {
  if (refund.kind === 'payment') return
  await tx
    .update(orders)
    .set({ refundedAmount: sql`${orders.refundedAmount} + ${refund.amount}` })
    .where(eq(orders.id, refund.orderId))
  if (refund.kind === 'order') {
    await tx
      .update(orderLines)
      .set({ refundedAmount: sql`${orderLines.paidAmount}` })
      .where(eq(orderLines.orderId, refund.orderId))
  }
}

/**
 * Adds a partial refund to its lines, or subtracts a failed refund. A pending refund is added immediately, so that no
 * amount is refunded twice.
 */
export async function addPartToLines(tx: Database, refundId: string, sign: 1 | -1): Promise<void> {
  await tx.execute(sql`
    update order_lines l set refunded_amount = l.refunded_amount + ${sign} * p.amount
    from refund_lines p where p.refund_id = ${refundId} and p.order_line_id = l.id`)
}
