import { inArray, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import type { ErasedCustomer } from '#server/hook-values.ts'
import { webhookDeliveries, webhookEvents } from './webhooks.tables.ts'

/**
 * Removes free text from webhook events and responses about an erased customer. The failure of a refund and the
 * response of a receiver may contain personal data.
 */
export async function eraseDeliveries(tx: Database, { subjects }: ErasedCustomer): Promise<void> {
  const about = inArray(webhookEvents.subject, subjects)
  await tx
    .update(webhookEvents)
    .set({ data: sql`without_words(${webhookEvents.data})` })
    .where(about)
  // Selected by event, because deliveries have no index on their subject.
  const events = tx.select({ id: webhookEvents.id }).from(webhookEvents).where(about)
  await tx.update(webhookDeliveries).set({ answer: '' }).where(inArray(webhookDeliveries.eventId, events))
}
