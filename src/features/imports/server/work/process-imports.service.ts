import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { findChanges, isSame } from '#features/imports/imports.rules.ts'
import type { Database } from '#server/database/database.ts'
import { isDatabaseUnavailable } from '#server/database/database-faults.ts'
import type { Shop } from '#server/shop.ts'
import { removeUnusedPictures } from '../files/import-pictures.service.ts'
import { importRows, imports } from '../imports.tables.ts'
import { readImportContext } from '../kinds/import-context.ts'
import type { ChangeAuthor, WrittenRow } from '../kinds/import-kind.ts'
import { kinds } from '../kinds/import-kinds.ts'

// 100: each statement writes many rows, but a batch of the largest records still takes little memory.
const batchSize = 100
// The number of bytes that can be written without delaying requests.
const batchBytes = 300_000

type ImportRecord = typeof imports.$inferSelect
type Row = typeof importRows.$inferSelect

/**
 * Runs, stops and undoes imports in batches. Each batch is a transaction that locks the import, so only one instance
 * processes the import. A stop waits for at most one batch. After a crash, the next run continues after the last batch.
 */
export async function processImports(shop: Shop): Promise<number> {
  let done = 0
  for (;;) {
    const rows = await shop.db.transaction((tx) => processBatch({ ...shop, db: tx }))
    if (rows === null) return done
    done += rows
  }
}

/** Processes one batch. Returns null if there is nothing to do. */
async function processBatch(shop: Shop): Promise<number | null> {
  const { db } = shop
  const [one] = await db
    .select()
    .from(imports)
    .where(inArray(imports.status, ['running', 'undoing']))
    .orderBy(asc(imports.runAt))
    .limit(1)
    .for('update', { skipLocked: true })
  if (!one) return null
  const isUndo = one.status === 'undoing'
  const rows = await readBatch(db, one.id, isUndo)
  if (rows.length === 0) return finishImport(shop, one)
  const work = isUndo ? undoRows : writeRows
  try {
    await db.transaction((tx) => work({ ...shop, db: tx }, one, rows))
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    await processOneByOne(shop, one, rows, work)
  }
  return rows.length
}

/** Returns the next rows in order. Large rows reduce the number of rows in the batch. */
async function readBatch(db: Database, importId: string, isUndo: boolean): Promise<Row[]> {
  const isOfImport = eq(importRows.importId, importId)
  const { position } = importRows
  const sizes = await db
    .select({ position, size: sql<number>`coalesce(octet_length(${importRows.record}::text), 0)` })
    .from(importRows)
    .where(
      and(
        isOfImport,
        eq(importRows.state, isUndo ? 'done' : 'waiting'),
        inArray(importRows.outcome, ['new', 'changed']),
      ),
    )
    .orderBy(isUndo ? desc(position) : asc(position))
    .limit(batchSize)
  let bytes = 0
  const batchSizes = sizes.filter(({ size }, at) => {
    bytes += size
    return at === 0 || bytes <= batchBytes
  })
  if (batchSizes.length === 0) return []
  const positions = batchSizes.map((row) => row.position)
  return db
    .select()
    .from(importRows)
    .where(and(isOfImport, inArray(position, positions)))
    .orderBy(isUndo ? desc(position) : asc(position))
}

async function finishImport(shop: Shop, { id, status }: ImportRecord): Promise<number> {
  const isUndo = status === 'undoing'
  if (isUndo) await removeUnusedPictures(shop, id)
  const finishedAt = shop.clock.now()
  await shop.db
    .update(imports)
    .set({ status: isUndo ? 'undone' : 'done', finishedAt })
    .where(eq(imports.id, id))
  return 0
}

type ProcessBatch = (shop: Shop, one: ImportRecord, rows: Row[]) => Promise<void>

/**
 * Processes row by row after a failed batch. A failing row is marked as invalid with its reason, and the other rows
 * succeed.
 */
