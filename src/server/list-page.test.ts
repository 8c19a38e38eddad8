import { sql } from 'drizzle-orm'
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { beforeAll, expect, test } from 'vitest'
import { testShop } from '#testing/test-shop.ts'
import { writeCursor } from './cursors.ts'
import { cursorOf, findPage, narrowBy } from './list-page.ts'

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
  // Some twice, as an order has a sku twice; old ones are all at the end of the list.
  await shop.shop.db.execute(sql`
    insert into marks select md5(n::text), kind from generate_series(1, ${count}) n, lateral (values
      ('rare', n % 4000 = 0), ('even', n % 20 = 0), ('even', n % 200 = 0), ('old', n <= 2000), ('many', n % 2 = 0)) k (kind, has)
    where k.has`)
  await shop.shop.db.execute(sql`create index on marks (thing_id, kind)`)
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
] as const)('pages of what is %s are those of the whole list, none missing and none twice', async (kind, expected) => {
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

test('what nothing is marked with has no page', async () => {
  expect(await readPages('none', true, 1)).toMatchObject({ found: [], totals: [0] })
})
