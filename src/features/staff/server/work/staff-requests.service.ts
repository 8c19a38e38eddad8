import { and, asc, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { allowsScope, type Scope } from '#contract/calls/scopes.ts'
import { type StaffPage, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import { dayMs } from '#contract/times/times.ts'
import { type listRequests, maxRequests, type StaffRequest } from '#features/staff/requests.staff.contract.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { refuse } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import { staffTopic } from '#server/http/staff/staff-writes.ts'
import { publish } from '#server/live/live.ts'
import type { Shop } from '#server/shop.ts'
import { readOwnMember } from '../people/me.service.ts'
import { staffMembers, staffRoles } from '../staff.tables.ts'
import { staffRequests } from './staff-requests.tables.ts'

type RequestRow = typeof staffRequests.$inferSelect
type Kind = RequestRow['kind']
type DecidingMember = Pick<StaffActor, 'kind' | 'id' | 'scopes' | 'refundLimit'>

/** One week: enough time for a colleague to come back from vacation. */
const openMs = 7 * dayMs

/** Scope that is needed to create a request of each kind, and to approve it. */
export const requestScopes: Record<Kind, Scope> = { erase: 'customers:erase', refund: 'refunds:write' }

type RequestInput = {
  kind: Kind
  about: string
  input?: Record<string, unknown>
  amount?: { amount: number; currency: string; homeAmount: number }
}

/**
 * Creates a request that a second person must approve. A repeated request is stored once. After a request has expired,
 * the same request can be made again.
 */
export async function requestApproval(
  shop: Shop,
  actor: StaffActor,
  requestInput: RequestInput,
): Promise<StaffRequest> {
  const { kind, about, input = {}, amount } = requestInput
  const now = shop.clock.now()
  const { id: askedBy } = await readOwnMember(shop, actor)
  return shop.db.transaction(async (tx) => {
    // Concurrent requests wait here, so that they cannot exceed the limit.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('staff_requests', 0))`)
    const isExpired = and(eq(staffRequests.kind, kind), eq(staffRequests.about, about), isNull(staffRequests.decidedAt))
    await tx.delete(staffRequests).where(and(isExpired, sql`${staffRequests.expiresAt} <= ${now}`))
    if ((await tx.$count(staffRequests, isOpen(now))) >= maxRequests) throw refuse('too_many_there')
    await tx
      .insert(staffRequests)
      .values({
        id: newId(),
        kind,
        about,
        input,
        amount: amount?.amount ?? null,
        currency: amount?.currency ?? null,
        homeAmount: amount?.homeAmount ?? null,
        askedBy,
        askedAt: now,
        expiresAt: new Date(now.getTime() + openMs),
      })
      .onConflictDoNothing()
    const [row] = await selectRequests(
      tx,
      and(isOpen(now), eq(staffRequests.kind, kind), eq(staffRequests.about, about)),
    )
    if (!row) throw new Error(`The request about ${about} was not written`)
    if (row.request.askedBy !== askedBy) {
      throw refuse('exists_already', { message: `${row.name} has already requested this.` })
    }
    return toStaffRequest(row, actor)
  })
}

const isOpen = (now: Date) => and(isNull(staffRequests.decidedAt), gt(staffRequests.expiresAt, now))

/**
 * Approves an open request of another member. The approval is part of the transaction of the requested action. The
 * actor's own request is refused.
 */
export async function approveRequest(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  { id: decidedBy }: Pick<StaffActor, 'id'>,
  { kind, about, id }: { kind: Kind; about: string; id?: string | undefined },
): Promise<RequestRow | null> {
  const now = clock.now()
  const [approved] = await db
    .update(staffRequests)
    .set({ decidedBy, decidedAt: now, isGranted: true })
    .where(
      and(
        isOpen(now),
        eq(staffRequests.kind, kind),
        eq(staffRequests.about, about),
        ne(staffRequests.askedBy, decidedBy),
        id === undefined ? undefined : eq(staffRequests.id, id),
      ),
    )
    .returning()
  return approved ?? null
}

/** Returns whether another member could approve. If there is no such member, no second person is needed. */
export async function hasSecondPerson(db: Database, actor: Pick<StaffActor, 'id'>, scope: Scope): Promise<boolean> {
  const others = await db
    .select({ id: staffMembers.id })
    .from(staffMembers)
    .innerJoin(staffRoles, eq(staffRoles.id, staffMembers.roleId))
    .where(
      and(
        ne(staffMembers.id, actor.id),
        isNull(staffMembers.disabledAt),
        or(eq(staffRoles.isOwner, true), sql`${scope} = any(${staffRoles.scopes})`),
      ),
    )
    .limit(1)
  return others.length > 0
}

/** Lists the actor's own requests and the requests that the actor may decide, the oldest first. */
export async function readRequests(
  { db, clock }: Shop,
  actor: StaffActor,
  { limit, about }: StaffParsed<typeof listRequests>,
): Promise<StaffPage<StaffRequest>> {
  const isVisibleToActor = or(eq(staffRequests.askedBy, actor.id), mayDecide(actor))
  const isWanted = and(isOpen(clock.now()), isVisibleToActor, about ? eq(staffRequests.about, about) : undefined)
  const rows = await selectRequests(db, isWanted, limit)
  const total = await db.$count(staffRequests, isWanted)
  return { data: rows.map((row) => toStaffRequest(row, actor)), next: null, total }
}

/** Returns the condition for the requests that this member can decide, for counting. */
export function waitsForDecision(actor: DecidingMember, kind: Kind, now: Date): SQL {
  return and(isOpen(now), eq(staffRequests.kind, kind), mayDecide(actor)) ?? sql`false`
}

/** Returns the SQL condition for the same requests as `canDecide`. */
function mayDecide(actor: DecidingMember): SQL {
  const { id, scopes, refundLimit } = actor
  const isWithin = refundLimit === null ? sql`true` : sql`coalesce(${staffRequests.homeAmount}, 0) <= ${refundLimit}`
  const kinds = Object.entries(requestScopes).filter(([, scope]) => allowsScope(scopes, scope))
  const isTheirs = kinds.map(([kind]) => sql`${staffRequests.kind} = ${kind}`)
  if (actor.kind !== 'member' || isTheirs.length === 0) return sql`false`
  return sql`(${staffRequests.askedBy} <> ${id} and (${sql.join(isTheirs, sql` or `)}) and ${isWithin})`
}

function canDecide({ kind, askedBy, homeAmount }: RequestRow, actor: DecidingMember): boolean {
  const isWithin = actor.refundLimit === null || (homeAmount ?? 0) <= actor.refundLimit
  return actor.kind === 'member' && askedBy !== actor.id && allowsScope(actor.scopes, requestScopes[kind]) && isWithin
}

/**
 * Rejects a request of another member, or withdraws the actor's own request. A second call changes nothing, and an
 * approved request stays approved.
 */
export async function refuseRequest({ db, clock }: Shop, actor: StaffActor, id: string): Promise<StaffRequest> {
  const now = clock.now()
  const [row] = await selectRequests(db, eq(staffRequests.id, id))
  const isTheirs = row && (row.request.askedBy === actor.id || canDecide(row.request, actor))
  if (!row || !isTheirs) throw refuse('not_found')
  const [ended] = await db
    .update(staffRequests)
    .set({ decidedBy: actor.id, decidedAt: now, isGranted: false })
    .where(and(eq(staffRequests.id, id), isNull(staffRequests.decidedAt)))
    .returning()
  if (!ended && row.request.isGranted) throw refuse('request_over')
  // Pages of the resource show the request too, so they are notified.
  await publish(db, staffTopic, { about: row.request.about })
  return toStaffRequest(row, actor)
}

/** Deletes requests about resources of an erased customer. */
export async function deleteRequests(tx: Database, abouts: string[]): Promise<void> {
  await tx.delete(staffRequests).where(inArray(staffRequests.about, abouts))
}

/** Returns the fields of a request for the audit log, without text that may contain personal data. */
export const toRequestAuditView = ({ id, kind, about, amount }: StaffRequest) => ({ id, kind, about, amount })

type RequestWithName = { request: RequestRow; name: string }

function selectRequests(db: Database, which: SQL | undefined, limit = 1): Promise<RequestWithName[]> {
  return db
    .select({ request: staffRequests, name: staffMembers.name })
    .from(staffRequests)
    .innerJoin(staffMembers, eq(staffMembers.id, staffRequests.askedBy))
    .where(which)
    .orderBy(asc(staffRequests.askedAt), asc(staffRequests.id))
    .limit(limit)
}

function toStaffRequest({ request, name }: RequestWithName, actor: DecidingMember): StaffRequest {
  const { id, kind, about, input, amount, currency, askedBy, askedAt, expiresAt } = request
  return {
    id,
    kind,
    about,
    asked_by: { id: askedBy, name },
    asked_at: toStaffTime(askedAt),
    expires_at: toStaffTime(expiresAt),
    amount: amount === null || currency === null ? null : { amount, currency },
    input,
    is_own: askedBy === actor.id,
    may_decide: canDecide(request, actor),
  }
}
