import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { payments, refunds } from './payments.tables.ts'

export async function findRefundsOf(db: Database, orderIds: string[]): Promise<string[]> {
  const found = await db.select({ id: refunds.id }).from(refunds).where(inArray(refunds.orderId, orderIds))
  return found.map(({ id }) => id)
}

/**
 * Erases personal data of payments. Amounts and the provider's references stay. Failures, reasons, and references that
 * staff typed are removed. A typed reference is replaced by the id of its row, because references must be unique.
 */
export async function erasePayments(tx: Database, orderIds: string[]): Promise<void> {
  const ofOrders = inArray(payments.orderId, orderIds)
  await tx.update(payments).set({ failure: null }).where(ofOrders)
  await tx
    .update(payments)
    .set({ providerRef: sql`${payments.id}` })
    .where(and(ofOrders, eq(payments.provider, 'staff')))
  await tx
    .update(refunds)
    .set({
      reason: null,
      failure: null,
      providerRef: sql`case when ${refunds.providerRef} like '% ' || ${refunds.id} then ${refunds.id} else ${refunds.providerRef} end`,
    })
    .where(inArray(refunds.orderId, orderIds))
}
