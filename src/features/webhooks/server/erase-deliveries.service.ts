import { inArray, sql } from 'drizzle-orm'
import type { Database } from '#server/database.ts'
import type { ErasedCustomer } from '#server/hook-values.ts'
import { webhookDeliveries, webhookEvents } from './webhooks.tables.ts'

/** Hook: somebody is forgotten. Events tell by ids; why money could not go back and what a receiver answered may say more. */
export async function eraseDeliveries(tx: Database, { things }: ErasedCustomer): Promise<void> {
  await tx
    .update(webhookEvents)
    .set({ data: sql`without_words(${webhookEvents.data})` })
    .where(inArray(webhookEvents.subject, things))
  await tx.update(webhookDeliveries).set({ answer: '' }).where(inArray(webhookDeliveries.subject, things))
}
