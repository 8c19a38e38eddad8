import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { dayMs } from '#contract/times.ts'
import type { Shop } from '#server/shop.ts'
import { customers, sessions } from './sign-in.tables.ts'

/**
 * Forgets accounts whose address nobody proved and in which nobody is signed in. An order, a ticket or a chat of theirs holds
 * on to them: whatever refers to an account, the database does not let it go.
 */
export async function removeUnprovedAccounts({ db, clock, bounds }: Shop): Promise<number> {
  const now = clock.now()
  const oldest = new Date(now.getTime() - bounds.unprovedAccountDays * dayMs)
  const hasSession = sql`exists (select from ${sessions} where ${sessions.customerId} = ${customers.id} and ${sessions.revokedAt} is null and ${sessions.expiresAt} > ${now})`
  let removed = 0
  let last = ''
  for (let round = 0; round < bounds.pruneRounds; round++) {
    const found = await db
      .select({ id: customers.id })
      .from(customers)
      .where(
        and(
          isNull(customers.emailConfirmedAt),
          lt(customers.createdAt, oldest),
          gt(customers.id, last),
          sql`not ${hasSession}`,
        ),
      )
      .orderBy(asc(customers.id))
      .limit(bounds.pruneBatch)
    for (const { id } of found) {
      const gone = await db
        .delete(customers)
        .where(and(eq(customers.id, id), isNull(customers.emailConfirmedAt)))
        .then(
          ({ rowCount }) => rowCount ?? 0,
          (error: unknown) => {
            if (isHeldBack(error)) return 0
            throw error
          },
        )
      removed += gone
    }
    last = found.at(-1)?.id ?? ''
    if (found.length < bounds.pruneBatch) break
  }
  return removed
}

function isHeldBack(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === '23503'
}
