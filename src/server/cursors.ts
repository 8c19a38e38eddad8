import type { StaffPage } from '#contract/staff-call.ts'
import { refuse } from './refuse.ts'

/** Where a page of a list ended: the values it is sorted by, the id last. Opaque to whoever sends it back. */
export type Cursor = (string | number)[]

const longest = 500

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** Null for a first page. Whatever else was sent in its place is refused. */
export function readCursor(text: string | undefined, parts: number): Cursor | null {
  if (text === undefined || text === '') return null
  try {
    const read = JSON.parse(Buffer.from(text.slice(0, longest), 'base64url').toString()) as unknown
    const isCursor =
      Array.isArray(read) && read.length === parts && read.every((one) => ['string', 'number'].includes(typeof one))
    if (isCursor) return read as Cursor
  } catch {
    // Not one of ours.
  }
  throw refuse('malformed', { message: 'after takes what next answered.' })
}

/** Counted no further: a list of more says so by saying nothing. */
export const countedMost = 10_000

/** A page out of rows of which one more than wanted was read. */
export function toPage<Row, T>(
  rows: Row[],
  {
    limit,
    total,
    cursorOf,
    show,
  }: { limit: number; total: number | null; cursorOf: (row: Row) => Cursor; show: (row: Row) => T },
): StaffPage<T> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? writeCursor(cursorOf(last)) : null
  return { data: shown.map(show), next, total: total !== null && total <= countedMost ? total : null }
}
