import { and, asc, eq, gt } from 'drizzle-orm'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { streamText, writeCsvLines } from '../files/write-csv.ts'
import { importRows, imports } from '../imports.tables.ts'

const pageSize = 500

/** Streams the invalid rows as they came, with a column for the reason. A corrected file can be imported as it is. */
export async function writeWrongRows({ db }: Shop, importId: string): Promise<ReadableStream<Uint8Array>> {
  const [one] = await db.select().from(imports).where(eq(imports.id, importId))
  if (!one) throw refuse('not_found')
  const { columns } = one
  async function* write(): AsyncGenerator<string> {
    const isCsv = columns.length > 0
    yield writeCsvLines([isCsv ? [...columns, 'problem'] : ['line', 'problem', 'record']])
    for (let after = -1; ; ) {
      const rows = await db
        .select()
        .from(importRows)
        .where(and(eq(importRows.importId, importId), eq(importRows.outcome, 'wrong'), gt(importRows.position, after)))
        .orderBy(asc(importRows.position))
        .limit(pageSize)
      const lines = rows.flatMap(({ source, problem, line }) => {
        const asCame: string[][] | null = Array.isArray(source) ? source : null
        if (!isCsv) return [[line, problem, typeof source === 'string' ? source : JSON.stringify(source)]]
        // Rows that failed while writing have no source. Their row number refers to the original file.
        if (!asCame) return [[...columns.map(() => ''), `row ${line}: ${problem}`]]
        return asCame.map((cells) => [...columns.map((_, at) => cells[at] ?? ''), problem])
      })
      yield writeCsvLines(lines)
      const last = rows.at(-1)
      if (rows.length < pageSize || !last) return
      after = last.position
    }
  }
  return streamText(write())
}
