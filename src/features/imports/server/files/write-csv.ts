import { stringify } from 'csv-stringify/sync'

/** Lines of a CSV. A cell that a spreadsheet would take for a formula gets an apostrophe, which the import takes off again. */
export function writeCsvLines(rows: unknown[][]): string {
  return stringify(rows, { escape_formulas: true, record_delimiter: '\n' })
}

/** A file as it is made, piece by piece: as fast as whoever takes it reads. */
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