async function processOneByOne(shop: Shop, one: ImportRecord, rows: Row[], work: ProcessBatch): Promise<void> {
  for (const row of rows) {
    try {
      await shop.db.transaction((tx) => work({ ...shop, db: tx }, one, [row]))
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      shop.log.warn('a row of an import failed', { importId: one.id, line: row.line, error })
      if (one.status === 'undoing') await markLeftAsIs(shop, one, [row])
      else
        await markWrong(
          shop,
          one,
          row,
          'the record could not be saved, because it conflicts with another record or with existing data',
        )
    }
  }
}

const toChangeAuthor = ({ createdBy, fileName }: ImportRecord, verb: string): ChangeAuthor => ({
  name: createdBy,
  note: `${verb} ${fileName || 'a file'}`,
})

/**
 * Writes rows. Each row is first compared with the current state again, because data may have changed since the
 * preview.
 */
async function writeRows(shop: Shop, one: ImportRecord, rows: Row[]): Promise<void> {
  const { read, check, merge, compared, write } = kinds[one.kind]
  const records = rows.flatMap(({ record }) => record ?? [])
  const current = await read(shop.db, records)
  const problems = (await check?.(shop.db, records, await readImportContext(shop.db, one.currency))) ?? new Map()
  const changedRows: (WrittenRow<object> & { position: number })[] = []
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
    if (isChanged) changedRows.push({ key, whole: merged.whole, before, position })
    undoable.push({ position, written: isChanged ? merged.whole : null, before })
  }
  if (changedRows.length > 0) await write(shop, changedRows, toChangeAuthor(one, 'Import of'))
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
  const isMatch = and(eq(importRows.importId, one.id), eq(importRows.position, row.position))
  // An invalid row loses its key. Exports of the row contain the parsed record, because the original line is no longer
  // stored.
  const source = JSON.stringify(row.record)
  await db.update(importRows).set({ outcome: 'wrong', problem, source, key: null }).where(isMatch)
  const counted =
    row.outcome === 'new' ? { newRows: sql`${imports.newRows} - 1` } : { changedRows: sql`${imports.changedRows} - 1` }
  await db
    .update(imports)
    .set({ ...counted, wrongRows: sql`${imports.wrongRows} + 1` })
    .where(eq(imports.id, one.id))
}

/** Undoes rows whose data is unchanged since the import. Later changes by others are kept. */
async function undoRows(shop: Shop, one: ImportRecord, rows: Row[]): Promise<void> {
  const { read, undo, version } = kinds[one.kind]
  const touched = rows.filter(({ written }) => written !== null)
  const current =
    touched.length > 0
      ? await read(
          shop.db,
          touched.flatMap(({ written }) => written ?? []),
        )
      : new Map()
  const isUnchangedSince = ({ key, written }: Row) => {
    const now = current.get(key)
    return now !== undefined && isSame(version(now), version(written))
  }
  const back = touched.filter(isUnchangedSince)
  const written = back.map(({ key, written, before }) => ({ key: key ?? '', whole: written, before }))
  if (written.length > 0) await undo(shop, written, toChangeAuthor(one, 'Undone: import of'))
  const isUndo = new Set([...back, ...rows.filter(({ written }) => written === null)].map(({ position }) => position))
  await markUndone(
    shop,
    one,
    rows.filter(({ position }) => isUndo.has(position)),
  )
  await markLeftAsIs(
    shop,
    one,
    rows.filter(({ position }) => !isUndo.has(position)),
  )
}

async function markUndone({ db }: Shop, { id }: ImportRecord, rows: Row[]): Promise<void> {
  await setState({ db }, id, rows, 'taken_back')
  await db
    .update(imports)
    .set({ takenBackRows: sql`${imports.takenBackRows} + ${rows.length}` })
    .where(eq(imports.id, id))
}

async function markLeftAsIs({ db }: Shop, { id }: ImportRecord, rows: Row[]): Promise<void> {
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
