import { and, isNotNull, lte, sql } from 'drizzle-orm'
import { dayMs } from '#contract/times.ts'
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
