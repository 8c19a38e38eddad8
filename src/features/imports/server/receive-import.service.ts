import { eq, sql } from 'drizzle-orm'
import type { Database } from '#server/database.ts'
import { newId } from '#server/ids.ts'
import { refuse, refuseFields } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { inSmallHeap } from '#server/small-heap.ts'
import { findChanges, type ImportFormat, type ImportKindName, type RowOutcome } from '../imports.rules.ts'
import { readGround } from './ground.ts'
import { type Cells, type Ground, WrongRow } from './import-kind.ts'
import { kinds, recogniseFormat } from './import-kinds.ts'
import { noteWantedPictures } from './import-pictures.service.ts'
import { importRows, imports } from './imports.tables.ts'
import { boundBytes, readCsvLines, readJsonValues, UnreadableFile } from './read-file.ts'

type Given = { kind: ImportKindName; format: 'csv' | 'json'; fileName: string; currency: string; by: string }

/** One record as it stands in the file, or what is wrong with it, if it cannot even be read. */
type Found = { line: number; source: unknown } & ({ value: unknown } | { problem: string })
type Row = typeof importRows.$inferInsert
type Reading = { shop: Shop; importId: string; kind: ImportKindName; ground: Ground }

// Some for each question to the database, few for the memory's sake.
const batchSize = 100

/**
 * Reads a file as it comes, compares every record with the shop and keeps what it would do. Nothing of the shop changes; a file
 * that cannot be read leaves nothing behind.
 */
export async function receiveImport(shop: Shop, given: Given, body: AsyncIterable<Uint8Array>): Promise<string> {
  const { db, clock, bounds } = shop
  const { kind, fileName, currency, by: createdBy } = given
  const ground = await readGround(db, currency)
  if (!ground.decimals.has(currency)) throw refuseFields({ currency: [`The shop has no currency ${currency}`] })
  const importId = newId()
  const bytes = boundBytes(body, bounds.importBytes, () =>
    refuse('too_large', { message: `A file has at most ${bounds.importBytes} bytes: split it.` }),
  )
  await db
    .insert(imports)
    .values({ id: importId, kind, format: given.format, fileName, currency, createdBy, createdAt: clock.now() })
  const reading: Reading = { shop, importId, kind, ground }
  try {
    const records = given.format === 'json' ? readJson(bytes) : readCsv(reading, bytes)
    await inSmallHeap(() => keepAll(reading, records))
  } catch (error) {
    await db.delete(imports).where(eq(imports.id, importId))
    if (error instanceof UnreadableFile) throw refuseFields({ file: [error.message] })
    throw error
  }
  return importId
}

