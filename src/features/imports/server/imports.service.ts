import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { StaffParsed } from '#contract/calls/staff-call.ts'
import { toStaffTime } from '#contract/calls/staff-call.ts'
import { isRecord } from '#contract/values.ts'
import type { Database } from '#server/database/database.ts'
import type { ErasedCustomer } from '#server/hook-values.ts'
import { maxCounted, readCursor, toPage } from '#server/http/cursors.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { canLeaveOut, type ImportCommand, listImportCommands, undoMs } from '../imports.rules.ts'
import type { ImportView, listImports as listCall, listImportRows as listRowsCall } from '../imports.staff.contract.ts'
import { importPictures, importRows, imports } from './imports.tables.ts'
import { kinds } from './kinds/import-kinds.ts'

type ImportRecord = typeof imports.$inferSelect

export async function listImports({ db, clock }: Shop, { limit, after }: StaffParsed<typeof listCall>) {
  const cursor = readCursor(after, 'time', 'text')
  const rows = await db
    .select()
    .from(imports)
    .where(cursor ? sql`(${imports.createdAt}, ${imports.id}) < (${cursor[0]}::timestamptz, ${cursor[1]})` : undefined)
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(limit + 1)
  const pictures = await countPictures(
    db,
    rows.map(({ id }) => id),
  )
  return toPage(rows, {
    limit,
    total: await db.$count(imports),
    cursorOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
    show: (row) => toImportView(row, pictures, clock.now()),
  })
}

export async function getImport({ db, clock }: Shop, id: string): Promise<ImportView> {
  const [row] = await db.select().from(imports).where(eq(imports.id, id))
  if (!row) throw refuse('not_found')
  return toImportView(row, await countPictures(db, [id]), clock.now())
}

type PictureCounts = Map<string, { waiting: number; here: number; failed: number }>

async function countPictures(db: Database, ids: string[]): Promise<PictureCounts> {
  if (ids.length === 0) return new Map()
  const { importId, state } = importPictures
  const count = sql<number>`count(*)::int`
  const rows = await db
    .select({ importId, state, count })
    .from(importPictures)
    .where(inArray(importId, ids))
    .groupBy(importId, state)
  const counts: PictureCounts = new Map(ids.map((id) => [id, { waiting: 0, here: 0, failed: 0 }]))
  for (const row of rows) Object.assign(counts.get(row.importId) ?? {}, { [row.state]: row.count })
  return counts
}

function toImportView(row: ImportRecord, pictures: PictureCounts, now: Date): ImportView {
  const time = (moment: Date | null) => (moment ? toStaffTime(moment) : null)
  const possible = listImportCommands(row, now)
  const since = row.finishedAt ?? row.runAt
  return {
    id: row.id,
    kind: row.kind,
    format: row.format,
    file_name: row.fileName,
    currency: row.currency,
    status: row.status,
    preview: { new: row.newRows, changed: row.changedRows, unchanged: row.unchangedRows, wrong: row.wrongRows },
    to_do: row.newRows + row.changedRows - row.leftOutRows,
    left_out: row.leftOutRows,
    done: row.doneRows,
    taken_back: row.takenBackRows,
    left: row.leftRows,
    pictures: pictures.get(row.id) ?? { waiting: 0, here: 0, failed: 0 },
    created_by: row.createdBy,
    created_at: toStaffTime(row.createdAt),
    run_at: time(row.runAt),
    finished_at: time(row.finishedAt),
    undo_until: possible.includes('undo') && since ? toStaffTime(new Date(since.getTime() + undoMs)) : null,
    possible,
  }
}

/** Returns the records of an import in the order of the file. */
export async function listImportRows({ db }: Shop, { id, outcome, limit, after }: StaffParsed<typeof listRowsCall>) {
  const [row] = await db.select().from(imports).where(eq(imports.id, id))
  if (!row) throw refuse('not_found')
  const cursor = readCursor(after, 'int')
  const isWanted = and(eq(importRows.importId, id), outcome && eq(importRows.outcome, outcome))
  const { line, position, key, outcome: rowOutcome, state, problem, changes } = importRows
  // The name of an invalid record is read from the source of the row, unless the source is too long.
  const source = sql<unknown>`case when ${key} is null and pg_column_size(${importRows.source}) < ${namedBytes}
    then ${importRows.source} end`
  const rows = await db
    .select({ line, position, key, outcome: rowOutcome, state, problem, changes, source })
    .from(importRows)
    .where(and(isWanted, cursor ? sql`${importRows.position} > ${cursor[0]}` : undefined))
    .orderBy(asc(importRows.position))
    .limit(limit + 1)
  const counts = { new: row.newRows, changed: row.changedRows, unchanged: row.unchangedRows, wrong: row.wrongRows }
  const total = outcome ? counts[outcome] : Object.values(counts).reduce((sum, one) => sum + one, 0)
  return toPage(rows, {
    limit,
    total: total > maxCounted ? null : total,
    cursorOf: ({ position }) => [position],
    show: ({ line, key, outcome, state, problem, changes, source }) => ({
      line,
      key: key ?? findRowName(row, source),
      outcome,
      state,
      problem,
      changes: (changes ?? []).map(({ field, before, after }) => ({ field, before, after: after ?? null })),
    }),
  })
}

