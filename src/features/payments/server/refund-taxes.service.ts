import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders, orderTaxes } from '#features/orders/server/orders.tables.ts'
import {
  computeRefundTaxRows,
  type PaidTax,
  type RefundParts,
  type RefundTaxRow,
} from '#features/tax/refund-tax.rules.ts'
import type { Database } from '#server/database/database.ts'
import { type Refund, refundLines, refunds, refundTaxes } from './payments.tables.ts'

/**
 * Writes the tax of a settled refund. Only settled refunds have tax rows, so that a failed refund leaves nothing to undo.
 * The caller has locked the order, and has not added the refund to the lines of a canceled order yet.
 */
export async function writeRefundTaxes(tx: Database, refund: Refund, returnedLineId?: string): Promise<void> {
  // A second payment was never part of the order, so its refund contains no tax of the order.
  if (refund.kind === 'payment') return
  const paid = await readPaidTax(tx, refund.orderId)
  if (!paid) return
  const parts = await splitIntoParts(tx, refund, returnedLineId)
  const rows = computeRefundTaxRows(paid, await readRefundedTax(tx, refund.orderId), parts)
  if (rows.length === 0) return
  const refundId = refund.id
  await tx.insert(refundTaxes).values(rows.map((row, position) => ({ ...row, refundId, position })))
}

/** Computes the tax of a refund that is not made yet. Pending refunds count once they are settled. */
export async function quoteRefundTax(db: Database, orderId: string, parts: RefundParts): Promise<RefundTaxRow[]> {
  const paid = await readPaidTax(db, orderId)
  return paid ? computeRefundTaxRows(paid, await readRefundedTax(db, orderId), parts) : []
}

/** Returns the tax of a paid order, or null for an untaxed order. */
async function readPaidTax(db: Database, orderId: string): Promise<PaidTax | null> {
  const found = await db
    .select({ row: orderTaxes })
    .from(orderTaxes)
    .innerJoin(orders, eq(orders.id, orderTaxes.orderId))
    // A payment for an order that was canceled before is refunded without a sale, so without tax.
    .where(and(eq(orderTaxes.orderId, orderId), isNotNull(orders.paidAt)))
    .orderBy(asc(orderTaxes.position))
  const rows = found.map(({ row }) => row)
  const [first] = rows
  if (!first) return null
  const lines = await db
    .select({
      ...{ id: orderLines.id, rate: orderLines.taxRate },
      ...{ grossAmount: orderLines.paidAmount, taxAmount: orderLines.taxAmount },
    })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
  const { country, region } = first
  return { lines, place: { country, region }, shipping: rows.filter(({ kind }) => kind === 'shipping') }
}

async function readRefundedTax(db: Database, orderId: string): Promise<RefundTaxRow[]> {
  const rows = await db
    .select({ row: refundTaxes })
    .from(refundTaxes)
    .innerJoin(refunds, eq(refunds.id, refundTaxes.refundId))
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, 'succeeded')))
  return rows.map(({ row }) => row)
}

/** Returns the lines and shipping costs that a refund consists of. */
async function splitIntoParts(tx: Database, refund: Refund, returnedLineId: string | undefined): Promise<RefundParts> {
  const { kind, amount, shippingAmount } = refund
  if (kind === 'shipping') return { lines: [], shippingAmount: amount }
  if (kind === 'item') return { lines: returnedLineId ? [{ id: returnedLineId, amount }] : [], shippingAmount: 0 }
  if (kind === 'part') {
    const lines = await tx
      .select({ id: refundLines.orderLineId, amount: refundLines.amount })
      .from(refundLines)
      .where(eq(refundLines.refundId, refund.id))
    return { lines, shippingAmount }
  }
  return splitOrderRefund(tx, refund)
}

/** Splits the refund of a canceled order: the rest of each line, and otherwise shipping costs. */
async function splitOrderRefund(tx: Database, { orderId, amount }: Refund): Promise<RefundParts> {
  const rows = await tx
    .select({ id: orderLines.id, paidAmount: orderLines.paidAmount, refundedAmount: orderLines.refundedAmount })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))
  const lines = rows.map(({ id, paidAmount, refundedAmount }) => ({ id, amount: paidAmount - refundedAmount }))
  return { lines, shippingAmount: amount - lines.reduce((sum, line) => sum + line.amount, 0) }
}
