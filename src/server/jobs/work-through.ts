import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { minuteMs } from '#contract/times/times.ts'
import { isDatabaseAway } from '../database/database-faults.ts'
import type { Shop } from '../shop.ts'
import { setbacks } from './setbacks.tables.ts'

type Id = AnyPgColumn | SQL
/** A condition for a timer's query that skips failed rows until their next try. */
type IsReady = (id: Id) => SQL

type Work<Row extends { id: string }> = {
  /** Returns up to `most` due rows. */
  find: (isReady: IsReady, most: number) => Promise<Row[]>
  /** Processes one row completely or not at all. Returns false if there was nothing left to do. */
  work: (row: Row) => Promise<unknown>
}

const batchSize = 50
// A single failing row is a bad row. Twenty in a row mean that something else is broken.
const mostInARow = 20

/** Processes due rows one by one. A failing row is logged and skipped for a growing time, and does not block the others. */
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
    // Rows that could not be locked are being processed by another instance.
    if (rows.length < batchSize || moved === 0) return done
  }
}

export type Removal = {
  table: PgTable
  id: Id
  due: SQL | undefined
  /** The number of rows per statement. Rows with many dependent rows need a small number. */
  most?: number
}

/** Removes due rows in batches, or one by one if a batch fails. Returns the number of removed rows. */
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
        // Some versions of PostgreSQL do not check the condition of `batch` again for a row that changed meanwhile.
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
  // The longest possible wait. A later next try was set by a clock that ran ahead.
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

/** Returns the innermost message. Outer messages repeat the query and its values. */
function nameReason(error: unknown): string {
  let reason = error
  while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause
  return (reason instanceof Error ? reason.message : String(reason)).slice(0, 300)
}
