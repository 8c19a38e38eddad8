import type { StaffPage } from '#contract/calls/staff-call.ts'
import { refuse } from './refuse.ts'

/** The position where a page of a list ended: its sort values, with the id last. Clients treat the encoded cursor as opaque. */
export type Cursor = (string | number)[]

const longest = 500

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

type Parts = { time: string; text: string; int: number; long: number }
type Kind = keyof Parts
type ReadCursor<K extends readonly Kind[]> = { [At in keyof K]: Parts[K[At]] }

const int4 = 2_147_483_647
const isWhole = (value: unknown, max: number) =>
  typeof value === 'number' && Number.isSafeInteger(value) && Math.abs(value) <= max

/** A check for each kind of value, so that an invented cursor is refused before it causes a fault. */
const fits: Record<Kind, (value: unknown) => boolean> = {
  time: (value) => typeof value === 'string' && isTime(value),
  text: (value) => typeof value === 'string' && !value.includes('\0') && value.isWellFormed(),
  int: (value) => isWhole(value, int4),
  long: (value) => isWhole(value, Number.MAX_SAFE_INTEGER),
}

/** A moment in the format of PostgreSQL or `toISOString`. */
const timePattern =
  /^(\d{4}-\d\d-\d\d)[T ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.\d{1,6})?(?:Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)$/

function isTime(text: string): boolean {
  const [, day = '', time = ''] = timePattern.exec(text) ?? []
  const moment = new Date(`${day}T${time}Z`)
  // JavaScript turns February 30 into March 2. PostgreSQL has no year 0.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) && !day.startsWith('0000')
}

function isCursor<K extends readonly Kind[]>(read: unknown, kinds: K): read is ReadCursor<K> {
  return Array.isArray(read) && read.length === kinds.length && kinds.every((kind, at) => fits[kind](read[at]))
}

/**
 * Returns the sort values at the end of the previous page, or null for the first page. Throws `malformed` if a value
 * has the wrong kind.
 */
export function readCursor<const K extends readonly Kind[]>(
  text: string | undefined,
  ...kinds: K
): ReadCursor<K> | null {
  if (text === undefined || text === '') return null
  try {
    const read: unknown = JSON.parse(Buffer.from(text.slice(0, longest), 'base64url').toString())
    if (isCursor(read, kinds)) return read
  } catch {
    // The text is not a cursor of this shop.
  }
  throw refuse('malformed', { message: 'after must be the value of next from the previous page.' })
}

/** 10,000: the largest total that is counted. A longer list reports no total. */
export const maxCounted = 10_000

/** Returns one page. The query must read one row more than the page shows. */
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
  return { data: shown.map(show), next, total: total !== null && total <= maxCounted ? total : null }
}

/**
 * Returns a pattern that finds a text anywhere, with wildcards escaped. The pattern is only for short lists, because
 * the search reads all rows.
 */
export const toPattern = (q: string): string => `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`
