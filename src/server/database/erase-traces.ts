import { and, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { idempotencyKeys } from '../http/idempotency.tables.ts'
import { rateLimits } from '../http/limits.tables.ts'
import { setbacks } from '../jobs/setbacks.tables.ts'
import type { Database } from './database.ts'

/**
 * Somebody is forgotten: what this server keeps for a day or until it has worked. Kept answers go where they name the person or
 * something of theirs; that the request was done stays known, so its repetition still does nothing. Each table is read whole:
 * it holds a day of requests, and people are seldom forgotten.
 */
export async function eraseTraces(tx: Database, { email, names }: { email: string; names: string[] }): Promise<void> {
  const saysOne = (column: AnyPgColumn, words: string[]): SQL =>
    sql`exists (select from unnest(${sql.param(words)}::text[]) as word where position(word in ${column}) > 0)`
  await tx
    .update(idempotencyKeys)
    .set({ responseBody: null })
    .where(and(isNotNull(idempotencyKeys.responseBody), saysOne(idempotencyKeys.responseBody, [email, ...names])))
  await tx.delete(rateLimits).where(saysOne(rateLimits.key, [email]))
  await tx.delete(setbacks).where(saysOne(setbacks.lastError, [email]))
}
