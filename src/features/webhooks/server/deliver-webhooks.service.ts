import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { dayMs } from '#contract/times/times.ts'
import type { Database } from '#server/database/database.ts'
import { isDatabaseUnavailable } from '#server/database/database-faults.ts'
import { staffTopic } from '#server/http/staff/staff-writes.ts'
import { publish } from '#server/live/live.ts'
import { CannotFetch } from '#server/outside/fetch-outside.ts'
import type { Shop } from '#server/shop.ts'
import { findNextTry, longestPauseMs, maxAnswerLength, testEventType } from '../webhooks.rules.ts'
import { giveUpEndpoint } from './give-up-endpoint.service.ts'
import { decryptSecrets } from './webhook-secrets.service.ts'
import { signWebhook } from './webhook-signature.ts'
import { webhookDeliveries, webhookEndpoints, webhookEvents } from './webhooks.tables.ts'

type EndpointRow = typeof webhookEndpoints.$inferSelect
type DeliveryRow = typeof webhookDeliveries.$inferSelect
type EventRow = typeof webhookEvents.$inferSelect
type Outcome = { status: number | null; failure: string | null; answer: string; tookMs: number }

const pollMs = 250
/** 30 s: the longest run of the timer, so that a shop can shut down soon. The next run starts a second later. */
const roundMs = 30_000
const maxExamined = 20

/**
 * Sends due deliveries. A slow endpoint does not delay other endpoints, and a failing endpoint is paused until the next
 * run of the timer. A delivery is claimed first, and is sent outside of any transaction.
 */
export async function deliverWebhooks(shop: Shop): Promise<number> {
  const until = performance.now() + roundMs
  const isOver = () => performance.now() > until
  const runningEndpoints = new Map<string, Promise<void>>()
  const failedEndpoints = new Set<string>()
  let delivered = 0

  async function deliverTo(endpoint: EndpointRow): Promise<void> {
    const work = async () => {
      while (!isOver() && !failedEndpoints.has(endpoint.id)) {
        const claimed = await claimDelivery(shop, endpoint.id)
        if (!claimed) return
        if (await deliver(shop, endpoint, claimed)) delivered++
        else failedEndpoints.add(endpoint.id)
      }
    }
    await Promise.all(Array.from({ length: shop.bounds.webhooksAtOnce }, work))
  }

  try {
    for (;;) {
      for (const endpoint of isOver() ? [] : await findDueEndpoints(shop)) {
        if (runningEndpoints.has(endpoint.id) || failedEndpoints.has(endpoint.id)) continue
        const running = deliverTo(endpoint).finally(() => runningEndpoints.delete(endpoint.id))
        runningEndpoints.set(endpoint.id, running)
      }
      if (runningEndpoints.size === 0) return delivered
      await Promise.race([...runningEndpoints.values(), sleep(pollMs)])
    }
  } finally {
    await Promise.allSettled(runningEndpoints.values())
  }
}

const isOpen = sql`${webhookDeliveries.state} in ('waiting', 'failed')`

/**
 * Returns the condition for due deliveries. A pause that is longer than the longest possible pause was stored by a
 * clock that was ahead.
 */
function isDue({ clock }: Shop) {
  const now = clock.now()
  const latest = new Date(now.getTime() + longestPauseMs)
  return sql`(${webhookDeliveries.nextAt} <= ${now} or ${webhookDeliveries.nextAt} > ${latest})`
}

function isFree({ clock, bounds }: Shop) {
  const now = clock.now()
  const latest = findClaimEnd(now, bounds)
  const { claimedUntil } = webhookDeliveries
  return sql`(${claimedUntil} is null or ${claimedUntil} <= ${now} or ${claimedUntil} > ${latest})`
}

/**
 * Returns the end of a claim. A try takes at most half of that time, so that two processes never send the same delivery
 * at once.
 */
function findClaimEnd(now: Date, { webhookSeconds }: Shop['bounds']): Date {
  return new Date(now.getTime() + 2 * webhookSeconds * 1000)
}

