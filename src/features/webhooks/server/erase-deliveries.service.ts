import { inArray, sql } from 'drizzle-orm'
import type { Database } from '#server/database.ts'
import type { ErasedCustomer } from '#server/hook-values.ts'
import { webhookDeliveries, webhookEvents } from './webhooks.tables.ts'

/**
 * Removes free text from webhook events and answers about an erased customer. A failure of a refund and the answer of a receiver may hold
 * personal data.
 */
export async function eraseDeliveries(tx: Database, { things }: ErasedCustomer): Promise<void> {
  await tx
    .update(webhookEvents)
    .set({ data: sql`without_words(${webhookEvents.data})` })
    .where(inArray(webhookEvents.subject, things))
  await tx.update(webhookDeliveries).set({ answer: '' }).where(inArray(webhookDeliveries.subject, things))
}