async function* readJson(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Found> {
  for await (const { line, text } of readJsonValues(bytes)) {
    try {
      yield { line, value: JSON.parse(text) as unknown, source: text }
    } catch {
      yield { line, problem: 'this is no JSON', source: text }
    }
  }
}

/** Lines of one thing that follow each other are one record. */
async function* readCsv({ shop, importId, kind, ground }: Reading, bytes: AsyncIterable<Uint8Array>) {
  const { groupOf, fromLines } = kinds[kind]
  let names: string[] | null = null
  let format: ImportFormat = 'csv'
  let group: { line: number; key: string; cells: Cells[]; values: string[][]; problem: string | null } | null = null
  const close = function* (): Generator<Found> {
    if (!group) return
    const { line, cells, values, problem } = group
    group = null
    if (problem !== null) return yield { line, problem, source: values }
    try {
      yield { line, value: fromLines(cells, format, ground), source: values }
    } catch (error) {
      if (!(error instanceof WrongRow)) throw error
      yield { line, problem: error.message, source: values }
    }
  }
  for await (const { line, values } of readCsvLines(bytes)) {
    if (!names) {
      names = values.map((name) => name.trim().toLowerCase())
      format = recogniseFormat(kind, names)
      await shop.db.update(imports).set({ format, columns: values }).where(eq(imports.id, importId))
      continue
    }
    const cells = toCells(names, values)
    const key = groupOf(cells, format)
    const problem = findLineProblem(names, values)
    if (group && key !== '' && group.key === key) {
      group.cells.push(cells)
      group.values.push(values)
      group.problem ??= problem
      if (group.cells.length > mostLines) group.problem = `it has more than ${mostLines} lines`
      if (group.cells.length > mostLines) group.cells.length = group.values.length = mostLines
      continue
    }
    yield* close()
    group = { line, key, cells: [cells], values: [values], problem }
  }
  if (!names) throw new UnreadableFile('the file is empty')
  yield* close()
}

const mostLines = 1000

function findLineProblem(names: string[], values: string[]): string | null {
  if (values.length > names.length) return 'it has more values than the first line has names'
  return values.some((one) => one.includes('\uFFFD')) ? 'it is not written in UTF-8' : null
}

/** Empty cells say nothing. What a spreadsheet was kept from reading as a formula is as it was. */
function toCells(names: string[], values: string[]): Cells {
  const cells: Cells = {}
  for (const [at, name] of names.entries()) {
    const value = values[at]?.trim().replace(/^'(?=[=+\-@])/, '')
    if (value) cells[name] = value
  }
  return cells
}

async function keepAll(reading: Reading, records: AsyncIterable<Found>): Promise<void> {
  const { shop, importId } = reading
  const counts: Record<RowOutcome, number> = { new: 0, changed: 0, unchanged: 0, wrong: 0 }
  let position = 0
  let batch: Found[] = []
  const keep = async () => {
    const rows = await compare(reading, batch, position)
    position += batch.length
    batch = []
    for (const { outcome } of await keepRows(shop.db, rows)) counts[outcome]++
  }
  for await (const record of records) {
    if (position + batch.length >= shop.bounds.importRows) {
      throw refuse('too_large', { message: `A file has at most ${shop.bounds.importRows} records: split it.` })
    }
    batch.push(record)
    if (batch.length === batchSize) await keep()
  }
  await keep()
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

/** What each record would do, by the rules that will do it. */
async function compare({ shop, importId, kind, ground }: Reading, batch: Found[], from: number): Promise<Row[]> {
  const { schema, keyOf, read, check, merge, compared } = kinds[kind]
  const rows = batch.map((found, at) => {
    const row = { importId, position: from + at, line: found.line }
    if ('problem' in found) return { row, wrong: found.problem, source: found.source }
    const parsed = schema.safeParse(withoutUndefined(found.value))
    if (parsed.success) return { row, record: parsed.data as object, key: keyOf(parsed.data), source: found.source }
    const wrong = parsed.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(' '))
    return { row, wrong: wrong.slice(0, 10).join('; '), source: found.source }
  })
  const records = rows.flatMap(({ record }) => record ?? [])
  const current = records.length > 0 ? await read(shop.db, records) : new Map()
  const problems = (records.length > 0 && (await check?.(shop.db, records, ground))) || new Map<string, string>()
  const wanted: string[] = []
  const compareOne = ({ row, wrong, record, key, source }: (typeof rows)[number]): Row => {
    const isWrong = (problem: string): Row => ({ ...row, outcome: 'wrong', problem: problem.slice(0, 1000), source })
    if (wrong !== undefined) return isWrong(wrong)
    if (!record || key === undefined) return isWrong('it is empty')
    const problem = problems.get(key)
    if (problem) return isWrong(problem)
    const now = current.get(key) ?? null
    const merged = merge(record, now)
    if ('problem' in merged) return isWrong(merged.problem)
    const changes = now ? findChanges(now, compared(record, now)) : []
    const outcome = now ? (changes.length > 0 ? 'changed' : 'unchanged') : 'new'
    if (outcome !== 'unchanged') wanted.push(...(kinds[kind].listPictures?.(record) ?? []))
    // What a wrong row needs to go back is known until its key turns out to be there twice.
    return { ...row, key, outcome, record, source, ...(changes.length > 0 && { changes }) }
  }
  const outcomes = rows.map(compareOne)
  if (wanted.length > 0) await noteWantedPictures(shop, importId, wanted)
  return outcomes
}

/** Of two rows about the same thing the first counts. */
async function keepRows(db: Database, rows: Row[]): Promise<Row[]> {
  if (rows.length === 0) return []
  // One parameter for all of them: so many cells as parameters of their own would be most of the memory that reading a file takes.
  const asKept = rows.map((row) => (row.outcome === 'wrong' ? row : { ...row, source: null }))
  const { rows: kept } = await db.execute<{ position: number }>(sql`
    insert into import_rows (import_id, position, line, key, outcome, problem, record, changes, source)
    select "importId", position, line, key, outcome, problem, record, changes, source
    from jsonb_to_recordset(${JSON.stringify(asKept)}::jsonb) as g ("importId" text, position int, line int, key text, outcome text,
      problem text, record jsonb, changes jsonb, source jsonb)
    on conflict (import_id, key) where key is not null do nothing
    returning position`)
  if (kept.length === rows.length) return rows
  const isKept = new Set(kept.map(({ position }) => position))
  const twice = rows
    .filter(({ position }) => !isKept.has(position))
    .map(({ key, importId, position, line, source }): Row => {
      const problem = `${key} is in the file twice: only the first counts`
      return { importId, position, line, outcome: 'wrong', problem, source }
    })
  await db.insert(importRows).values(twice)
  return [...rows.filter(({ position }) => isKept.has(position)), ...twice]
}

/** A column that is not there says nothing, and what JSON leaves out is left out. */
function withoutUndefined(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null)) as unknown
}
