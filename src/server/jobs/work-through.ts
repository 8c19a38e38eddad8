import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { minuteMs } from '#contract/times/times.ts'
import { isDatabaseAway } from '../database/database-faults.ts'
import type { Shop } from '../shop.ts'
import { setbacks } from './setbacks.tables.ts'

type Id = AnyPgColumn | SQL
/** For the query of a timer: leaves out the rows that failed and whose next try has not come. */
type IsReady = (id: Id) => SQL

type Work<Row extends { id: string }> = {
  /** What is due, at most so many at once. */
  find: (isReady: IsReady, most: number) => Promise<Row[]>
  /** Does one of them, whole or not at all; false if there was nothing to do any more. */
  work: (row: Row) => Promise<unknown>
}

const batchSize = 50
// One row that fails is a bad row; so many in a row mean that something else is broken.
const mostInARow = 20

/**
 * Does what is due, one row at a time. A row that fails is logged and left out for a while, longer each time, and holds up
 * none of the others.
 */
export async function workThrough<Row extends { id: string }>(
  shop: Shop,
  timer: string,
  { find, work }: Work<Row>,
): Promise<number> {
  let done = 0
  let inARow = 0
  for (;;) {
    const rows = await find((id) => isReady(shop, timer, id), batchSize)
    let moved = 0
    for (const row of rows) {
      try {
        const isDone = (await work(row)) !== false
        inARow = 0
        if (!isDone) continue
        done++
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        await setBack(shop, timer, row.id, error)
        if (++inARow >= mostInARow) throw error
      }
      moved++
    }
    // Rows that nobody could touch are being worked on elsewhere.
    if (rows.length < batchSize || moved === 0) return done
  }
}

export type Removal = {
  table: PgTable
  id: Id
  due: SQL | undefined
  /** Rows of one statement. Rows with many dependent rows need a small number. */
  most?: number
}

/** Removes the due rows in batches, and one by one where a batch fails. Returns the number of removed rows. */
export async function removeRows(
  shop: Shop,
  timer: string,
  { table, id, due, most = 1_000 }: Removal,
): Promise<number> {
  let removed = 0
  for (;;) {
    const batch = sql`select ctid from ${table} where ${due} and ${isReady(shop, timer, id)} limit ${most}`
    try {
      const { rowCount } = await shop.db.transaction((tx) =>
        // Not every version of PostgreSQL checks the condition of `batch` again for a row that changed meanwhile.
        tx.execute(sql`delete from ${table} where ctid = any(array(${batch})) and ${due}`),
      )
      removed += rowCount ?? 0
      if ((rowCount ?? 0) < most) return removed
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      return removed + (await removeOneByOne(shop, timer, { table, id, due }))
    }
  }
}

function removeOneByOne(shop: Shop, timer: string, { table, id, due }: Removal): Promise<number> {
  return workThrough(shop, timer, {
    find: async (isReadyNow, most) => {
      const { rows } = await shop.db.execute<{ id: string }>(
        sql`select ${id} as id from ${table} where ${due} and ${isReadyNow(id)} limit ${most}`,
      )
      return rows
    },
    work: (row) =>
      shop.db.transaction((tx) => tx.execute(sql`delete from ${table} where ${id} = ${row.id} and ${due}`)),
  })
}

function isReady({ clock, bounds }: Shop, timer: string, id: Id): SQL {
  const now = clock.now()
  // Nothing waits longer than this: a try that seems to was set by a clock that was ahead.
  const latest = new Date(now.getTime() + bounds.setbackMinutes * minuteMs)
  return sql`not exists (select from ${setbacks} where ${setbacks.timer} = ${timer} and ${setbacks.rowId} = ${id}
    and ${setbacks.nextTryAt} > ${now} and ${setbacks.nextTryAt} <= ${latest})`
}

async function setBack(shop: Shop, timer: string, rowId: string, error: unknown): Promise<void> {
  const { db, clock, bounds, log, metrics } = shop
  log.error('a timer failed at a row', { timer, rowId, error })
  metrics.setbacks.add({ timer })
  const now = clock.now()
  const next = (tries: SQL | number) =>
    sql`${now}::timestamptz + least(${bounds.setbackMinutes}, power(2, least(${tries}, 30) - 1)) * interval '1 minute'`
  await db
    .insert(setbacks)
    .values({ timer, rowId, lastError: nameReason(error), nextTryAt: sql`${next(1)}` })
    .onConflictDoUpdate({
      target: [setbacks.timer, setbacks.rowId],
      set: {
        tries: sql`${setbacks.tries} + 1`,
        lastError: sql`excluded.last_error`,
        nextTryAt: next(sql`${setbacks.tries} + 1`),
      },
    })
}

/** The innermost reason: what stands around it repeats the query and its values. */
function nameReason(error: unknown): string {
  let reason = error
  while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause
  return (reason instanceof Error ? reason.message : String(reason)).slice(0, 300)
}
