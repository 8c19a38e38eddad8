import { and, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { StaffPage } from '#contract/calls/staff-call.ts'
import type { Database } from '../database/database.ts'
import { type Cursor, maxCounted, readCursor, toPage, writeCursor } from './cursors.ts'

/**
 * 5,000: up to this many matches are gathered and sorted at once. With more matches, at least one of a few hundred rows
 * of a list matches.
 */
const maxFew = 5_000

/**
 * 1,500: up to this many matches are gathered at once. Each match costs one table lookup. With more matches, the
 * beginning of the list (`firstRows`) is searched before all matches are gathered.
 */
const maxVeryFew = 1_500
/** 30,000: if the matches are evenly spread over a million rows, a page is full before this many index rows were read. */
const firstRows = 30_000

/**
 * 10,000: the largest number of rows that a walk through a list reads. Among a million rows, more than 5,000 matches
 * are at least one in 200 rows. The walk then fills a page, unless the matches are elsewhere in the list or no row
 * passes two filters.
 */
const maxWalked = 10_000
/**
 * 30,000: up to this many distant matches are looked up one by one. For more matches, one pass over the list is
 * cheaper.
 */
const maxLookedUp = 30_000

/** A filter on another table, and how many rows of the list it matches. */
export type Narrowed = {
  condition: SQL
  isFew: boolean
  /** Selects the ids, if there are few matches but more than `maxVeryFew`. */
  ids?: SQL
  /** Selects the ids, if there are many matches and the filter is on another table. */
  manyIds?: SQL
}

/**
 * Prepares a filter that is looked up by another table's index. `ids` selects the matching rows. Few ids are gathered
 * and sorted. For many ids, the list is walked in its own order, because the next match is usually near (`exists`). If
 * matches are far apart, all matches are gathered, unless the condition is on the list's own columns (`isOwn`).
 */
export async function narrowBy(
  db: Database,
  id: AnyPgColumn,
  { ids, exists, isOwn = false }: { ids: SQL; exists: SQL; isOwn?: boolean },
): Promise<Narrowed> {
  const counted = await db.execute<{ found: number }>(
    sql`select count(*)::int as found from (${ids} limit ${maxFew + 1}) found`,
  )
  const found = counted.rows[0]?.found ?? 0
  if (found > maxFew) return { isFew: false, condition: exists, ...(!isOwn && { manyIds: ids }) }
  return { isFew: true, condition: sql`${id} = any(array(${ids}))`, ...(found > maxVeryFew && { ids }) }
}

/** The rows and the order of a list, independent of the page. */
export type WantedList = {
  table: PgTable
  /** The sort columns, time then id, of the same index. */
  at: AnyPgColumn
  id: AnyPgColumn
  isDescending: boolean
  conditions: (SQL | undefined)[]
  /** Alternatives that are each searched in the index and then merged. A single `in (…)` would sort all rows. */
  oneOf?: SQL[] | null
  /** False for a walked list, because counting would walk it to its end. */
  isCounted?: boolean
  /** True if so few rows match that they are gathered and counted together. */
  isFew?: boolean
  /** Selects the ids that match `conditions`, if there are no other conditions. */
  ids?: SQL | undefined
  /** Filters of a walked list that are checked on each row, beside `conditions`. */
  walked?: Narrowed[]
}

/**
 * Returns the list options for the filters. If one filter matches few rows, its rows are gathered and the other filters
 * are checked on them. Otherwise all filters are checked during a walk.
 */
export function toFilters(narrowed: Narrowed[]): Pick<WantedList, 'conditions' | 'walked' | 'isFew' | 'isCounted'> {
  const isFew = narrowed.some((one) => one.isFew)
  const isWalked = !isFew && narrowed.length > 0
  return {
    conditions: isWalked ? [] : narrowed.map(({ condition }) => condition),
    ...(isWalked && { walked: narrowed }),
    isFew,
    isCounted: narrowed.every((one) => one.isFew),
  }
}
type WantedPage = WantedList & { limit: number; after: string | undefined }

type Walked = WantedPage & { walked: Narrowed[]; order: SQL; isAfter: SQL | undefined }

type Found = { rows: { id: string; at: string }[]; total: number | null }

/** Returns the ids and positions of one page plus one row, and the total as far as it is counted. */
export async function findPage(db: Database, list: WantedPage): Promise<Found> {
  const { table, at, id, isDescending, limit, after, conditions, oneOf, isCounted = true } = list
  const cursor = readCursor(after, 'time', 'text')
  const order = isDescending ? sql`${at} desc, ${id} desc` : sql`${at}, ${id}`
  const compare = isDescending ? sql`<` : sql`>`
  const isAfter = cursor ? sql`(${at}, ${id}) ${compare} (${cursor[0]}::timestamptz, ${cursor[1]}::text)` : undefined
  if (list.ids) {
    const page = await findAmongFirst(db, list.ids, { ...list, order, isAfter })
    if (page.rows.length > limit) return page
  }
  if (list.isFew && isCounted) {
    const direction = isDescending ? sql`desc` : sql``
    const isPastRow = cursor ? sql`(at, id) ${compare} (${cursor[0]}::timestamptz, ${cursor[1]}::text)` : sql`true`
    const { rows } = await db.execute<{ id: string; at: string; total: number }>(sql`
      with matching as materialized (
        select ${id} as id, ${at} as at from ${table} where ${and(...conditions) ?? sql`true`})
      select id, at::text as at, (select count(*)::int from matching) as total from matching
      where ${isPastRow} order by matching.at ${direction}, matching.id ${direction} limit ${limit + 1}`)
    return { rows: rows.map((row) => ({ id: row.id, at: row.at })), total: rows[0]?.total ?? 0 }
  }
  if (list.walked) return { rows: await walk(db, { ...list, walked: list.walked, order, isAfter }), total: null }
  const find = (one: SQL | undefined) => sql`(
    select ${id} as id, ${at} as at from ${table}
    where ${and(...conditions, one, isAfter) ?? sql`true`} order by ${order} limit ${limit + 1})`
  const parts = oneOf && oneOf.length > 0 ? oneOf.map(find) : [find(undefined)]
  const direction = isDescending ? sql`desc` : sql``
  const found = await db.execute<{ id: string; at: string }>(sql`
    select id, at::text as at from (${sql.join(parts, sql` union all `)}) found
    order by found.at ${direction}, found.id ${direction} limit ${limit + 1}`)
  if (!isCounted) return { rows: found.rows, total: null }
  const any = oneOf && oneOf.length > 0 ? sql`(${sql.join(oneOf, sql` or `)})` : undefined
  const counted = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from (
      select 1 from ${table} where ${and(...conditions, any) ?? sql`true`} limit ${maxCounted + 1}) counted`)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/**
 * Returns the page from the first rows of the list. Both the list and the matches are read through their indexes.
 * `coalesce` prevents PostgreSQL from gathering all first rows before it stops at the end of the page.
 */
async function findAmongFirst(
  db: Database,
  ids: SQL,
  { table, at, id, limit, isDescending, order, isAfter }: WantedPage & { order: SQL; isAfter: SQL | undefined },
): Promise<Found> {
  const direction = isDescending ? sql`desc` : sql``
  const { rows } = await db.execute<{ id: string; at: string; total: number }>(sql`
    with wanted (id) as materialized (select distinct * from (${ids}) ids)
    select id, at::text as at, (select count(*)::int from wanted) as total
    from (select ${id} as id, ${at} as at from ${table} where ${isAfter ?? sql`true`} order by ${order} limit ${firstRows}) first
    where coalesce(first.id in (select id from wanted), false)
    order by first.at ${direction}, first.id ${direction} limit ${limit + 1}`)
  return { rows: rows.map((row) => ({ id: row.id, at: row.at })), total: rows[0]?.total ?? 0 }
}

/**
 * Returns one page of a list in its own order. Each status is walked separately as in `findPage`, up to `maxWalked`
 * rows. If the walk is not conclusive, all matches are gathered.
 */
async function walk(db: Database, list: Walked): Promise<Found['rows']> {
  const { table, at, id, isDescending, limit, conditions, oneOf, walked, order, isAfter } = list
  const parts = oneOf && oneOf.length > 0 ? oneOf : [undefined]
  const first = (one: SQL | undefined) =>
    sql`select * from ${table} where ${and(...conditions, one, isAfter) ?? sql`true`} order by ${order}`
  // A scalar value instead of `exists`, because PostgreSQL would find all matches of an `exists` before the walk.
  const isWanted = sql`(select true where ${and(...walked.map(({ condition }) => condition))})`
  const looked = parts.map(
    (one, part) => sql`(
      select ${id} as id, ${at} as at, ${part}::int as part from (${first(one)} limit ${maxWalked}) ${table}
      where ${isWanted} order by ${order} limit ${limit + 1})`,
  )
  const direction = isDescending ? sql`desc` : sql``
  const { rows: found } = await db.execute<{ id: string; at: string; part: number }>(sql`
    select id, at::text as at, part from (${sql.join(looked, sql` union all `)}) found
    order by found.at ${direction}, found.id ${direction}`)
  const page = found.slice(0, limit + 1).map((row) => ({ id: row.id, at: row.at }))
  const full = Map.groupBy(found, ({ part }) => part)
  const unresolvedCandidates = parts.filter((_, part) => (full.get(part)?.length ?? 0) <= limit)
  if (unresolvedCandidates.length === 0) return page
  // Rows beyond the walked part of the list could belong on the page, unless the page ends within the walked part.
  const last = page[limit]
  const compare = isDescending ? sql`>=` : sql`<=`
  const isBefore = last ? sql`(at, id) ${compare} (${last.at}::timestamptz, ${last.id}::text)` : sql`true`
  const ends = unresolvedCandidates.map(
    (one) => sql`(select ${at} as at, ${id} as id from (${first(one)} offset ${maxWalked - 1} limit 1) ${table})`,
  )
  const { rowCount } = await db.execute(
    sql`select from (${sql.join(ends, sql` union all `)}) ends where ${isBefore} limit 1`,
  )
  if (!rowCount) return page
  return collect(db, list)
}

/** Returns one page of all gathered matches, for matches that are too far apart for a walk. */
async function collect(
  db: Database,
  { table, at, id, isDescending, limit, conditions, oneOf, walked, isAfter }: Walked,
): Promise<Found['rows']> {
  const sets = walked.flatMap(({ manyIds }) => (manyIds ? [sql`(${manyIds})`] : []))
  const ids = sql.join(sets, sql` intersect `)
  const isGathered = async () => {
    const counted = await db.execute<{ found: number }>(
      sql`select count(*)::int as found from (${ids} limit ${maxLookedUp + 1}) found`,
    )
    const isFew = (counted.rows[0]?.found ?? 0) <= maxLookedUp
    return isFew ? sql`${id} = any(array(${ids}))` : sql`${id} in (${ids})`
  }
  const any = oneOf && oneOf.length > 0 ? sql`(${sql.join(oneOf, sql` or `)})` : undefined
  const isMatching = and(
    ...[...conditions, any, isAfter],
    sets.length > 0 ? await isGathered() : undefined,
    ...walked.flatMap(({ condition, manyIds }) => (manyIds ? [] : [condition])),
  )
  const direction = isDescending ? sql`desc` : sql``
  const { rows } = await db.execute<{ id: string; at: string }>(sql`
    with matching as materialized (select ${id} as id, ${at} as at from ${table} where ${isMatching})
    select id, at::text as at from matching order by matching.at ${direction}, matching.id ${direction} limit ${limit + 1}`)
  return rows
}

/**
 * Returns the sums of a list by currency and its number of rows, or null if there are too many rows to count. Reads at
 * most the counted rows, by the index of the list.
 */
export async function sumList(
  db: Database,
  { table, conditions, oneOf, isCounted = true }: WantedList,
  { amount, currency }: { amount: SQL; currency: AnyPgColumn },
): Promise<{ rows: number; money: { amount: number; currency: string }[] } | null> {
  if (!isCounted) return null
  const any = oneOf && oneOf.length > 0 ? sql`(${sql.join(oneOf, sql` or `)})` : undefined
  const summed = await db.execute<{ currency: string; amount: string; found: number }>(sql`
    select currency, sum(amount)::text as amount, count(*)::int as found from (
      select ${currency} as currency, ${amount} as amount from ${table}
      where ${and(...conditions, any) ?? sql`true`} limit ${maxCounted + 1}) listed
    group by currency order by found desc, currency`)
  const rows = summed.rows.reduce((all, { found }) => all + found, 0)
  if (rows > maxCounted) return null
  return { rows, money: summed.rows.map((row) => ({ amount: Number(row.amount), currency: row.currency })) }
}

/** Returns up to `max` different values of a column. Each value costs one index lookup, regardless of its number of rows. */
export async function listValues(
  db: Database,
  column: AnyPgColumn,
  { max, shown = column }: { max: number; shown?: AnyPgColumn },
): Promise<string[]> {
  const { table } = column
  const { rows } = await db.execute<{ shown: string }>(sql`
    with recursive found (value, at) as (
      (select ${column}, 1 from ${table} order by ${column} limit 1)
      union all
      select (select ${column} from ${table} where ${column} > found.value order by ${column} limit 1), at + 1
      from found where value is not null and at < ${max})
    select (select ${shown} from ${table} where ${column} = value limit 1) as shown from found where value is not null`)
  return rows.map((row) => row.shown).filter((value) => value !== '')
}

type Neighbours = { before: string | null; after: string | null; position: number | null; total: number | null }

/**
 * Returns the ids of the previous and next row in a list, and the position. A row that has left the list has neighbors
 * but no position.
 */
export async function findPlace(db: Database, list: WantedList, rowId: string): Promise<Neighbours> {
  const { table, at, id, isDescending, conditions, oneOf, isCounted = true, isFew } = list
  const own = await db.execute<{ at: string | null }>(
    sql`select ${at}::text as at from ${table} where ${id} = ${rowId}`,
  )
  const since = own.rows[0]?.at
  if (!since) return { before: null, after: null, position: null, total: null }
  const neighbour = async (isUp: boolean) => {
    const page = await findPage(db, {
      ...list,
      isDescending: isDescending !== isUp,
      limit: 1,
      after: writeCursor([since, rowId]),
      // Few matches are gathered together with their count. Other lists need no count here.
      isCounted: Boolean(isFew && isCounted),
      ids: undefined,
    })
    return page.rows[0]?.id ?? null
  }
  const before = await neighbour(true)
  const after = await neighbour(false)
  if (!isCounted) return { before, after, position: null, total: null }
  const any = oneOf && oneOf.length > 0 ? sql`(${sql.join(oneOf, sql` or `)})` : undefined
  const compare = isDescending ? sql`>=` : sql`<=`
  const counted = await db.execute<{ total: number; position: number; is_in: boolean | null }>(sql`
    select count(*)::int as total, bool_or(listed.id = ${rowId}) as is_in,
      (count(*) filter (where (listed.at, listed.id) ${compare} (${since}::timestamptz, ${rowId}::text)))::int as position
    from (select ${id} as id, ${at} as at from ${table}
      where ${and(...conditions, any) ?? sql`true`} limit ${maxCounted + 1}) listed`)
  const { total = 0, position = 0, is_in: isIn = false } = counted.rows[0] ?? {}
  const isKnown = total <= maxCounted
  return { before, after, position: isKnown && isIn ? position : null, total: isKnown ? total : null }
}

/** Returns the page with the details of each row. Rows that were deleted meanwhile are left out. */
export async function showPage<Head>(
  { rows, total }: Found,
  limit: number,
  readHeads: (ids: string[]) => Promise<Map<string, Head>>,
): Promise<StaffPage<Head>> {
  const heads = await readHeads(rows.map(({ id }) => id))
  const found = rows.flatMap((row) => {
    const head = heads.get(row.id)
    return head ? [{ ...row, head }] : []
  })
  return toPage(found, { limit, total, cursorOf, show: ({ head }) => head })
}

export const cursorOf = ({ at, id }: { at: string; id: string }): Cursor => [at, id]
