import { eq, sql } from 'drizzle-orm'
import {
  findChanges,
  type ImportFormat,
  type ImportKindName,
  type RowOutcome,
} from '#features/imports/imports.rules.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import { createEventLoopYielder } from '#server/jobs/yield-to-event-loop.ts'
import type { Shop } from '#server/shop.ts'
import { firstCell } from '../files/cells.ts'
import { queuePictures } from '../files/import-pictures.service.ts'
import {
  type CsvLine,
  limitBytes,
  maxRecordLength,
  readCsvLines,
  readJsonValues,
  UnreadableFile,
} from '../files/read-file.ts'
import { findTextProblem, findUnstorable, replaceNul } from '../files/storable-text.ts'
import { importRows, imports } from '../imports.tables.ts'
import { readImportContext } from '../kinds/import-context.ts'
import { type Cells, type ImportContext, type Problem, WrongRow } from '../kinds/import-kind.ts'
import { detectFormat, kinds } from '../kinds/import-kinds.ts'
import { explainIssues } from './explain-issues.ts'

type ImportInput = { kind: ImportKindName; format: 'csv' | 'json'; fileName: string; currency: string; by: string }

/**
 * A record of the file, or a problem if the record cannot be read. `size` is the length of the record in characters.
 */
type FoundRecord = { line: number; source: unknown; size: number; lineOf?: (sku: string) => number | undefined } & (
  | { value: unknown }
  | { problem: string }
)
type Row = typeof importRows.$inferInsert
type Reading = { shop: Shop; importId: string; kind: ImportKindName; ground: ImportContext }

// 100: each query handles many rows, but few rows are in memory.
const batchSize = 100
// The most characters of a batch. Comparing and storing this many takes some milliseconds.
const batchLength = 300_000

/**
 * Reads a file while it is uploaded, compares every record with the shop, and stores the changes that the record would
 * make. The shop is unchanged. An unreadable file leaves no data behind.
 */
export async function receiveImport(shop: Shop, given: ImportInput, body: AsyncIterable<Uint8Array>): Promise<string> {
  const { db, clock, bounds } = shop
  const { kind, fileName, currency, by: createdBy } = given
  const ground = await readImportContext(db, currency)
  if (!ground.decimals.has(currency))
    throw refuseFields({ currency: [`This shop does not have the currency ${currency}`] })
  const importId = newId()
  const bytes = limitBytes(body, bounds.importBytes, () =>
    refuse('too_large', { message: `A file can have at most ${bounds.importBytes} bytes. Split the file.` }),
  )
  await db
    .insert(imports)
    .values({ id: importId, kind, format: given.format, fileName, currency, createdBy, createdAt: clock.now() })
  const reading: Reading = { shop, importId, kind, ground }
  try {
    const records = given.format === 'json' ? readJson(reading, bytes) : readCsv(reading, bytes)
    await saveRecords(reading, records)
  } catch (error) {
    await db.delete(imports).where(eq(imports.id, importId))
    if (error instanceof UnreadableFile) throw refuseFields({ file: [error.message] })
    throw error
  }
  return importId
}