/**
 * 50,000 bytes: larger records are shown without a name, because reading their source would take longer than the list.
 */
const namedBytes = 50_000
const maxListedNames = 100

/** Returns the name of an invalid record, such as the handle of a product or the email address of a customer. */
function findRowName({ kind, columns }: ImportRecord, source: unknown): string | null {
  const { nameOf } = kinds[kind]
  const cells = Array.isArray(source) ? toNamedCells(columns, source[0]) : readObject(source)
  const name = cells && nameOf(cells)
  return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, maxListedNames).toWellFormed() : null
}

function toNamedCells(columns: string[], values: unknown): Record<string, unknown> {
  const cells = Array.isArray(values) ? values : []
  return Object.fromEntries(columns.map((name, at) => [name.trim().toLowerCase(), cells[at]]))
}

function readObject(source: unknown): Record<string, unknown> | null {
  if (typeof source !== 'string') return null
  try {
    const value: unknown = JSON.parse(source)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/**
 * Starts, stops or undoes an import. A timer does the actual work. If two commands arrive at the same time, the second
 * is rejected, because the status has changed.
 */
export async function commandImport(shop: Shop, id: string, command: ImportCommand): Promise<ImportView> {
  const { db, clock } = shop
  const now = clock.now()
  const [row] = await db.select().from(imports).where(eq(imports.id, id)).for('update')
  if (!row) throw refuse('not_found')
  if (!listImportCommands(row, now).includes(command)) {
    throw refuse('import_moved_on', { message: `This import is ${row.status}, so ${command} is not possible.` })
  }
  const next = {
    run: { status: 'running' as const, runAt: row.runAt ?? now, finishedAt: null },
    stop: { status: 'stopped' as const, finishedAt: now },
    undo: { status: 'undoing' as const },
  }
  await db.update(imports).set(next[command]).where(eq(imports.id, id))
  return getImport(shop, id)
}

type LeaveOutInput = { lines: number[]; isLeftOut: boolean }

/**
 * Leaves rows out or includes them again. The lock on the import prevents a concurrent run. Rows that are left out
 * already are not counted twice.
 */
export async function leaveOutRows(shop: Shop, id: string, { lines, isLeftOut }: LeaveOutInput): Promise<ImportView> {
  const { db } = shop
  const [row] = await db.select().from(imports).where(eq(imports.id, id)).for('update')
  if (!row) throw refuse('not_found')
  if (!canLeaveOut(row.status)) {
    throw refuse('import_moved_on', {
      message: `This import is ${row.status}. Records can be skipped only before the import starts.`,
    })
  }
  const [from, to] = isLeftOut ? (['waiting', 'left_out'] as const) : (['left_out', 'waiting'] as const)
  const moved = await db
    .update(importRows)
    .set({ state: to })
    .where(
      and(
        eq(importRows.importId, id),
        eq(importRows.state, from),
        inArray(importRows.line, lines),
        inArray(importRows.outcome, ['new', 'changed']),
      ),
    )
    .returning({ line: importRows.line })
  const leftOutRows = row.leftOutRows + (isLeftOut ? moved.length : -moved.length)
  await db.update(imports).set({ leftOutRows }).where(eq(imports.id, id))
  return getImport(shop, id)
}

/**
 * Hook that deletes the rows of an erased customer, including invalid rows. Deleted rows are never written or undone
 * afterwards. In customer and order files, all columns are searched for the email address.
 */
export async function eraseImportedRows(tx: Database, { email, numbers }: ErasedCustomer): Promise<void> {
  const ofPeople = tx
    .select({ id: imports.id })
    .from(imports)
    .where(inArray(imports.kind, ['customers', 'orders']))
  const { key, record, written, before, source, changes, problem } = importRows
  const said = sql`lower(concat_ws(' ', ${key}, ${record}, ${written}, ${before}, ${source}, ${changes}, ${problem}))`
  await tx
    .delete(importRows)
    .where(
      and(inArray(importRows.importId, ofPeople), or(inArray(key, numbers), sql`position(${email} in ${said}) > 0`)),
    )
}