async function findDueEndpoints(shop: Shop): Promise<EndpointRow[]> {
  const due = shop.db
    .select({ one: sql`1` })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.endpointId, webhookEndpoints.id), isOpen, isDue(shop), isFree(shop)))
  return shop.db
    .select()
    .from(webhookEndpoints)
    .where(and(webhookEndpoints.isOn, isNull(webhookEndpoints.removedAt), sql`exists ${due}`))
}

/**
 * Claims the next due delivery. Deliveries about the same subject are sent in order, so only the oldest of each subject can be
 * claimed.
 */
async function claimDelivery(shop: Shop, endpointId: string): Promise<DeliveryRow | null> {
  for (;;) {
    const found = await shop.db.transaction((tx) => findDelivery({ ...shop, db: tx }, endpointId))
    if (found !== 'all behind others') return found
  }
}

async function findDelivery(shop: Shop, endpointId: string): Promise<DeliveryRow | 'all behind others' | null> {
  const { db, clock, bounds } = shop
  const now = clock.now()
  const { rows: due } = await db.execute<{ id: string; behind: Date | null }>(sql`
    select d.id, (
      select earlier.next_at from webhook_deliveries earlier
      where earlier.endpoint_id = d.endpoint_id and earlier.subject = d.subject and earlier.state in ('waiting', 'failed')
        and earlier.id < d.id order by earlier.id limit 1) as behind
    from (
      select id, endpoint_id, subject from webhook_deliveries
      where endpoint_id = ${endpointId} and ${isOpen} and ${isDue(shop)} and ${isFree(shop)}
      order by next_at, id limit ${maxExamined} for update skip locked) d`)
  const free = due.find(({ behind }) => behind === null)
  for (const { id, behind } of due) {
    if (behind === null) continue
    // A waiting delivery is checked again after the next try of the delivery before it. If the earlier delivery
    // succeeds, the waiting delivery is checked immediately.
    const nextAt = new Date(Math.max(new Date(behind).getTime(), now.getTime() + 1_000))
    await db
      .update(webhookDeliveries)
      .set({ nextAt })
      .where(eq(webhookDeliveries.id, Number(id)))
  }
  if (!free) return due.length > 0 ? 'all behind others' : null
  // A try is counted when it starts, so that a delivery that crashes the process each time is given up eventually.
  const [claimed] = await db
    .update(webhookDeliveries)
    .set({ claimedUntil: findClaimEnd(now, bounds), tries: sql`${webhookDeliveries.tries} + 1`, triedAt: now })
    .where(eq(webhookDeliveries.id, Number(free.id)))
    .returning()
  return claimed ?? null
}

/** Returns the body of the request, which is the same for every try. */
export function writeWebhookBody({ id, type, subject, data, at }: EventRow): string {
  return JSON.stringify({ id, type, timestamp: at.toISOString(), subject, data })
}

async function deliver(shop: Shop, endpoint: EndpointRow, delivery: DeliveryRow): Promise<boolean> {
  const [event] = await shop.db.select().from(webhookEvents).where(eq(webhookEvents.id, delivery.eventId))
  // The event was removed, which happens a month after it was written.
  if (!event) return true
  const outcome = await post(shop, endpoint, event)
  const isDelivered = outcome.failure === null
  const isRecorded = await shop.db.transaction((tx) => record({ ...shop, db: tx }, delivery, outcome))
  if (!isRecorded) return isDelivered
  // A separate transaction, because an endpoint must be locked before its deliveries.
  await shop.db.transaction(async (tx) => {
    const { endpointId, tries } = delivery
    const inside = { ...shop, db: tx }
    const hasStateChanged = isDelivered
      ? await clearFailing(inside, endpointId)
      : await recordFailing(inside, endpointId)
    // A delivery that succeeds at the first try does not change the open page.
    if (hasStateChanged || !isDelivered || tries > 1 || event.type === testEventType) {
      await publish(tx, staffTopic, { about: `webhooks/${endpointId}` })
    }
  })
  return isDelivered
}

