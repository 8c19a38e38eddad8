import { sql } from 'drizzle-orm'
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { beforeAll, expect, test } from 'vitest'
import { watchPlans } from '#testing/checks/watch-plans.ts'
import { testShop } from '#testing/test-shop.ts'
import { writeCursor } from './cursors.ts'
import { cursorOf, findPage, narrowBy, toFilters } from './list-page.ts'

const shop = testShop()
const things = pgTable('things', {
  id: text('id').primaryKey(),
  at: timestamp('at', { withTimezone: true }).notNull(),
})
const count = 40_000
const pageLength = 250

beforeAll(async () => {
  await shop.shop.db.execute(sql`create table things (id text primary key, at timestamptz not null)`)
  await shop.shop.db.execute(sql`create table marks (thing_id text not null, kind text not null)`)
  await shop.shop.db.execute(sql`
    insert into things select md5(n::text), timestamptz '2026-01-01' + n / 3 * interval '1 minute' from generate_series(1, ${count}) n`)
  // Some marks are duplicates, as an order can contain a SKU twice. Old marks are all at the end of the list.
  await shop.shop.db.execute(sql`
    insert into marks select md5(n::text), kind from generate_series(1, ${count}) n, lateral (values
      ('far', n <= 6000), ('most', n <= 35000), ('odd', n % 2 = 1), ('rare', n % 4000 = 0), ('even', n % 20 = 0), ('even', n % 200 = 0), ('old', n <= 2000), ('many', n % 2 = 0)) k (kind, has)
    where k.has`)
  await shop.shop.db.execute(sql`create index on marks (thing_id, kind)`)
  await shop.shop.db.execute(sql`create index marks_kind_idx on marks (kind, thing_id)`)
  await shop.shop.db.execute(sql`create index things_at_idx on things (at, id)`)
  await shop.shop.db.execute(sql`analyze things, marks`)
})

const marked = (kind: string) => sql`select thing_id from marks where kind = ${kind}`

async function readPages(kind: string, isDescending: boolean, pages: number) {
  const exists = sql`exists (select from marks where thing_id = ${things.id} and kind = ${kind})`
  const narrowed = await narrowBy(shop.shop.db, things.id, { ids: marked(kind), exists })
  const found: string[] = []
  const totals = new Set<number | null>()
  let after: string | undefined
  for (let page = 0; page < pages; page++) {
    const { rows, total } = await findPage(shop.shop.db, {
      table: things,
      at: things.at,
      id: things.id,
      isDescending,
      limit: pageLength,
      after,
      conditions: [narrowed.condition],
      isFew: narrowed.isFew,
      isCounted: narrowed.isFew,
      ids: narrowed.ids,
    })
    const shown = rows.slice(0, pageLength)
    found.push(...shown.map(({ id }) => id))
    totals.add(total)
    const last = shown.at(-1)
    if (rows.length <= pageLength || !last) break
    after = writeCursor(cursorOf(last))
  }
  return { found, totals: [...totals], isLookedFor: narrowed.ids !== undefined }
}

test.each([
  ['rare', { isLookedFor: false, total: 10, pages: 100 }],
  ['even', { isLookedFor: true, total: 2000, pages: 100 }],
  ['old', { isLookedFor: true, total: 2000, pages: 3 }],
  ['many', { isLookedFor: false, total: null, pages: 3 }],
] as const)('returns complete pages without duplicates for rows with the mark "%s"', async (kind, expected) => {
  for (const isDescending of [true, false]) {
    const { found, totals, isLookedFor } = await readPages(kind, isDescending, expected.pages)
    const direction = isDescending ? sql`desc` : sql``
    const truth = await shop.shop.db
      .select({ id: things.id })
      .from(things)
      .where(sql`${things.id} in (${marked(kind)})`)
      .orderBy(sql`${things.at} ${direction}, ${things.id} ${direction}`)
      .limit(expected.pages * pageLength)
    expect(found).toEqual(truth.map(({ id }) => id))
    expect([totals, isLookedFor]).toEqual([[expected.total], expected.isLookedFor])
  }
})

