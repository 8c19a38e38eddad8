import { hash } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import { dayMs } from '#contract/times/times.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { newId, newToken } from '#server/database/ids.ts'
import { prepareOnce } from '#server/database/prepare-once.ts'
import type { Visitor } from '#server/http/http.ts'
import { readBounds } from '#server/http/limits/bounds.ts'
import { publish, sessionsTopic } from '#server/live/live.ts'
import type { Shop } from '#server/shop.ts'
import { sessionDays } from '../sign-in.rules.ts'
import { customers, sessions } from './sign-in.tables.ts'

/** Hashes a token. Session tokens and the tokens of mailed links are stored only as hashes. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}

/**
 * Returns the first part of a query. This part selects one row for the session, or no row for an invalid token. A query
 * that joins this part saves a round trip. The parameters come from `readTokenFacts`.
 */
export function selectActor(db: Database) {
  return db.$with('asker').as(
    db
      .select({ customerId: sessions.customerId, sessionId: sessions.id, isVerified: sessions.isVerified })
      .from(sessions)
      .where(
        and(
          eq(sessions.tokenHash, sql.placeholder('tokenHash')),
          isNull(sessions.revokedAt),
          gt(sessions.expiresAt, sql.placeholder('now')),
        ),
      ),
  )
}

const ofSession = prepareOnce((db) => {
  const actor = selectActor(db)
  return db
    .with(actor)
    .select({
      customerId: actor.customerId,
      email: customers.email,
      sessionId: actor.sessionId,
      isVerified: actor.isVerified,
    })
    .from(actor)
    .innerJoin(customers, eq(customers.id, actor.customerId))
    .prepare('customer_of_session')
})

export function readTokenFacts(token: string, { clock }: Pick<Shop, 'clock'>): { tokenHash: string; now: Date } {
  return { tokenHash: hashToken(token), now: clock.now() }
}

export async function findCustomer(shop: Pick<Shop, 'db' | 'clock'>, token: string | null): Promise<Visitor> {
  if (!token) return { customerId: null }
  const [found] = await ofSession(shop.db).execute(readTokenFacts(token, shop))
  return found ?? { customerId: null }
}

/**
 * Opens a session. If the address is already verified, the session belongs to the owner of the address. An earlier
 * session belongs to the owner only once the address is verified in that session.
 */
export async function openSession(
  db: Database,
  clock: Clock,
  customerId: string,
  max = readBounds().sessionsPerCustomer,
): Promise<{ token: string; expiresAt: Date }> {
  const id = newId()
  const token = newToken()
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + sessionDays * dayMs)
  const isVerified = sql`(select ${customers.emailConfirmedAt} is not null from ${customers} where ${customers.id} = ${customerId})`
  await db.insert(sessions).values({ id, customerId, tokenHash: hashToken(token), isVerified, createdAt, expiresAt })
  const surplusSessions = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.customerId, customerId), ne(sessions.id, id)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .offset(max - 1)
  await db.delete(sessions).where(and(eq(sessions.customerId, customerId), inArray(sessions.id, surplusSessions)))
  return { token, expiresAt }
}

/** Ends one session. The same commit notifies the session's open subscriptions in every instance. */
export async function endSession({ db, clock }: Pick<Shop, 'db' | 'clock'>, sessionId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .update(sessions)
      .set({ revokedAt: clock.now() })
      .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
      .returning({ customerId: sessions.customerId })
    if (ended) await publish(tx, sessionsTopic(ended.customerId))
  })
}

/** Ends all sessions of a customer, or all except for the session that was just verified. */
export async function endAllSessions(
  db: Database,
  clock: Clock,
  customerId: string,
  exceptId?: string | undefined,
): Promise<void> {
  const isOther = exceptId === undefined ? undefined : ne(sessions.id, exceptId)
  await db.transaction(async (tx) => {
    await tx
      .update(sessions)
      .set({ revokedAt: clock.now() })
      .where(and(eq(sessions.customerId, customerId), isNull(sessions.revokedAt), isOther))
    await publish(tx, sessionsTopic(customerId))
  })
}

/** Marks a session as the owner's after the address was verified in this session. */
export async function markSessionVerified(db: Database, sessionId: string): Promise<void> {
  await db.update(sessions).set({ isVerified: true }).where(eq(sessions.id, sessionId))
}
