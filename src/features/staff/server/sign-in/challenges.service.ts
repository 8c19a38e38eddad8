import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { codeTries, stepMs } from '#features/staff/staff.rules.ts'
import { newToken } from '#server/database/ids.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import { hashSecret } from '../people/staff-actor.service.ts'
import { staffChallenges } from '../staff-access.tables.ts'

type Kind = (typeof staffChallenges.$inferSelect)['kind']
type Challenge = typeof staffChallenges.$inferSelect
type About = { memberId?: string | null; challenge?: string }

const cookieOf = (kind: Kind) => `staff_${kind.replace('-', '_')}`

/** Stores a challenge of this browser for some minutes. */
export async function saveChallenge(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  request: VisitorRequest,
  kind: Kind,
  { memberId = null, challenge = '' }: About,
): Promise<void> {
  const token = newToken()
  const expiresAt = new Date(clock.now().getTime() + stepMs)
  await db.insert(staffChallenges).values({ tokenHash: hashSecret(token), kind, memberId, challenge, expiresAt })
  request.setCookie(cookieOf(kind), token, expiresAt, { httpOnly: true, sameSite: 'Strict' })
}

const isOpen = ({ clock }: Pick<Shop, 'clock'>, request: VisitorRequest, kind: Kind) =>
  and(
    eq(staffChallenges.tokenHash, hashSecret(request.cookie(cookieOf(kind)) ?? '')),
    eq(staffChallenges.kind, kind),
    gt(staffChallenges.expiresAt, clock.now()),
  )

/** Uses up a challenge. The challenge cannot be used again, even if the sign-in fails. */
export async function consumeChallenge(
  shop: Pick<Shop, 'db' | 'clock'>,
  request: VisitorRequest,
  kind: Kind,
): Promise<Challenge | null> {
  const [taken] = await shop.db
    .delete(staffChallenges)
    .where(isOpen(shop, request, kind))
    .returning()
  request.setCookie(cookieOf(kind), '', new Date(0), { httpOnly: true, sameSite: 'Strict' })
  return taken ?? null
}

/** Counts a try of a challenge, and keeps the challenge while tries are left. */
export async function countChallengeAttempt(
  shop: Pick<Shop, 'db' | 'clock'>,
  request: VisitorRequest,
  kind: Kind,
): Promise<Challenge | null> {
  const [tried] = await shop.db
    .update(staffChallenges)
    .set({ tries: sql`${staffChallenges.tries} + 1` })
    .where(and(isOpen(shop, request, kind), lt(staffChallenges.tries, codeTries)))
    .returning()
  return tried ?? null
}
