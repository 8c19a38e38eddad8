import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type StaffPage, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import { canMove, normalizeOrderNo } from '#features/orders/orders.rules.ts'
import { lockOrder, type OrderRow } from '#features/orders/server/commands/move-order.service.ts'
import type { OrderPayment, OrderRefund } from '#features/orders/server/order-hooks.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { toPage } from '#server/http/cursors.ts'
import { cursorOf, findPage } from '#server/http/list-page.ts'
import { refuse } from '#server/http/refuse.ts'
import type { CommandContext, Shop } from '#server/shop.ts'
import { findRest } from '../payments.rules.ts'
import type { listRefunds as listCall, StaffRefund } from '../payments.staff.contract.ts'
import { retryRefundOf } from './part-refunds.service.ts'
import { confirmPayment } from './payments.service.ts'
import type { Refund } from './payments.tables.ts'
import { payments, refundLines, refunds, refundTaxes } from './payments.tables.ts'
import { settleRefund } from './refunds.service.ts'
import { sendRefunds } from './send-refunds.service.ts'

/** Confirms a payment that arrived outside of the provider, such as a bank transfer. */
export async function confirmByHand(
  shop: CommandContext,
  order: OrderRow,
  { method, reference }: { method: string; reference?: string | undefined },
): Promise<void> {
  const { id: orderId, currency } = order
  const amount = findRest(order)
  await shop.db.transaction(async (tx) => {
    const inside = { ...shop, db: tx }
    // Checked under the lock, because a second payment would be refunded immediately.
    const { statusId } = await lockOrder(tx, orderId)
    if (!canMove('confirmPayment', statusId, 'staff')) throw refuse('order_moved_on')
    const ref = reference ?? newId()
    const [used] = await tx
      .select({ orderId: payments.orderId })
      .from(payments)
      .where(and(eq(payments.provider, 'staff'), eq(payments.providerRef, ref)))
    if (used) throw refuse('exists_already', { message: `The reference ${ref} belongs to another payment.` })
    const report = { provider: 'staff', eventId: ref, providerRef: ref, orderId, method, amount, currency }
    await confirmPayment(inside, report, 'staff')
  })
}

/** Lists the payments of an order for staff. Registered as a hook. */
export async function listOrderPayments(db: Database, orderId: string): Promise<OrderPayment[]> {
  const rows = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(payments.createdAt), asc(payments.id))
  return rows.map(({ id, provider, providerRef, method, status, amount, currency, failure, createdAt, settledAt }) => ({
    id,
    provider,
    reference: providerRef,
    method,
    status,
    amount: { amount, currency },
    failure,
    created_at: toStaffTime(createdAt),
    settled_at: settledAt && toStaffTime(settledAt),
  }))
}

/** Lists the settled and pending refunds of an order for staff. Registered as a hook. */
export async function listOrderRefunds(db: Database, orderId: string): Promise<OrderRefund[]> {
  const rows = await readRefunds(db, eq(refunds.orderId, orderId))
  return rows.map(toOrderRefund)
}

type RefundRead = { refund: Refund; lines: { line_id: string; amount: number }[]; tax: number }

function readRefunds(db: Database, which: SQL): Promise<RefundRead[]> {
  return db
    .select({ refund: refunds, lines: linesOfRefund, tax: taxOfRefund })
    .from(refunds)
    .where(which)
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
}

const linesOfRefund = sql<{ line_id: string; amount: number }[]>`(
  select coalesce(json_agg(json_build_object('line_id', p.order_line_id, 'amount', p.amount) order by p.order_line_id), '[]')
  from ${refundLines} p where p.refund_id = ${refunds.id})`

const taxOfRefund = sql<number>`(
  select coalesce(sum(t.tax_amount), 0)::float8 from ${refundTaxes} t where t.refund_id = ${refunds.id})`

function toOrderRefund({ refund, lines, tax }: RefundRead): OrderRefund {
  const money = (amount: number) => ({ amount, currency: refund.currency })
  return {
    id: refund.id,
    kind: refund.kind,
    status: refund.status,
    amount: money(refund.amount),
    tax: money(tax),
    to: refund.goesTo,
    paid_with_credit: money(refund.creditAmount),
    shipping: money(refund.kind === 'shipping' ? refund.amount : refund.shippingAmount),
    lines: lines.map(({ line_id, amount }) => ({ line_id, amount: money(amount) })),
    reason: refund.reason,
    failure: refund.failure,
    started_by: refund.startedBy,
    created_at: toStaffTime(refund.createdAt),
    settled_at: refund.settledAt && toStaffTime(refund.settledAt),
  }
}

