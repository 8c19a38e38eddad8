import { and, asc, eq, gt } from 'drizzle-orm'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { streamText, writeCsvLines, writeCsvPieces } from '../files/write-csv.ts'
import { importRows, imports } from '../imports.tables.ts'

// 50: keeps a page small, because the largest records have a megabyte each.
const pageSize = 50

type Row = typeof importRows.$inferSelect

/**
 * Streams the invalid rows unchanged, with an additional column for the reason. An import ignores this column, so the
 * corrected file can be uploaded as it is.
 */
export async function writeWrongRows({ db }: Shop, importId: string): Promise<ReadableStream<Uint8Array>> {
  const [one] = await db.select().from(imports).where(eq(imports.id, importId))
  if (!one) throw refuse('not_found')
  const { columns } = one
  const isCsv = columns.length > 0
  function* toLines(rows: Row[]): Generator<unknown[]> {
    for (const { source, problem, line } of rows) {
      const originalCells: string[][] | null = Array.isArray(source) ? source : null
      if (!isCsv) yield [line, problem, typeof source === 'string' ? source : JSON.stringify(source)]
      // Rows that failed while writing have no original cells. The row number in their problem refers to the original
      // file.
      else if (!originalCells) yield [...columns.map(() => ''), `row ${line}: ${problem}`]
      else for (const cells of originalCells) yield [...columns.map((_, at) => cells[at] ?? ''), problem]
    }
  }
  async function* write(): AsyncGenerator<string> {
    yield writeCsvLines([isCsv ? [...columns, 'problem'] : ['line', 'problem', 'record']])
    for (let after = -1; ; ) {
      const rows = await db
        .select()
        .from(importRows)
        .where(and(eq(importRows.importId, importId), eq(importRows.outcome, 'wrong'), gt(importRows.position, after)))
        .orderBy(asc(importRows.position))
        .limit(pageSize)
      yield* writeCsvPieces(toLines(rows))
      const last = rows.at(-1)
      if (rows.length < pageSize || !last) return
      after = last.position
    }
  }
  return streamText(write())
}
