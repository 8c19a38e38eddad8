import { stringify } from 'csv-stringify/sync'

/**
 * Writes lines of a CSV. A cell that a spreadsheet would run as a formula gets an apostrophe, which the import removes
 * again.
 */
export function writeCsvLines(rows: unknown[][]): string {
  return stringify(rows, { escape_formulas: true, record_delimiter: '\n' })
}

/** Streams a text in pieces, at the speed at which the client reads. */
export function streamText(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
