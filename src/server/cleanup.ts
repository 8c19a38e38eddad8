import { lte } from 'drizzle-orm'
import { idempotencyKeys } from './idempotency.tables.ts'
import { rateLimits } from './limits.tables.ts'
import type { Shop } from './shop.ts'

/** Throws away counted tries and kept answers whose time is over. */
export async function removeOldTraces({ db, clock }: Shop): Promise<number> {
  const now = clock.now()
  const limits = await db.delete(rateLimits).where(lte(rateLimits.resetAt, now))
  const keys = await db.delete(idempotencyKeys).where(lte(idempotencyKeys.expiresAt, now))
  return (limits.rowCount ?? 0) + (keys.rowCount ?? 0)
}
