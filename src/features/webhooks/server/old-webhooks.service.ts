import { and, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { dayMs } from '#contract/times.ts'
import type { Database } from '#server/database.ts'
import type { ErasedCustomer } from '#server/hook-values.ts'
import type { Shop } from '#server/shop.ts'
import { removeRows } from '#server/work-through.ts'
import { webhookDeliveries, webhookEndpoints, webhookEvents } from './webhooks.tables.ts'

const timer = 'removeOldWebhooks'

/** Forgets events with their deliveries after a month, and what was taken away at once, in small steps. */
export async function removeOldWebhooks(shop: Shop): Promise<number> {
  const until = new Date(shop.clock.now().getTime() - shop.bounds.webhookKeptDays * dayMs)
  const isRemoved = isNotNull(webhookEndpoints.removedAt)
  const old = await removeRows(shop, timer, {
    table: webhookEvents,
    id: webhookEvents.id,
    due: lte(webhookEvents.at, until),
  })
  const orphaned = await removeRows(shop, timer, {
    table: webhookDeliveries,
    id: sql`${webhookDeliveries.id}::text`,
    due: sql`${webhookDeliveries.endpointId} in (select ${webhookEndpoints.id} from ${webhookEndpoints} where ${isRemoved})`,
  })
  const left = sql`select from ${webhookDeliveries} where ${webhookDeliveries.endpointId} = ${webhookEndpoints.id}`
  const ended = await removeRows(shop, timer, {
    table: webhookEndpoints,
    id: webhookEndpoints.id,
    due: and(isRemoved, sql`not exists (${left})`),
  })
  return old + orphaned + ended
}

/** Hook: somebody is forgotten. Events tell by ids; why money could not go back and what a receiver answered may say more. */
export async function eraseDeliveries(tx: Database, { things }: ErasedCustomer): Promise<void> {
  await tx
    .update(webhookEvents)
    .set({ data: sql`without_words(${webhookEvents.data})` })
    .where(inArray(webhookEvents.subject, things))
  await tx.update(webhookDeliveries).set({ answer: '' }).where(inArray(webhookDeliveries.subject, things))
}
