import { once } from 'node:events'
import { Client, type Connection, type Submittable } from 'pg'

/** The COPY methods of a connection, which the types of pg lack. */
type CopyConnection = Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }

type Cell = string | number | boolean | null
export type Row = readonly Cell[]

export type Copy = {
  add: (row: Row) => void
  /** Resolves when PostgreSQL can accept more data. Await it from time to time. */
  ready: () => Promise<void>
  /** Sends the rest and returns the number of rows. */
  end: () => Promise<number>
}

const chunkCharacters = 64 * 1024

/** Opens a `COPY … FROM STDIN` on its own connection. */
export async function openCopy(url: string, table: string, columns: string[]): Promise<Copy> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const opened = Promise.withResolvers<CopyConnection>()
  const done = Promise.withResolvers<void>()
  const query: Submittable & Record<string, unknown> = {
    submit: (connection: Connection) => connection.query(`copy ${table} (${columns.join(', ')}) from stdin`),
    handleCopyInResponse: opened.resolve,
    handleError: (error: Error) => {
      opened.reject(error)
      done.reject(error)
    },
    handleCommandComplete: () => {},
    handleReadyForQuery: () => done.resolve(),
  }
  client.query(query)
  const connection = await opened.promise
  const failed = done.promise.then(() => {})
  // The next caller that waits gets the error. Until then, the rejection must not be reported as unhandled.
  failed.catch(() => {})
  let text = ''
  let count = 0
  const flush = () => {
    if (text) connection.sendCopyFromChunk(Buffer.from(text))
    text = ''
  }
  return {
    add: (row) => {
      text += `${row.map(toText).join('\t')}\n`
      count++
      if (text.length >= chunkCharacters) flush()
    },
    ready: async () => {
      if (connection.stream.writableNeedDrain) await Promise.race([once(connection.stream, 'drain'), failed])
    },
    end: async () => {
      flush()
      connection.endCopyFrom()
      await done.promise
      await client.end()
      return count
    },
  }
}

function toText(cell: Cell): string {
  if (cell === null) return '\\N'
  if (typeof cell !== 'string') return String(cell)
  return /[\\\n\r\t]/.test(cell) ? cell.replace(/[\\\n\r\t]/g, (one) => escapes[one] ?? one) : cell
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
