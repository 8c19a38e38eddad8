import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { findChanges, isSame } from '#features/imports/imports.rules.ts'
import type { Database } from '#server/database/database.ts'
import { isDatabaseAway } from '#server/database/database-faults.ts'
import type { Shop } from '#server/shop.ts'
import { removeUnusedPictures } from '../files/import-pictures.service.ts'
import { importRows, imports } from '../imports.tables.ts'
import { readGround } from '../kinds/ground.ts'
import type { By, WrittenRow } from '../kinds/import-kind.ts'
import { kinds } from '../kinds/import-kinds.ts'

// 100: many rows per statement, but a batch of the largest records stays small in memory.
const batchSize = 100
// The bytes that can be written without delaying requests.
const batchBytes = 300_000

type ImportRecord = typeof imports.$inferSelect
type Row = typeof importRows.$inferSelect

/**
 * Runs, stops and undoes imports in batches. Each batch is a transaction that locks the import, so only one instance
 * works on it. A stop waits for one batch at most. After a crash, the next run resumes after the last batch.
 */
export async function workImports(shop: Shop): Promise<number> {
  let done = 0
  for (;;) {
    const rows = await shop.db.transaction((tx) => workBatch({ ...shop, db: tx }))
    if (rows === null) return done
    done += rows
  }
}

/** Works on one batch. Returns null if there is nothing to do. */
async function workBatch(shop: Shop): Promise<number | null> {
  const { db } = shop
  const [one] = await db
    .select()
    .from(imports)
    .where(inArray(imports.status, ['running', 'undoing']))
    .orderBy(asc(imports.runAt))
    .limit(1)
    .for('update', { skipLocked: true })
  if (!one) return null
  const isBack = one.status === 'undoing'
  const rows = await readBatch(db, one.id, isBack)
  if (rows.length === 0) return finish(shop, one)
  const work = isBack ? takeBackRows : writeRows
  try {
    await db.transaction((tx) => work({ ...shop, db: tx }, one, rows))
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    await workOneByOne(shop, one, rows, work)
  }
  return rows.length
}

/** Returns the next rows in order, fewer if they are large. */
async function readBatch(db: Database, importId: string, isBack: boolean): Promise<Row[]> {
  const isIts = eq(importRows.importId, importId)
  const { position } = importRows
  const sizes = await db
    .select({ position, size: sql<number>`coalesce(octet_length(${importRows.record}::text), 0)` })
    .from(importRows)
    .where(
      and(isIts, eq(importRows.state, isBack ? 'done' : 'waiting'), inArray(importRows.outcome, ['new', 'changed'])),
    )
    .orderBy(isBack ? desc(position) : asc(position))
    .limit(batchSize)
  let bytes = 0
  const taken = sizes.filter(({ size }, at) => {
    bytes += size
    return at === 0 || bytes <= batchBytes
  })
  if (taken.length === 0) return []
  const positions = taken.map((row) => row.position)
  return db
    .select()
    .from(importRows)
    .where(and(isIts, inArray(position, positions)))
    .orderBy(isBack ? desc(position) : asc(position))
}

async function finish(shop: Shop, { id, status }: ImportRecord): Promise<number> {
  const isBack = status === 'undoing'
  if (isBack) await removeUnusedPictures(shop, id)
  const finishedAt = shop.clock.now()
  await shop.db
    .update(imports)
    .set({ status: isBack ? 'undone' : 'done', finishedAt })
    .where(eq(imports.id, id))
  return 0
}

type Work = (shop: Shop, one: ImportRecord, rows: Row[]) => Promise<void>

/** Works row by row after a failed batch. A failing row becomes invalid with its reason, and the others succeed. */
async function workOneByOne(shop: Shop, one: ImportRecord, rows: Row[], work: Work): Promise<void> {
  for (const row of rows) {
    try {
      await shop.db.transaction((tx) => work({ ...shop, db: tx }, one, [row]))
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      shop.log.warn('a row of an import failed', { importId: one.id, line: row.line, error })
      if (one.status === 'undoing') await markLeft(shop, one, [row])
      else await markWrong(shop, one, row, 'the shop could not keep it: it contradicts another row or the shop')
    }
  }
}

const nameWriter = ({ createdBy, fileName }: ImportRecord, verb: string): By => ({
  name: createdBy,
  note: `${verb} ${fileName || 'a file'}`,
})