async function post(shop: Shop, endpoint: EndpointRow, event: EventRow): Promise<Outcome> {
  const { clock, bounds, sendOutside, log } = shop
  const startedAt = performance.now()
  const getElapsedMs = () => Math.round(performance.now() - startedAt)
  try {
    const body = writeWebhookBody(event)
    const signed = signWebhook({ id: event.id, at: clock.now(), body }, await decryptSecrets(shop, endpoint))
    const { status, answer } = await sendOutside.post(endpoint.url, {
      headers: { 'content-type': 'application/json', ...signed },
      body,
      maxMs: bounds.webhookSeconds * 1000,
      maxBytes: maxAnswerLength,
    })
    // Removes characters that PostgreSQL cannot store, and an incomplete character at the end.
    const kept = answer
      .replaceAll('\u0000', '')
      .replace(/\uFFFD+$/, '')
      .slice(0, maxAnswerLength)
    return { status, failure: formatStatus(status), answer: kept, tookMs: getElapsedMs() }
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    const isTheirs = error instanceof CannotFetch
    // A delivery that cannot be sent is retried and given up like any other delivery, and does not delay others.
    if (!isTheirs) log.error('a webhook could not be sent', { endpointId: endpoint.id, eventId: event.id, error })
    const failure = isTheirs ? error.message : 'could not be sent. See the server log.'
    return { status: null, failure, answer: '', tookMs: getElapsedMs() }
  }
}

function formatStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400
    ? `responded with status ${status}: redirects are not followed`
    : `responded with status ${status}`
}

/**
 * Records a result. Returns false if another process has taken over the delivery, or if the delivery was given up with
 * its endpoint.
 */
async function record(shop: Shop, delivery: DeliveryRow, outcome: Outcome): Promise<boolean> {
  const { db, clock, bounds } = shop
  const now = clock.now()
  const { id, endpointId, subject, tries, at, claimedUntil } = delivery
  const isDelivered = outcome.failure === null
  const next = isDelivered ? null : findNextTry(tries, { now, at, days: bounds.webhookDays })
  const state = isDelivered ? 'delivered' : next ? 'failed' : 'parked'
  const isOwnClaim = and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.claimedUntil, claimedUntil ?? now))
  const { rowCount } = await db
    .update(webhookDeliveries)
    .set({ ...outcome, state, claimedUntil: null, ...(next && { nextAt: next }) })
    .where(and(isOwnClaim, isOpen))
  if (!rowCount) return false
  if (!next) await scheduleFollowers(db, { endpointId, subject, now })
  return true
}

/** Makes the next delivery of the subject due. */
async function scheduleFollowers(
  db: Database,
  { endpointId, subject, now }: { endpointId: string; subject: string; now: Date },
) {
  const { endpointId: endpoint, subject: about, state, nextAt } = webhookDeliveries
  const isFollower = and(eq(endpoint, endpointId), eq(about, subject), eq(state, 'waiting'))
  await db
    .update(webhookDeliveries)
    .set({ nextAt: now })
    .where(and(isFollower, gt(nextAt, now)))
}

async function clearFailing({ db }: Shop, endpointId: string): Promise<boolean> {
  const { id, failingSince } = webhookEndpoints
  const ended = await db
    .update(webhookEndpoints)
    .set({ failingSince: null })
    .where(and(eq(id, endpointId), isNotNull(failingSince)))
  return (ended.rowCount ?? 0) > 0
}

/**
 * Records a failure. Returns true for the first failure, and once failures have lasted so long that the endpoint is
 * given up.
 */
async function recordFailing(shop: Shop, endpointId: string): Promise<boolean> {
  const { db, bounds, clock } = shop
  const now = clock.now()
  const { id, failingSince } = webhookEndpoints
  const startedAt = await db
    .update(webhookEndpoints)
    .set({ failingSince: now })
    .where(and(eq(id, endpointId), isNull(failingSince)))
  if (startedAt.rowCount) return true
  const [endpoint] = await db.select().from(webhookEndpoints).where(eq(id, endpointId))
  const since = endpoint?.failingSince?.getTime() ?? now.getTime()
  if (!endpoint?.isOn || now.getTime() - since < bounds.webhookOffDays * dayMs) return false
  await giveUpEndpoint(shop, endpoint)
  return true
}
