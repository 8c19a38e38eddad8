import { and, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { idempotencyKeys } from '../http/idempotency.tables.ts'
import { rateLimits } from '../http/limits/limits.tables.ts'
import { jobFailures } from '../jobs/job-failures.tables.ts'
import type { Database } from './database.ts'

/**
 * Erases the traces of a customer that the server keeps for a day or until a job is done. Stored responses that name
 * the person or the person's records are removed. The idempotency key stays, so a repeated request still does nothing.
 * Each table is read completely, because it holds only one day of requests and erasures are rare.
 */
export async function eraseTraces(tx: Database, { email, names }: { email: string; names: string[] }): Promise<void> {
  const containsAny = (column: AnyPgColumn, words: string[]): SQL =>
    sql`exists (select from unnest(${sql.param(words)}::text[]) as word where position(word in ${column}) > 0)`
  await tx
    .update(idempotencyKeys)
    .set({ responseBody: null })
    .where(and(isNotNull(idempotencyKeys.responseBody), containsAny(idempotencyKeys.responseBody, [email, ...names])))
  await tx.delete(rateLimits).where(containsAny(rateLimits.key, [email]))
  await tx.delete(jobFailures).where(containsAny(jobFailures.lastError, [email]))
}
