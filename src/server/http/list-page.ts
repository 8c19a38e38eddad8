import { and, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { StaffPage } from '#contract/calls/staff-call.ts'
import type { Database } from '../database/database.ts'
import { type Cursor, countedMost, readCursor, toPage, writeCursor } from './cursors.ts'

/** Few enough to be gathered and sorted in a moment; of more, every few hundredth row of a list is one. */
const fewMost = 5_000

/** More than these are looked for among the first rows of a list before all of them are gathered: each costs a look into the table. */
const veryFewMost = 1_500
/** Where those are spread evenly over a million rows, a page is full before so many were read, in the index alone. */
const firstRows = 30_000

/**
 * So far a list is walked. Many are one in two hundred rows of a million or more, so a page is full by then unless they all lie elsewhere,
 * or no row passes two filters at once.
 */
const walkedMost = 10_000
/** Of what lies further apart, so many are looked up one by one; for more it is cheaper to go through the list once. */
const lookedUpMost = 30_000

/** What a filter on another table says about a list. */
export type Narrowed = {
  condition: SQL
  isFew: boolean
  /** Selects the ids, where they are few but not very few. */
  ids?: SQL
  /** Selects the ids, where they are many and another table has them. */
  manyIds?: SQL
}

/**
 * A filter that another table's index answers (`ids` selects them). Few ids are gathered first and sorted; of many, the list is
 * walked in its own order, where the next one is rarely far (`exists`). Where it is far after all, all of them are gathered, unless the
 * condition is on columns of the list itself (`isOwn`).
 */
export async function narrowBy(
  db: Database,
  id: AnyPgColumn,
  { ids, exists, isOwn = false }: { ids: SQL; exists: SQL; isOwn?: boolean },
): Promise<Narrowed> {
  const counted = await db.execute<{ found: number }>(
    sql`select count(*)::int as found from (${ids} limit ${fewMost + 1}) found`,
  )
  const found = counted.rows[0]?.found ?? 0
  if (found > fewMost) return { isFew: false, condition: exists, ...(!isOwn && { manyIds: ids }) }
  return { isFew: true, condition: sql`${id} = any(array(${ids}))`, ...(found > veryFewMost && { ids }) }
}

/** Which rows there are and how they are sorted, whichever page of them is asked for. */
export type WantedList = {
  table: PgTable
  /** What the list is sorted by, then the id, both of one index. */
  at: AnyPgColumn
  id: AnyPgColumn
  isDescending: boolean
  conditions: (SQL | undefined)[]
  /** Each is looked for by itself in its index, and the findings are put in order: `in (…)` would sort them all. */
  oneOf?: SQL[] | null
  /** A list that is walked is not counted: it would be walked to its end. */
  isCounted?: boolean
  /** So few match that they are gathered once, and counted with it. */
  isFew?: boolean
  /** Selects the ids that `conditions` ask for, if these ask for nothing else. */
  ids?: SQL | undefined
  /** Of a list that is walked: what is asked of each row on the way, beside `conditions`. */
  walked?: Narrowed[]
}

/** Filters as a list takes them: few rows are gathered by one of them, and the others asked of each; else all are asked on a walk. */
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
type Wanted = WantedList & { limit: number; after: string | undefined }

type Walked = Wanted & { walked: Narrowed[]; order: SQL; isAfter: SQL | undefined }

type Found = { rows: { id: string; at: string }[]; total: number | null }

/** The ids of one page and one more, with where each stands; and how many there are in all, as far as anybody counts. */
export async function findPage(db: Database, wanted: Wanted): Promise<Found> {
  const { table, at, id, isDescending, limit, after, conditions, oneOf, isCounted = true } = wanted
  const cursor = readCursor(after, 'time', 'text')
  const order = isDescending ? sql`${at} desc, ${id} desc` : sql`${at}, ${id}`
  const compare = isDescending ? sql`<` : sql`>`
  const isAfter = cursor ? sql`(${at}, ${id}) ${compare} (${cursor[0]}::timestamptz, ${cursor[1]}::text)` : undefined
  if (wanted.ids) {
    const page = await findAmongFirst(db, wanted.ids, { ...wanted, order, isAfter })
    if (page.rows.length > limit) return page
  }
  if (wanted.isFew && isCounted) {
    const direction = isDescending ? sql`desc` : sql``
    const isBehind = cursor ? sql`(at, id) ${compare} (${cursor[0]}::timestamptz, ${cursor[1]}::text)` : sql`true`
    const { rows } = await db.execute<{ id: string; at: string; total: number }>(sql`
      with matching as materialized (
        select ${id} as id, ${at} as at from ${table} where ${and(...conditions) ?? sql`true`})
      select id, at::text as at, (select count(*)::int from matching) as total from matching
      where ${isBehind} order by matching.at ${direction}, matching.id ${direction} limit ${limit + 1}`)
    return { rows: rows.map((row) => ({ id: row.id, at: row.at })), total: rows[0]?.total ?? 0 }
  }
  if (wanted.walked) return { rows: await walk(db, { ...wanted, walked: wanted.walked, order, isAfter }), total: null }
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
      select 1 from ${table} where ${and(...conditions, any) ?? sql`true`} limit ${countedMost + 1}) counted`)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/**
 * The page as far as the first rows of the list have it. Both sides are read in their indexes; `coalesce` keeps PostgreSQL from gathering
 * all of the first rows before it stops at the end of the page.
 */
async function findAmongFirst(
  db: Database,
  ids: SQL,
  { table, at, id, limit, isDescending, order, isAfter }: Wanted & { order: SQL; isAfter: SQL | undefined },
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
 * One page of a list in its own order, each status by itself as in `findPage`, and none of them further than `walkedMost` rows. Whatever
 * these do not settle is gathered.
 */
async function walk(db: Database, wanted: Walked): Promise<Found['rows']> {
  const { table, at, id, isDescending, limit, conditions, oneOf, walked, order, isAfter } = wanted
  const parts = oneOf && oneOf.length > 0 ? oneOf : [undefined]
  const first = (one: SQL | undefined) =>
    sql`select * from ${table} where ${and(...conditions, one, isAfter) ?? sql`true`} order by ${order}`
  // A value, not an `exists`: that one PostgreSQL would gather before it walks.
  const isWanted = sql`(select true where ${and(...walked.map(({ condition }) => condition))})`
  const looked = parts.map(
    (one, part) => sql`(
      select ${id} as id, ${at} as at, ${part}::int as part from (${first(one)} limit ${walkedMost}) ${table}
      where ${isWanted} order by ${order} limit ${limit + 1})`,
  )
  const direction = isDescending ? sql`desc` : sql``
  const { rows: found } = await db.execute<{ id: string; at: string; part: number }>(sql`
    select id, at::text as at, part from (${sql.join(looked, sql` union all `)}) found
    order by found.at ${direction}, found.id ${direction}`)
  const page = found.slice(0, limit + 1).map((row) => ({ id: row.id, at: row.at }))
  const full = Map.groupBy(found, ({ part }) => part)
  const unsettled = parts.filter((_, part) => (full.get(part)?.length ?? 0) <= limit)
  if (unsettled.length === 0) return page
  // Rows behind the last one that was looked at could belong on the page, unless it ends before.
  const last = page[limit]
  const compare = isDescending ? sql`>=` : sql`<=`
  const isBefore = last ? sql`(at, id) ${compare} (${last.at}::timestamptz, ${last.id}::text)` : sql`true`
  const ends = unsettled.map(
    (one) => sql`(select ${at} as at, ${id} as id from (${first(one)} offset ${walkedMost - 1} limit 1) ${table})`,
  )
  const { rowCount } = await db.execute(
    sql`select from (${sql.join(ends, sql` union all `)}) ends where ${isBefore} limit 1`,
  )
  if (!rowCount) return page
  return gather(db, wanted)
}

/** One page out of everything that matches: for what lies too far apart to be walked to. */
async function gather(
  db: Database,
  { table, at, id, isDescending, limit, conditions, oneOf, walked, isAfter }: Walked,
): Promise<Found['rows']> {
  const sets = walked.flatMap(({ manyIds }) => (manyIds ? [sql`(${manyIds})`] : []))
  const ids = sql.join(sets, sql` intersect `)
  const isGathered = async () => {
    const counted = await db.execute<{ found: number }>(
      sql`select count(*)::int as found from (${ids} limit ${lookedUpMost + 1}) found`,
    )
    const isFew = (counted.rows[0]?.found ?? 0) <= lookedUpMost
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
 * What the rows of a list come to, by currency, and how many they are; null where they are too many to count. As many rows are read as
 * are counted, by the index that the list is found by.
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
      where ${and(...conditions, any) ?? sql`true`} limit ${countedMost + 1}) listed
    group by currency order by found desc, currency`)
  const rows = summed.rows.reduce((all, { found }) => all + found, 0)
  if (rows > countedMost) return null
  return { rows, money: summed.rows.map((row) => ({ amount: Number(row.amount), currency: row.currency })) }
}

