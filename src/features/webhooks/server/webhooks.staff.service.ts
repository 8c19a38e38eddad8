import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import { type StaffPage, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import { hourMs } from '#contract/times/times.ts'
import { newId } from '#server/database/ids.ts'
import { maxCounted } from '#server/http/cursors.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import { CannotFetch } from '#server/outside/fetch-outside.ts'
import { isLoopback } from '#server/outside/send-outside.ts'
import type { Shop } from '#server/shop.ts'
import { findMissingScope, normalizeEvents, previousSecretMs, readWebhookState } from '../webhooks.rules.ts'
import type { changeWebhook, createWebhook, NewWebhook, Webhook } from '../webhooks.staff.contract.ts'
import { parkOpenDeliveries } from './park-deliveries.service.ts'
import { sealSecret } from './webhook-secrets.service.ts'
import { newWebhookSecret } from './webhook-signature.ts'
import { webhookDeliveries, webhookEndpoints } from './webhooks.tables.ts'

type EndpointRow = typeof webhookEndpoints.$inferSelect
type EndpointWithCounts = { endpoint: EndpointRow; recent: number; failed: number }

const isThere = isNull(webhookEndpoints.removedAt)

function select({ db, clock }: Pick<Shop, 'db' | 'clock'>) {
  const since = new Date(clock.now().getTime() - 24 * hourMs)
  const isOfEndpoint = eq(webhookDeliveries.endpointId, webhookEndpoints.id)
  // Counts only up to a limit, so that many deliveries do not slow the page down.
  const max = sql`limit ${maxCounted}`
  const countUpTo = (condition: ReturnType<typeof sql>) =>
    sql<number>`(select count(*)::int from (select 1 from ${webhookDeliveries} where ${isOfEndpoint} and ${condition} ${max}) counted)`
  return db
    .select({
      endpoint: webhookEndpoints,
      recent: countUpTo(sql`${webhookDeliveries.at} > ${since}`),
      failed: countUpTo(sql`${webhookDeliveries.state} in ('failed', 'parked')`),
    })
    .from(webhookEndpoints)
}

/** Lists all webhooks on one page, since their number is limited. */
export async function readWebhooks(shop: Shop): Promise<StaffPage<Webhook>> {
  const rows = await select(shop).where(isThere).orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
  return { data: rows.map((row) => toWebhook(row, shop.clock.now())), next: null, total: rows.length }
}

export async function readWebhook(shop: Pick<Shop, 'db' | 'clock'>, id: string): Promise<Webhook> {
  const [found] = await select(shop).where(and(eq(webhookEndpoints.id, id), isThere))
  if (!found) throw refuse('not_found')
  return toWebhook(found, shop.clock.now())
}

function toWebhook({ endpoint, recent, failed }: EndpointWithCounts, now: Date): Webhook {
  const { id, url, events, description, isOn, failingSince, offSince, isGivenUp, previousUntil } = endpoint
  return {
    id,
    url,
    events,
    description,
    is_on: isOn,
    state: readWebhookState({ isOn, failingSince }),
    failing_since: failingSince && toStaffTime(failingSince),
    off_since: offSince && toStaffTime(offSince),
    is_given_up: isGivenUp,
    previous_secret_until: previousUntil && previousUntil > now ? toStaffTime(previousUntil) : null,
    recent,
    failed,
    created_by: endpoint.createdBy,
    created_at: toStaffTime(endpoint.createdAt),
    possible: isOn ? ['test', ...(failed > 0 ? (['retry_failed'] as const) : [])] : [],
  }
}

/** Locks an endpoint for the rest of the transaction and returns it. */
export async function lockEndpoint({ db }: Pick<Shop, 'db'>, id: string): Promise<EndpointRow> {
  const [found] = await db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), isThere))
    .for('no key update')
  if (!found) throw refuse('not_found')
  return found
}