/** Writes rows. They are compared with the current state again, because data may have changed since the preview. */
async function writeRows(shop: Shop, one: ImportRecord, rows: Row[]): Promise<void> {
  const { read, check, merge, compared, write } = kinds[one.kind]
  const records = rows.flatMap(({ record }) => record ?? [])
  const current = await read(shop.db, records)
  const problems = (await check?.(shop.db, records, await readGround(shop.db, one.currency))) ?? new Map()
  const wanted: (WrittenRow<object> & { position: number })[] = []
  const undoable: { position: number; written: object; before: object | null }[] = []
  for (const row of rows) {
    const { key, record, position } = row
    if (key === null || !record) continue
    const before = current.get(key) ?? null
    const wrong = problems.get(key)
    const merged = wrong ?? merge(record, before)
    if ('problem' in merged) {
      await markWrong(shop, one, row, merged.problem)
      continue
    }
    const isChanged = !before || findChanges(before, compared(record, before)).length > 0
    if (isChanged) wanted.push({ key, whole: merged.whole, before, position })
    undoable.push({ position, written: isChanged ? merged.whole : null, before })
  }
  if (wanted.length > 0) await write(shop, wanted, nameWriter(one, 'Import of'))
  await shop.db.execute(sql`
    update import_rows r set state = 'done', written = nullif(g.written, 'null'), before = nullif(g.before, 'null')
    from jsonb_to_recordset(${JSON.stringify(undoable)}::jsonb) as g (position int, written jsonb, before jsonb)
    where r.import_id = ${one.id} and r.position = g.position`)
  await shop.db
    .update(imports)
    .set({ doneRows: sql`${imports.doneRows} + ${undoable.length}` })
    .where(eq(imports.id, one.id))
}

async function markWrong({ db }: Shop, one: ImportRecord, row: Row, problem: string): Promise<void> {
  const isIt = and(eq(importRows.importId, one.id), eq(importRows.position, row.position))
  // An invalid row gives up its key. The parsed record is exported instead of the original line.
  const source = JSON.stringify(row.record)
  await db.update(importRows).set({ outcome: 'wrong', problem, source, key: null }).where(isIt)
  const counted =
    row.outcome === 'new' ? { newRows: sql`${imports.newRows} - 1` } : { changedRows: sql`${imports.changedRows} - 1` }
  await db
    .update(imports)
    .set({ ...counted, wrongRows: sql`${imports.wrongRows} + 1` })
    .where(eq(imports.id, one.id))
}

/** Undoes rows whose data is unchanged since they were written. Later changes by others are kept. */
async function takeBackRows(shop: Shop, one: ImportRecord, rows: Row[]): Promise<void> {
  const { read, takeBack, version } = kinds[one.kind]
  const touched = rows.filter(({ written }) => written !== null)
  const current =
    touched.length > 0
      ? await read(
          shop.db,
          touched.flatMap(({ written }) => written ?? []),
        )
      : new Map()
  const isUntouched = ({ key, written }: Row) => {
    const now = current.get(key)
    return now !== undefined && isSame(version(now), version(written))
  }
  const back = touched.filter(isUntouched)
  const written = back.map(({ key, written, before }) => ({ key: key ?? '', whole: written, before }))
  if (written.length > 0) await takeBack(shop, written, nameWriter(one, 'Undone: import of'))
  const isBack = new Set([...back, ...rows.filter(({ written }) => written === null)].map(({ position }) => position))
  await markTakenBack(
    shop,
    one,
    rows.filter(({ position }) => isBack.has(position)),
  )
  await markLeft(
    shop,
    one,
    rows.filter(({ position }) => !isBack.has(position)),
  )
}

async function markTakenBack({ db }: Shop, { id }: ImportRecord, rows: Row[]): Promise<void> {
  await setState({ db }, id, rows, 'taken_back')
  await db
    .update(imports)
    .set({ takenBackRows: sql`${imports.takenBackRows} + ${rows.length}` })
    .where(eq(imports.id, id))
}

async function markLeft({ db }: Shop, { id }: ImportRecord, rows: Row[]): Promise<void> {
  await setState({ db }, id, rows, 'left')
  await db
    .update(imports)
    .set({ leftRows: sql`${imports.leftRows} + ${rows.length}` })
    .where(eq(imports.id, id))
}

async function setState(
  { db }: Pick<Shop, 'db'>,
  id: string,
  rows: Row[],
  state: 'taken_back' | 'left',
): Promise<void> {
  const positions = rows.map(({ position }) => position)
  if (positions.length === 0) return
  await db
    .update(importRows)
    .set({ state })
    .where(and(eq(importRows.importId, id), inArray(importRows.position, positions)))
}
