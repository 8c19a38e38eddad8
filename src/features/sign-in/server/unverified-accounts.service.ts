import { and, isNull, lt, sql } from 'drizzle-orm'
import { dayMs } from '#contract/times/times.ts'
import { removeRows } from '#server/jobs/process-in-batches.ts'
import type { Shop } from '#server/shop.ts'
import { customers, sessions } from './sign-in.tables.ts'

/**
 * Removes old accounts with an unverified address and without a session. Keeps an account if an order, a ticket, a chat
 * or a row of any other feature refers to it.
 */
export async function removeUnprovedAccounts(shop: Shop): Promise<number> {
  const { db, clock, bounds } = shop
  const now = clock.now()
  const { rows } = await db.execute<{ table_name: string; column_name: string }>(sql`
    select c.conrelid::regclass::text as table_name, a.attname as column_name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'customers'::regclass and c.confdeltype in ('a', 'r')`)
  const isFree = rows.map(
    ({ table_name, column_name }) =>
      sql`not exists (select from ${sql.identifier(table_name)} held where held.${sql.identifier(column_name)} = ${customers.id})`,
  )
  const hasSession = sql`exists (select from ${sessions} where ${sessions.customerId} = ${customers.id} and ${sessions.revokedAt} is null and ${sessions.expiresAt} > ${now})`
  const isOld = lt(customers.createdAt, new Date(now.getTime() - bounds.unprovedAccountDays * dayMs))
  const due = and(isNull(customers.emailConfirmedAt), isOld, sql`not ${hasSession}`, ...isFree)
  return removeRows(shop, 'removeUnprovedAccounts', { table: customers, id: customers.id, due })
}