/** The different values of a column, as many as are wanted: each is one look into its index, however many rows have it. */
export async function listValues(
  db: Database,
  column: AnyPgColumn,
  { most, shown = column }: { most: number; shown?: AnyPgColumn },
): Promise<string[]> {
  const { table } = column
  const { rows } = await db.execute<{ shown: string }>(sql`
    with recursive found (value, at) as (
      (select ${column}, 1 from ${table} order by ${column} limit 1)
      union all
      select (select ${column} from ${table} where ${column} > found.value order by ${column} limit 1), at + 1
      from found where value is not null and at < ${most})
    select (select ${shown} from ${table} where ${column} = value limit 1) as shown from found where value is not null`)
  return rows.map((row) => row.shown).filter((value) => value !== '')
}

type Neighbours = { before: string | null; after: string | null; position: number | null; total: number | null }

/** The ids of a row's neighbours in a list, and which of how many it is. One that has left the list keeps its neighbours, and is none of them. */
export async function findPlace(db: Database, wanted: WantedList, rowId: string): Promise<Neighbours> {
  const { table, at, id, isDescending, conditions, oneOf, isCounted = true, isFew } = wanted
  const own = await db.execute<{ at: string | null }>(
    sql`select ${at}::text as at from ${table} where ${id} = ${rowId}`,
  )
  const since = own.rows[0]?.at
  if (!since) return { before: null, after: null, position: null, total: null }
  const neighbour = async (isUp: boolean) => {
    const page = await findPage(db, {
      ...wanted,
      isDescending: isDescending !== isUp,
      limit: 1,
      after: writeCursor([since, rowId]),
      // Few are gathered together with their count; of others nobody needs it here.
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
      where ${and(...conditions, any) ?? sql`true`} limit ${countedMost + 1}) listed`)
  const { total = 0, position = 0, is_in: isIn = false } = counted.rows[0] ?? {}
  const isKnown = total <= countedMost
  return { before, after, position: isKnown && isIn ? position : null, total: isKnown ? total : null }
}

/** The page with what is shown of each row; one that went away meanwhile is left out. */
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

/** Where a page ends. */
export const cursorOf = ({ at, id }: { at: string; id: string }): Cursor => [at, id]
