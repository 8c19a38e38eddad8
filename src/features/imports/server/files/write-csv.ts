import { stringify } from 'csv-stringify/sync'
import { createEventLoopYielder } from '#server/jobs/yield-to-event-loop.ts'

/**
 * Writes lines of a CSV. A cell that a spreadsheet would run as a formula gets an apostrophe, which an import removes
 * again.
 */
export function writeCsvLines(rows: unknown[][]): string {
  return stringify(rows, { escape_formulas: true, record_delimiter: '\n' })
}

/** The number of characters written at once. Writing this many characters takes a few milliseconds. */
const pieceLength = 50_000
/** The overhead of writing a cell, expressed as the number of characters that take the same time. */
const cellLength = 20

const lengthOf = (row: unknown[]): number =>
  row.reduce<number>((sum, cell) => sum + cellLength + (typeof cell === 'string' ? cell.length : 0), 0)

/** Yields the lines of a CSV in pieces, so that other requests can run between the pieces. */
export function* writeCsvPieces(rows: Iterable<unknown[]>): Generator<string> {
  let piece: unknown[][] = []
  let length = 0
  for (const row of rows) {
    piece.push(row)
    length += lengthOf(row)
    if (length < pieceLength) continue
    yield writeCsvLines(piece)
    piece = []
    length = 0
  }
  if (piece.length > 0) yield writeCsvLines(piece)
}

/** Joins short texts into pieces of similar length. */
export function* joinPieces(texts: Iterable<string>): Generator<string> {
  let piece = ''
  for (const text of texts) {
    piece += text
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/**
 * Streams a text in pieces, at the speed at which the client reads, and lets waiting requests run between the pieces.
 */
export function streamText(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const yieldToEventLoop = createEventLoopYielder()
  return new ReadableStream({
    async pull(controller) {
      await yieldToEventLoop()
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
