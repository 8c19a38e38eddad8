import { STATUS_CODES } from 'node:http'
import { and, count, desc, eq, inArray, isNull, lt, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { type StaffPage, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { maxCounted, readCursor, toPage } from '#server/http/cursors.ts'
import { refuse } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { Shop } from '#server/shop.ts'
import { listHiddenGroups, testEventType } from '../webhooks.rules.ts'
import type { Delivery, DeliveryDetail, listDeliveries } from '../webhooks.staff.contract.ts'
import { writeWebhookBody } from './deliver-webhooks.service.ts'
import { lockEndpoint } from './webhooks.staff.service.ts'
import { webhookDeliveries, webhookEndpoints, webhookEvents } from './webhooks.tables.ts'

type Row = {
  delivery: typeof webhookDeliveries.$inferSelect
  event: typeof webhookEvents.$inferSelect
  endpoint: typeof webhookEndpoints.$inferSelect
}

const select = (db: Database) =>
  db
    .select({ delivery: webhookDeliveries, event: webhookEvents, endpoint: webhookEndpoints })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))

// Conditions, written exactly like those of the indexes.
const conditions: Record<'waiting' | 'failed' | 'delivered', SQL> = {
  waiting: sql`${webhookDeliveries.state} = 'waiting'`,
  failed: sql`${webhookDeliveries.state} in ('failed', 'parked')`,
  delivered: sql`${webhookDeliveries.state} = 'delivered'`,
}
const isThere = isNull(webhookEndpoints.removedAt)

type Reader = Pick<StaffActor, 'scopes'>

// A subquery, because counting otherwise reads deliveries without their events.
const groupOf = sql`(select split_part(told.type, '.', 1) from ${webhookEvents} told where told.id = ${webhookDeliveries.eventId})`

/** Returns the condition that leaves out deliveries of events that the reader may not see. */
function isVisibleTo({ scopes }: Reader): SQL | undefined {
  const hidden = listHiddenGroups(scopes)
  return hidden.length === 0 ? undefined : notInArray(groupOf, hidden)
}

export async function readDeliveries(
  { db }: Shop,
  reader: Reader,
  { limit, after, state, webhook_id }: StaffParsed<typeof listDeliveries>,
): Promise<StaffPage<Delivery>> {
  const cursor = readCursor(after, 'long')
  const condition = and(
    isThere,
    isVisibleTo(reader),
    state && conditions[state],
    webhook_id === undefined ? undefined : eq(webhookDeliveries.endpointId, webhook_id),
  )
  const isAfter = cursor ? lt(webhookDeliveries.id, cursor[0]) : undefined
  const rows = await select(db)
    .where(and(condition, isAfter))
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit + 1)
  const counted = db
    .select({ one: sql`1` })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(condition)
    .limit(maxCounted + 1)
    .as('counted')
  const [{ total } = { total: 0 }] = await db.select({ total: count() }).from(counted)
  return toPage(rows, { limit, total, cursorOf: ({ delivery }) => [delivery.id], show: toDelivery })
}

async function findRow(db: Database, reader: Reader, id: string): Promise<Row> {
  const isWantedDelivery = and(eq(webhookDeliveries.id, Number(id)), isThere, isVisibleTo(reader))
  const [found] = await select(db).where(isWantedDelivery)
  if (!found) throw refuse('not_found')
  return found
}

function toDelivery({ delivery, event, endpoint }: Row): Delivery {
  const { id, state, tries, status, failure, tookMs, at, triedAt, nextAt } = delivery
  const isOpen = state === 'waiting' || state === 'failed'
  return {
    id: String(id),
    webhook_id: endpoint.id,
    event_id: event.id,
    type: event.type,
    subject: event.subject,
    state,
    tries,
    status,
    failure,
    took_ms: tookMs,
    at: toStaffTime(at),
    tried_at: triedAt && toStaffTime(triedAt),
    next_at: isOpen ? toStaffTime(nextAt) : null,
    possible: endpoint.isOn ? ['retry'] : [],
  }
}

export async function readDelivery({ db }: Shop, reader: Reader, id: string): Promise<DeliveryDetail> {
  const row = await findRow(db, reader, id)
  const { delivery, event, endpoint } = row
  const { status, answer, triedAt, at } = delivery
  return {
    ...toDelivery(row),
    request: {
      url: endpoint.url,
      headers: {
        'content-type': 'application/json',
        'webhook-id': event.id,
        'webhook-timestamp': String(Math.floor((triedAt ?? at).getTime() / 1000)),
      },
      body: writeWebhookBody(event),
    },
    answer: status === null ? null : { status, text: STATUS_CODES[status] ?? '', body: answer },
  }
}

/** Sends deliveries again now, unless they are already being sent. Parked and delivered deliveries start over. */
async function sendAgain({ db, clock }: Shop, which: SQL | undefined): Promise<number> {
  const now = clock.now()
  const { state, claimedUntil } = webhookDeliveries
  const isFree = or(isNull(claimedUntil), lte(claimedUntil, now))
  const { rowCount } = await db
    .update(webhookDeliveries)
    .set({
      state: sql`case ${state} when 'parked' then 'failed' when 'delivered' then 'waiting' else ${state} end`,
      nextAt: now,
    })
    .where(and(which, isFree))
  return rowCount ?? 0
}

export async function retryDelivery(shop: Shop, reader: Reader, id: string): Promise<Delivery> {
  const { endpoint } = await findRow(shop.db, reader, id)
  if (!endpoint.isOn) throw refuse('webhook_off')
  await sendAgain(shop, eq(webhookDeliveries.id, Number(id)))
  return toDelivery(await findRow(shop.db, reader, id))
}

export async function retryFailed(shop: Shop, endpointId: string): Promise<{ id: string; retried: number }> {
  const { isOn } = await lockEndpoint(shop, endpointId)
  if (!isOn) throw refuse('webhook_off')
  const isFailed = inArray(webhookDeliveries.state, ['failed', 'parked'])
  const retried = await sendAgain(shop, and(eq(webhookDeliveries.endpointId, endpointId), isFailed))
  return { id: endpointId, retried }
}

/** Sends a test event, independent of the endpoint's events. */
export async function sendTest({ db, clock }: Shop, endpointId: string): Promise<Delivery> {
  const { isOn } = await lockEndpoint({ db }, endpointId)
  if (!isOn) throw refuse('webhook_off')
  const now = clock.now()
  const eventId = `evt_${newId()}`
  const subject = `webhooks/${endpointId}`
  await db
    .insert(webhookEvents)
    .values({ id: eventId, type: testEventType, subject, data: { webhook_id: endpointId }, at: now })
  const [made] = await db
    .insert(webhookDeliveries)
    .values({ eventId, endpointId, subject, nextAt: now, at: now })
    .returning({ id: webhookDeliveries.id })
  // A test event belongs to no group, so every reader may see it.
  return toDelivery(await findRow(db, { scopes: new Set() }, String(made?.id)))
}