function checkUrl({ sendOutside }: Shop, url: string): void {
  try {
    sendOutside.check(url)
  } catch (error) {
    if (!(error instanceof CannotFetch)) throw error
    const hint = isLoopback(url) ? '. To try webhooks on this machine, start the shop with WEBHOOKS_LOOPBACK=true' : ''
    throw refuseFields({ url: [`This address ${error.message}${hint}`] })
  }
}

/** Throws if the actor may not read the data of the events, which the endpoint receives. */
function checkScopes({ scopes }: Pick<StaffActor, 'scopes'>, events: readonly string[]): void {
  const missing = findMissingScope(scopes, events)
  if (missing) throw refuse('not_allowed', { message: `These events need the scope ${missing}.` })
}

/** Creates an endpoint. The secret is returned once and stored sealed. */
export async function createEndpoint(
  shop: Shop,
  actor: StaffActor,
  { url, events, description }: StaffParsed<typeof createWebhook>,
): Promise<NewWebhook> {
  const { db, clock, bounds } = shop
  checkScopes(actor, events)
  checkUrl(shop, url)
  // The lock makes simultaneous requests wait, so that the limit holds.
  await db.execute(sql`lock table ${webhookEndpoints} in share row exclusive mode`)
  const [there] = await db.select({ rows: count() }).from(webhookEndpoints).where(isThere)
  if ((there?.rows ?? 0) >= bounds.webhookEndpoints) throw refuse('too_many_there')
  const id = newId()
  const secret = newWebhookSecret()
  await db.insert(webhookEndpoints).values({
    id,
    url,
    events: normalizeEvents(events),
    description,
    sealedSecret: await sealSecret(shop, secret),
    createdBy: actor.name,
    createdAt: clock.now(),
  })
  return { ...(await readWebhook(shop, id)), secret }
}

/**
 * Changes an endpoint. Switching it off or changing its description sends no data, so these changes need no read scope.
 */
export async function changeEndpoint(
  shop: Shop,
  actor: Pick<StaffActor, 'scopes'>,
  changes: StaffParsed<typeof changeWebhook>,
): Promise<Webhook> {
  const { db, clock } = shop
  const { id, url, events, description, is_on: isOn } = changes
  const before = await lockEndpoint(shop, id)
  if (url !== undefined || events || isOn) checkScopes(actor, events ?? before.events)
  if (url !== undefined) checkUrl(shop, url)
  const isSwitched = isOn !== undefined && isOn !== before.isOn
  // A new address, or switching the endpoint on again, resets the earlier failures.
  const isFresh = (url !== undefined && url !== before.url) || (isSwitched && isOn)
  await db
    .update(webhookEndpoints)
    .set({
      url: url ?? before.url,
      events: events ? normalizeEvents(events) : before.events,
      description: description ?? before.description,
      ...(isSwitched && { isOn, offSince: isOn ? null : clock.now(), isGivenUp: false }),
      ...(isFresh && { failingSince: null }),
    })
    .where(eq(webhookEndpoints.id, id))
  if (isSwitched && !isOn) await parkOpenDeliveries(db, id)
  return readWebhook(shop, id)
}

/** Removes an endpoint. Its deliveries may be many, so a timer removes them. */
export async function removeEndpoint(shop: Shop, id: string): Promise<void> {
  const { isOn, offSince } = await lockEndpoint(shop, id)
  const now = shop.clock.now()
  await shop.db
    .update(webhookEndpoints)
    .set({ removedAt: now, isOn: false, offSince: isOn ? now : offSince })
    .where(eq(webhookEndpoints.id, id))
}

/** Rotates the secret. At most two secrets are valid, so adding a third secret ends the first. */
export async function rotateSecret(shop: Shop, id: string): Promise<NewWebhook> {
  const { sealedSecret } = await lockEndpoint(shop, id)
  const secret = newWebhookSecret()
  await shop.db
    .update(webhookEndpoints)
    .set({
      sealedSecret: await sealSecret(shop, secret),
      sealedPrevious: sealedSecret,
      previousUntil: new Date(shop.clock.now().getTime() + previousSecretMs),
    })
    .where(eq(webhookEndpoints.id, id))
  return { ...(await readWebhook(shop, id)), secret }
}
