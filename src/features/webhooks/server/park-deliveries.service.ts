import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { webhookDeliveries } from './webhooks.tables.ts'

/** Parks the open deliveries of an endpoint that was switched off. A member can send them again. */
export async function parkOpenDeliveries(db: Database, endpointId: string): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ state: 'parked', claimedUntil: null })
    .where(and(eq(webhookDeliveries.endpointId, endpointId), inArray(webhookDeliveries.state, ['waiting', 'failed'])))
}
