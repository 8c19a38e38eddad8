import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { createEventLoopYielder } from '#server/jobs/yield-to-event-loop.ts'

/** A line of a CSV with its row number in a spreadsheet, or a value of a JSON file with its line. */
export type CsvLine = { line: number; values: string[] }
export type JsonValue = { line: number; text: string }

/** The error for a file in an unexpected format, which is rejected as a whole. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

type Bytes = AsyncIterable<Uint8Array>

/** Yields bytes up to a limit. Throws as soon as the limit is exceeded. */
export async function* limitBytes(bytes: Bytes, max: number, tooMany: () => Error): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > max) throw tooMany()
    yield chunk
  }
}

/**
 * The maximum length of a record in characters. A product with hundreds of SKUs and long texts has a third of this
 * length.
 */
export const maxRecordLength = 1_000_000
/**
 * The maximum number of keys and values of a JSON record. A product with 500 SKUs and prices in ten currencies has
 * fewer.
 */
const mostValues = 100_000
/** The maximum number of columns of a CSV. The longest export of Shopify has about a hundred columns. */
const maxColumns = 1_000
/** The bytes parsed at once. Parsing this many takes a few milliseconds. */
const chunkBytes = 16_384

/** Yields bytes in small pieces, and lets waiting requests run between the pieces. */
async function* splitChunks(bytes: Bytes): AsyncGenerator<Uint8Array> {
  const yieldToEventLoop = createEventLoopYielder()
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += chunkBytes) {
      yield chunk.subarray(at, at + chunkBytes)
      await yieldToEventLoop()
    }
  }
}

/**
 * Yields the lines of a CSV, starting with the column names. The delimiter is a comma, semicolon or tab, detected as
 * the most frequent of the three in the first line.
 */
export async function* readCsvLines(bytes: Bytes): AsyncGenerator<CsvLine> {
  const parts = splitChunks(bytes)
  const first = await parts.next()
  const head = first.done ? new Uint8Array() : first.value
  const parser = parse({
    bom: true,
    delimiter: findDelimiter(new TextDecoder().decode(head.subarray(0, 20_000))),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordLength,
  })
  // The pipeline needs no error handling, because the errors of the stream reach the code that reads the lines.
  pipeline(Readable.from(prependChunk(head, parts)), parser, () => {})
  let hasNames = false
  try {
    for await (const { info, record } of parser as AsyncIterable<CsvRecord>) {
      if (record.length > maxColumns && !hasNames) {
        throw new UnreadableFile(`the first line has more than ${maxColumns} columns`)
      }
      // One cell above the limit is kept, so that the caller can detect and reject the line.
      const values = record.length > maxColumns ? record.slice(0, maxColumns + 1) : record
      if (values.every((value) => value.trim() === '')) continue
      hasNames = true
      yield { line: info.records + info.empty_lines, values }
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(explainCsv(error))
    throw error
  }
}

type CsvRecord = { info: { records: number; empty_lines: number }; record: string[] }

async function* prependChunk(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

function findDelimiter(head: string): string {
  const line = head.split('\n', 1)[0] ?? ''
  const count = (mark: string) => line.split(mark).length
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

function explainCsv({ code, lines }: CsvError & { lines?: number }): string {
  const where = lines ? `line ${lines}: ` : ''
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `${where}a quoted value has no closing quote`
  if (code === 'CSV_MAX_RECORD_SIZE') return `${where}a line is longer than ${maxRecordLength} characters`
  return `${where}a quotation mark is in the wrong place`
}

/**
 * Yields the values of a JSON list, or of a file with one value per line. Throws if values are nested deeper than
 * `maxDepth`.
 */
export async function* readJsonValues(bytes: Bytes, maxDepth: number): AsyncGenerator<JsonValue> {
  const decoder = new TextDecoder()
  let pending = ''
  let at = 0
  let start = -1
  let depth = 0
  let line = 1
  let startLine = 1
  let values = 0
  let isInText = false
  let isEscaped = false
  let listDepth: 0 | 1 | null = null
  function* scan(): Generator<JsonValue> {
    for (; at < pending.length; at++) {
      const one = pending[at]
      if (one === '\n') line++
      if (isInText) {
        if (isEscaped) isEscaped = false
        else if (one === '\\') isEscaped = true
        else if (one === '"') isInText = false
      } else if (one === '"') {
        if (start < 0) throw new UnreadableFile(`line ${line}: a list of objects was expected`)
        isInText = true
      } else if (one === '{' || one === '[') {
        if (listDepth === null) {
          listDepth = one === '[' ? 1 : 0
          if (one === '[') {
            depth = 1
            continue
          }
        }
        if (start < 0) {
          if (one === '[') throw new UnreadableFile(`line ${line}: a list of objects was expected`)
          start = at
          startLine = line
          values = 0
        }
        values++
        if (++depth > maxDepth) throw new UnreadableFile(`line ${line}: brackets are nested more than ${maxDepth} deep`)
      } else if (one === '}' || one === ']') {
        depth--
        if (start >= 0 && depth === listDepth) {
          yield { line: startLine, text: pending.slice(start, at + 1) }
          start = -1
        }
      } else if (start >= 0) {
        if (one === ',' || one === ':') values++
      } else if (one && !/[\s,\uFEFF]/.test(one)) {
        throw new UnreadableFile(`line ${line}: the file is not valid JSON`)
      }
      if (start >= 0 && at - start > maxRecordLength) {
        throw new UnreadableFile(`line ${startLine}: a record is longer than ${maxRecordLength} characters`)
      }
      if (start >= 0 && values > mostValues) {
        throw new UnreadableFile(`line ${startLine}: a record has more than ${mostValues} keys and values`)
      }
    }
    pending = start >= 0 ? pending.slice(start) : ''
    at = pending.length
    if (start >= 0) start = 0
  }
  for await (const chunk of splitChunks(bytes)) {
    pending += decoder.decode(chunk, { stream: true })
    yield* scan()
  }
  pending += decoder.decode()
  yield* scan()
  if (listDepth === null) throw new UnreadableFile('the file is empty')
  if (start >= 0 || depth !== 0) throw new UnreadableFile(`line ${line}: the file is incomplete`)
}