export async function listRefunds(
  shop: Pick<Shop, 'db' | 'payments'>,
  { limit, after, status, q }: StaffParsed<typeof listCall>,
): Promise<StaffPage<StaffRefund>> {
  const { db } = shop
  const ofOrder = q
    ? sql`${refunds.orderId} = any(array(select ${orders.id} from ${orders} where ${eq(orders.orderNo, normalizeOrderNo(q))}))`
    : undefined
  const page = await findPage(db, {
    table: refunds,
    at: refunds.createdAt,
    id: refunds.id,
    isDescending: true,
    limit,
    after,
    conditions: [status ? eq(refunds.status, status) : undefined, ofOrder],
  })
  const ids = page.rows.map(({ id }) => id)
  const shown = new Map((await readStaffRefunds(shop, inArray(refunds.id, ids))).map((refund) => [refund.id, refund]))
  const rows = page.rows.flatMap((row) => {
    const refund = shown.get(row.id)
    return refund ? [{ ...row, refund }] : []
  })
  return toPage(rows, { limit, total: page.total, cursorOf, show: ({ refund }) => refund })
}

async function readStaffRefunds(
  { db, payments: provider }: Pick<Shop, 'db' | 'payments'>,
  which: SQL,
): Promise<StaffRefund[]> {
  const rows = await db
    .select({
      refund: refunds,
      ...{ lines: linesOfRefund, tax: taxOfRefund },
      order: { id: orders.id, number: orders.orderNo, email: orders.email },
      payment: { provider: payments.provider, method: payments.method },
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(which)
    .orderBy(desc(refunds.createdAt), desc(refunds.id))
  return rows.map(({ refund, lines, tax, order, payment }) => ({
    ...toOrderRefund({ refund, lines, tax }),
    order,
    return_id: refund.returnId,
    return_item_id: refund.returnItemId,
    payment,
    possible: listPossible(refund, payment.provider === provider.name && provider.refundsAreSent === 'at_once'),
  }))
}

function listPossible({ status }: Refund, isByProvider: boolean): StaffRefund['possible'] {
  if (status === 'succeeded') return []
  if (status === 'failed') return ['retry']
  return isByProvider ? ['retry'] : ['settle']
}

export function listReturnRefunds(
  shop: Pick<Shop, 'db' | 'payments'>,
  { id, orderId }: { id: string; orderId: string },
): Promise<StaffRefund[]> {
  return readStaffRefunds(shop, sql`${eq(refunds.orderId, orderId)} and ${eq(refunds.returnId, id)}`)
}

export async function readRefund(shop: Pick<Shop, 'db' | 'payments'>, id: string): Promise<StaffRefund> {
  const [refund] = await readStaffRefunds(shop, eq(refunds.id, id))
  if (!refund) throw refuse('not_found')
  return refund
}

/**
 * Retries a failed refund immediately at the provider. A refund to another payment method waits to be settled by hand.
 */
export async function retryRefund(shop: Shop & CommandContext, id: string): Promise<void> {
  const { kind, status, return_id: returnId, order } = await readRefund(shop, id)
  if (status === 'succeeded') throw refuse('order_moved_on', { message: 'This refund has already succeeded.' })
  if (status === 'failed') {
    const [row] = await shop.db.select().from(refunds).where(eq(refunds.id, id))
    if (kind === 'item' && returnId && row?.returnItemId) {
      await shop.hooks.retryReturnedItem(shop, { returnId, returnItemId: row.returnItemId })
    } else await retryRefundOf(shop, id)
  }
  await sendRefunds(shop, { orderId: order.id })
}

/**
 * Settles a refund that staff sent by hand. If the refund belongs to a returned item, the item moves too. A refund that
 * the provider sends cannot be settled by hand.
 */
export async function settleByHand(
  shop: Shop & CommandContext,
  { id, reference }: { id: string; reference: string },
): Promise<void> {
  const { possible } = await readRefund(shop, id)
  if (!possible.includes('settle')) {
    throw refuse('order_moved_on', { message: 'This refund is not waiting for a manual confirmation.' })
  }
  await shop.db.transaction(async (tx) => {
    const inside = { ...shop, db: tx }
    const [refund] = await tx.select().from(refunds).where(eq(refunds.id, id))
    if (!refund) throw refuse('not_found')
    const { returnId, returnItemId } = refund
    await tx
      .update(refunds)
      .set({ providerRef: `${reference} ${id}` })
      .where(eq(refunds.id, id))
    if (returnId && refund.kind !== 'part') {
      await shop.hooks.settleReturnedItem(inside, { returnId, returnItemId, refundId: id }, { status: 'succeeded' })
      return
    }
    await settleRefund(tx, id, { status: 'succeeded', at: shop.clock.now() })
  })
}
