import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { minuteMs } from '#contract/times/times.ts'
import { isDatabaseUnavailable } from '../database/database-faults.ts'
import type { Shop } from '../shop.ts'
import { jobFailures } from './job-failures.tables.ts'

type Id = AnyPgColumn | SQL
/** A condition for a timer's query that skips failed rows until their next try. */
type IsReady = (id: Id) => SQL

type BatchWork<Row extends { id: string }> = {
  /** Returns up to `maxRows` due rows. */
  find: (isReady: IsReady, maxRows: number) => Promise<Row[]>
  /** Processes one row completely or not at all. Returns false if there was nothing left to do. */
  work: (row: Row) => Promise<unknown>
}

const batchSize = 50
// A single failing row is a bad row. Twenty failures in a row mean that something else is broken.
const maxFailuresInARow = 20

/**
 * Processes due rows one by one. A failing row is logged and skipped for a growing time, and does not block other rows.
 */
export async function processInBatches<Row extends { id: string }>(
  shop: Shop,
  timer: string,
  { find, work }: BatchWork<Row>,
): Promise<number> {
  let done = 0
  let failuresInARow = 0
  for (;;) {
    const rows = await find((id) => isReady(shop, timer, id), batchSize)
    let handled = 0
    for (const row of rows) {
      try {
        const isDone = (await work(row)) !== false
        failuresInARow = 0
        if (!isDone) continue
        done++
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error
        await recordFailure(shop, timer, row.id, error)
        if (++failuresInARow >= maxFailuresInARow) throw error
      }
      handled++
    }
    // Rows that could not be locked are being processed by another instance.
    if (rows.length < batchSize || handled === 0) return done
  }
}

export type Removal = {
  table: PgTable
  id: Id
  due: SQL | undefined
  /** The number of rows per statement. Rows with many dependent rows need a small number. */
  maxRows?: number
}

/** Removes due rows in batches, or one by one if a batch fails. Returns the number of removed rows. */
export async function removeRows(
  shop: Shop,
  timer: string,
  { table, id, due, maxRows = 1_000 }: Removal,
): Promise<number> {
  let removed = 0
  for (;;) {
    const batch = sql`select ctid from ${table} where ${due} and ${isReady(shop, timer, id)} limit ${maxRows}`
    try {
      const { rowCount } = await shop.db.transaction((tx) =>
        // Some versions of PostgreSQL do not check the condition of `batch` again for a row that changed meanwhile.
        tx.execute(sql`delete from ${table} where ctid = any(array(${batch})) and ${due}`),
      )
      removed += rowCount ?? 0
      if ((rowCount ?? 0) < maxRows) return removed
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      return removed + (await removeOneByOne(shop, timer, { table, id, due }))
    }
  }
}

function removeOneByOne(shop: Shop, timer: string, { table, id, due }: Removal): Promise<number> {
  return processInBatches(shop, timer, {
    find: async (isReadyNow, maxRows) => {
      const { rows } = await shop.db.execute<{ id: string }>(
        sql`select ${id} as id from ${table} where ${due} and ${isReadyNow(id)} limit ${maxRows}`,
      )
      return rows
    },
    work: (row) =>
      shop.db.transaction((tx) => tx.execute(sql`delete from ${table} where ${id} = ${row.id} and ${due}`)),
  })
}

function isReady({ clock, bounds }: Shop, timer: string, id: Id): SQL {
  const now = clock.now()
  // The longest possible wait. A later next try was set by a clock that ran ahead.
  const latest = new Date(now.getTime() + bounds.setbackMinutes * minuteMs)
  return sql`not exists (select from ${jobFailures} where ${jobFailures.timer} = ${timer} and ${jobFailures.rowId} = ${id}
    and ${jobFailures.nextTryAt} > ${now} and ${jobFailures.nextTryAt} <= ${latest})`
}

async function recordFailure(shop: Shop, timer: string, rowId: string, error: unknown): Promise<void> {
  const { db, clock, bounds, log, metrics } = shop
  log.error('a timer failed for one row', { timer, rowId, error })
  metrics.jobFailures.add({ timer })
  const now = clock.now()
  const next = (tries: SQL | number) =>
    sql`${now}::timestamptz + least(${bounds.setbackMinutes}, power(2, least(${tries}, 30) - 1)) * interval '1 minute'`
  await db
    .insert(jobFailures)
    .values({ timer, rowId, lastError: findInnermostMessage(error), nextTryAt: sql`${next(1)}` })
    .onConflictDoUpdate({
      target: [jobFailures.timer, jobFailures.rowId],
      set: {
        tries: sql`${jobFailures.tries} + 1`,
        lastError: sql`excluded.last_error`,
        nextTryAt: next(sql`${jobFailures.tries} + 1`),
      },
    })
}

/** Returns the innermost message. Outer messages repeat the query and its values. */
function findInnermostMessage(error: unknown): string {
  let reason = error
  while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause
  return (reason instanceof Error ? reason.message : String(reason)).slice(0, 300)
}