test('returns an empty page when no row matches the mark', async () => {
  expect(await readPages('none', true, 1)).toMatchObject({ found: [], totals: [0] })
})

const isMarked = (kind: string) => sql`exists (select from marks where thing_id = ${things.id} and kind = ${kind})`
/** A condition on columns of the list itself that a fifth of the rows meet. */
const isOwnFifth = sql`extract(minute from ${things.at})::int % 5 = 0`
/** Conditions like statuses, each searched separately. One condition matches few rows, at the end of the list. */
const statuses = [
  sql`${things.at} < timestamptz '2026-01-01 01:00Z'`,
  sql`${things.at} >= timestamptz '2026-01-01 01:00Z'`,
]

async function readWalked(
  kinds: string[],
  { isDescending = true, isFifth = false, oneOf = [] as typeof statuses, pages = 3 },
) {
  const { db, steps } = watchPlans(shop.shop.db)
  const narrowed = await Promise.all(
    kinds.map((kind) => narrowBy(db, things.id, { ids: marked(kind), exists: isMarked(kind) })),
  )
  if (isFifth) {
    const ids = sql`select ${things.id} from ${things} where ${isOwnFifth}`
    narrowed.push(await narrowBy(db, things.id, { ids, exists: isOwnFifth, isOwn: true }))
  }
  const found: string[] = []
  const read: { ofList: number; inAll: number }[] = []
  let after: string | undefined
  for (let page = 0; page < pages; page++) {
    steps.length = 0
    const list = { table: things, at: things.at, id: things.id, isDescending, oneOf }
    const { rows } = await findPage(db, { ...list, limit: pageLength, after, ...toFilters(narrowed) })
    // The rows of a bitmap scan are read through its index, so these rows are counted only once.
    const ofList = steps.filter(({ kind, of }) => of.startsWith('things') && kind !== 'Bitmap Heap Scan')
    const count = (some: typeof steps) => some.reduce((sum, step) => sum + step.rows, 0)
    read.push({ ofList: count(ofList), inAll: count(steps) })
    found.push(...rows.slice(0, pageLength).map(({ id }) => id))
    const last = rows[pageLength - 1]
    if (rows.length <= pageLength || !last) break
    after = writeCursor(cursorOf(last))
  }
  const direction = isDescending ? sql`desc` : sql``
  const truth = await shop.shop.db.execute<{ id: string }>(sql`
    select id from things where ${sql.join([sql`true`, ...kinds.map(isMarked), ...(isFifth ? [isOwnFifth] : [])], sql` and `)}
    order by at ${direction}, id ${direction} limit ${pages * pageLength}`)
  expect(found).toEqual(truth.rows.map(({ id }) => id))
  return read
}

test('reads only as much of the list as the page shows for a frequent mark', async () => {
  for (const { inAll } of await readWalked(['many'], {})) expect(inAll).toBeLessThan(6 * pageLength)
  for (const { inAll } of await readWalked(['many'], { isFifth: true })) expect(inAll).toBeLessThan(30 * pageLength)
})

test('gathers the matches, instead of walking the list, if the matches are far away or no row has both marks', async () => {
  const walked = 10_000
  for (const isDescending of [true, false]) {
    for (const oneOf of [[], statuses]) {
      // The end of the walked part of the list is read once more for each status.
      for (const { ofList } of await readWalked(['far'], { isDescending, oneOf }))
        expect(ofList).toBeLessThan(3 * walked)
      expect(await readWalked(['many', 'odd'], { isDescending, oneOf })).toHaveLength(1)
      await readWalked(['most', 'far'], { isDescending, oneOf, isFifth: true })
      await readWalked(['many', 'far'], { isDescending, oneOf, pages: 20 })
    }
  }
})
