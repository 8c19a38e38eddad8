import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { webhookDeliveries } from './webhooks.tables.ts'

/** What is still open of an endpoint that is told nothing more waits for a person. */
export async function parkOpen(db: Database, endpointId: string): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ state: 'parked', claimedUntil: null })
    .where(and(eq(webhookDeliveries.endpointId, endpointId), inArray(webhookDeliveries.state, ['waiting', 'failed'])))
}
