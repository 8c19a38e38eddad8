import type { StaffPage } from '#contract/calls/staff-call.ts'

/** The rows of a list: the loaded pages as one. */
export type ListRows<T> = {
  rows: T[]
  next: string | null
  total: number | null
  /** Keys of rows that have left the list. These rows stay dimmed in place until the list is reloaded. */
  gone: ReadonlySet<string>
  /** The number of new rows at the top. New rows wait behind a line, so that nothing moves under the cursor. */
  held: number
}

type KeyOf<T> = (row: T) => string

export function createListRows<T>({ data, next, total }: StaffPage<T>): ListRows<T> {
  return { rows: data, next, total, gone: new Set(), held: 0 }
}

export function addPage<T>(now: ListRows<T>, page: StaffPage<T>, keyOf: KeyOf<T>): ListRows<T> {
  const known = new Set(now.rows.map(keyOf))
  return { ...now, rows: [...now.rows, ...page.data.filter((row) => !known.has(keyOf(row)))], next: page.next }
}

/**
 * Merges a reloaded first page. Known rows are updated in place, and new rows wait. Rows that left are dimmed, or
 * removed if the member caused the change (`isOwn`). Rows below the first page stay unchanged.
 */
export function mergeFirstPage<T>(now: ListRows<T>, page: StaffPage<T>, keyOf: KeyOf<T>, isOwn: boolean): ListRows<T> {
  const fresh = new Map(page.data.map((row) => [keyOf(row), row]))
  const known = new Set(now.rows.map(keyOf))
  const order = [...fresh.keys()]
  const lastKnown = order.findLastIndex((key) => known.has(key))
  // No shown row is left, so there is no position to keep.
  if (lastKnown < 0) return createListRows(page)
  const held = order.slice(0, lastKnown).filter((key) => !known.has(key)).length
  const coveredRows = page.next === null ? now.rows.length : findIndex(now.rows, keyOf, order[lastKnown] ?? '') + 1
  const gone = new Set(now.gone)
  for (const row of now.rows.slice(0, coveredRows)) if (!fresh.has(keyOf(row))) gone.add(keyOf(row))
  for (const key of fresh.keys()) gone.delete(key)
  const rows = now.rows.map((row) => fresh.get(keyOf(row)) ?? row)
  const isAllShown = coveredRows === now.rows.length
  const below = isAllShown ? page.data.slice(lastKnown + 1) : []
  return {
    rows: [...(isOwn ? rows.filter((row) => !gone.has(keyOf(row))) : rows), ...below],
    next: isAllShown ? page.next : now.next,
    total: page.total,
    gone: isOwn ? new Set() : gone,
    held,
  }
}

const findIndex = <T>(rows: T[], keyOf: KeyOf<T>, key: string) => rows.findIndex((row) => keyOf(row) === key)

/** Returns the keys from the last selected row to the row `to`. */
export function listRange(keys: string[], from: string | null, to: string): string[] {
  const start = from === null ? -1 : keys.indexOf(from)
  const end = keys.indexOf(to)
  if (start < 0 || end < 0) return [to]
  return keys.slice(Math.min(start, end), Math.max(start, end) + 1)
}