async function* readJson({ shop }: Reading, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<FoundRecord> {
  const yieldToEventLoop = createEventLoopYielder()
  for await (const { line, text } of readJsonValues(bytes, shop.bounds.bodyNesting)) {
    await yieldToEventLoop()
    const found = { line, source: replaceNul(text), size: text.length, ...parseRecord(text) }
    // A record of a megabyte is parsed in one turn of the event loop and compared in the next turn.
    await yieldToEventLoop()
    yield found
  }
}

function parseRecord(text: string): { value: unknown } | { problem: string } {
  try {
    const value: unknown = JSON.parse(text)
    const problem = findUnstorable(value)
    return problem === null ? { value } : { problem }
  } catch {
    return { problem: 'the record is not valid JSON' }
  }
}

type Group = {
  key: string
  lines: number[]
  cells: Cells[]
  values: string[][]
  size: number
  wrong: { line: number; problem: string } | null
}

/** Yields records. Adjacent lines of the same group form one record. */
async function* readCsv({ shop, importId, kind, ground }: Reading, bytes: AsyncIterable<Uint8Array>) {
  const { groupOf } = kinds[kind]
  const yieldToEventLoop = createEventLoopYielder()
  let names: string[] | null = null
  let format: ImportFormat = 'csv'
  let group: Group | null = null
  for await (const { line, values } of readCsvLines(bytes)) {
    await yieldToEventLoop()
    if (!names) {
      if (values.some((one) => one.includes('\0'))) throw new UnreadableFile('the first line contains a NUL character')
      names = values.map((name) => name.trim().toLowerCase())
      format = detectFormat(kind, names)
      await shop.db.update(imports).set({ format, columns: values }).where(eq(imports.id, importId))
      continue
    }
    const cells = toCells(names, values)
    const key = groupOf(cells, format)
    if (group && (key === '' || group.key !== key)) {
      yield closeGroup(group, { kind, format, ground })
      group = null
    }
    group ??= { key, lines: [], cells: [], values: [], size: 0, wrong: null }
    addLine(group, { line, cells, values }, names)
  }
  if (!names) throw new UnreadableFile('the file is empty')
  if (group) yield closeGroup(group, { kind, format, ground })
}

function addLine(group: Group, { line, cells, values }: CsvLine & { cells: Cells }, names: string[]): void {
  const problem = findLineProblem(names, values)
  if (problem !== null) group.wrong ??= { line, problem }
  // The size of each value includes its separator, because empty cells take memory and time as well.
  const size = values.reduce((sum, value) => sum + value.length + 1, 0)
  const isTooLong = group.size + size > maxRecordLength
  if (group.lines.length === maxLines) group.wrong ??= { line, problem: `the record has more than ${maxLines} lines` }
  else if (isTooLong) group.wrong ??= { line, problem: `the record has more than ${maxRecordLength} characters` }
  else {
    group.size += size
    group.lines.push(line)
    group.cells.push(cells)
    group.values.push(values.map(replaceNul))
  }
}

function closeGroup(
  { lines, cells, values, size, wrong }: Group,
  { kind, format, ground }: Pick<Reading, 'kind' | 'ground'> & { format: ImportFormat },
): FoundRecord {
  const found = { source: values, size, line: lines[0] ?? wrong?.line ?? 0 }
  if (wrong) return { ...found, ...wrong }
  const lineOf = (sku: string) => lines[cells.findIndex((one) => firstCell(one, 'sku', 'variant sku') === sku)]
  try {
    return { ...found, lineOf, value: withoutUndefined(kinds[kind].fromLines(cells, format, ground)) }
  } catch (error) {
    if (!(error instanceof WrongRow)) throw error
    return { ...found, line: lines[error.at] ?? found.line, problem: error.message }
  }
}

const maxLines = 1000

function findLineProblem(names: string[], values: string[]): string | null {
  if (values.length > names.length) return 'the record has more values than the first line has columns'
  return values.map(findTextProblem).find((problem) => problem !== null) ?? null
}

/** Returns the non-empty cells of a line by column name. Apostrophes that protect against formulas are removed. */
function toCells(names: string[], values: string[]): Cells {
  const cells: Cells = {}
  for (const [at, cell] of values.entries()) {
    const name = names[at]
    const value = cell.trim().replace(/^'(?=[=+\-@])/, '')
    if (name !== undefined && value) cells[name] = value
  }
  return cells
}

async function saveRecords(reading: Reading, records: AsyncIterable<FoundRecord>): Promise<void> {
  const { shop, importId } = reading
  const counts: Record<RowOutcome, number> = { new: 0, changed: 0, unchanged: 0, wrong: 0 }
  let position = 0
  let batch: FoundRecord[] = []
  let length = 0
  const saveBatch = async () => {
    const rows = await compare(reading, batch, position)
    position += batch.length
    batch = []
    length = 0
    for (const { outcome } of await insertRows(shop.db, rows)) counts[outcome]++
  }
  for await (const record of records) {
    if (position + batch.length >= shop.bounds.importRows) {
      throw refuse('too_large', {
        message: `A file can have at most ${shop.bounds.importRows} records. Split the file.`,
      })
    }
    batch.push(record)
    length += record.size
    if (batch.length === batchSize || length >= batchLength) await saveBatch()
  }
  await saveBatch()
  await shop.db
    .update(imports)
    .set({
      status: 'ready',
      newRows: counts.new,
      changedRows: counts.changed,
      unchangedRows: counts.unchanged,
      wrongRows: counts.wrong,
    })
    .where(eq(imports.id, importId))
}

/** Compares records with the shop by the same rules that the run applies when it writes. */
async function compare({ shop, importId, kind, ground }: Reading, batch: FoundRecord[], from: number): Promise<Row[]> {
  const { schema, keyOf, read, check, merge, compared } = kinds[kind]
  const rows = batch.map((found, at) => {
    const row = { importId, position: from + at, line: found.line }
    const { source, lineOf } = found
    if ('problem' in found) return { row, wrong: { problem: found.problem }, source }
    const parsed = schema.safeParse(found.value)
    if (parsed.success) return { row, record: parsed.data as object, key: keyOf(parsed.data), source, lineOf }
    return { row, wrong: explainIssues(parsed.error.issues, found.value), source, lineOf }
  })
  const records = rows.flatMap(({ record }) => record ?? [])
  const current = records.length > 0 ? await read(shop.db, records) : new Map()
  const problems = (records.length > 0 && (await check?.(shop.db, records, ground))) || new Map<string, Problem>()
  const pictureSources: string[] = []
  const compareOne = ({ row, wrong, record, key, source, lineOf }: (typeof rows)[number]): Row => {
    const isWrong = ({ problem, sku }: Problem): Row => {
      const line = (sku !== undefined && lineOf?.(sku)) || row.line
      return { ...row, line, outcome: 'wrong', problem: problem.slice(0, 1000).toWellFormed(), source }
    }
    if (wrong !== undefined) return isWrong(wrong)
    if (!record || key === undefined) return isWrong({ problem: 'the file is empty' })
    const problem = problems.get(key)
    if (problem) return isWrong(problem)
    const now = current.get(key) ?? null
    const merged = merge(record, now)
    if ('problem' in merged) return isWrong(merged)
    const changes = now ? findChanges(now, compared(record, now)) : []
    const outcome = now ? (changes.length > 0 ? 'changed' : 'unchanged') : 'new'
    if (outcome !== 'unchanged') pictureSources.push(...(kinds[kind].listPictures?.(record) ?? []))
    // Keeps the source of a row until its key is known to be unique in the file.
    return { ...row, key, outcome, record, source, ...(changes.length > 0 && { changes }) }
  }
  const outcomes = rows.map(compareOne)
  if (pictureSources.length > 0) await queuePictures(shop, importId, pictureSources)
  return outcomes
}

/** Inserts rows. If two rows have the same key, the first row is used. */
async function insertRows(db: Database, rows: Row[]): Promise<Row[]> {
  if (rows.length === 0) return []
  // All rows are passed as one parameter. One parameter per cell would take most of the memory of an import.
  const rowsToInsert = rows.map((row) => (row.outcome === 'wrong' ? row : { ...row, source: null }))
  const { rows: inserted } = await db.execute<{ position: number }>(sql`
    insert into import_rows (import_id, position, line, key, outcome, problem, record, changes, source)
    select "importId", position, line, key, outcome, problem, record, changes, source
    from jsonb_to_recordset(${JSON.stringify(rowsToInsert)}::jsonb) as g ("importId" text, position int, line int, key text, outcome text,
      problem text, record jsonb, changes jsonb, source jsonb)
    on conflict (import_id, key) where key is not null do nothing
    returning position`)
  if (inserted.length === rows.length) return rows
  const isInserted = new Set(inserted.map(({ position }) => position))
  const duplicates = rows
    .filter(({ position }) => !isInserted.has(position))
    .map(({ key, importId, position, line, source }): Row => {
      const problem = `${key} is in the file twice. Only the first record is imported.`
      return { importId, position, line, outcome: 'wrong', problem, source }
    })
  await db.insert(importRows).values(duplicates)
  return [...rows.filter(({ position }) => isInserted.has(position)), ...duplicates]
}

/** Removes undefined fields, as JSON does. */
function withoutUndefined(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}
