import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/processes/cluster.ts'
import { openDatabase } from './database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let opened: ReturnType<typeof openDatabase>

beforeAll(async () => {
  database = await createTestDatabase()
  opened = openDatabase(database.url, { max: 2 })
})
afterAll(async () => {
  await opened.close()
  await database.drop()
})

function prepareValues(name: string) {
  return opened.db
    .select({
      word: sql<string>`${sql.placeholder('word')}::text`,
      count: sql<number>`${sql.placeholder('count')}::int`,
      isTrue: sql<boolean>`${sql.placeholder('isTrue')}::boolean`,
      at: sql<string>`${sql.placeholder('at')}::timestamptz`,
      numbers: sql<number[]>`${sql.placeholder('numbers')}::int[]`,
      words: sql<string[]>`${sql.placeholder('words')}::text[]`,
      nothing: sql<null>`${sql.placeholder('nothing')}::text`,
      pair: sql<[number, string]>`json_build_array(1, 'two')`,
    })
    .from(sql`(select) nothing`)
    .prepare(name)
}

const given = {
  word: 'it’s "quoted", {braced} and\nbroken',
  count: -7,
  isTrue: true,
  at: new Date('2026-03-01T10:00:00.123Z'),
  numbers: [1, 2, 3],
  words: null as string[] | null,
  nothing: null,
}
const read = { ...given, at: '2026-03-01 10:00:00.123+00', pair: [1, 'two'] }

test('returns values unchanged on the first run and on every connection', async () => {
  const prepared = prepareValues('values_again')
  for (let round = 0; round < 2; round++) {
    expect(await Promise.all([1, 2, 3].map(() => prepared.execute(given)))).toEqual([[read], [read], [read]])
  }
  expect(await prepared.execute({ ...given, numbers: [] })).toEqual([{ ...read, numbers: [] }])
})

test('accepts lists of texts in the same query', async () => {
  const prepared = prepareValues('values_by_pg')
  expect(await prepared.execute(given)).toEqual([read])
  const words = ['a "quoted" one', 'and, another']
  expect(await prepared.execute({ ...given, words })).toEqual([{ ...read, words }])
  expect(await prepared.execute(given)).toEqual([read])
})

test('reports a failed query and runs the next query', async () => {
  const prepared = opened.db
    .select({ share: sql<number>`10 / ${sql.placeholder('by')}::int` })
    .from(sql`(select) nothing`)
    .prepare('divided')
  expect(await prepared.execute({ by: 5 })).toEqual([{ share: 2 }])
  for (let round = 0; round < 3; round++) {
    await expect(prepared.execute({ by: 0 })).rejects.toMatchObject({ cause: { code: '22012' } })
  }
  expect(await prepared.execute({ by: 2 })).toEqual([{ share: 5 }])
})

test('rejects only the running query when its connection is lost', async () => {
  const sleeper = opened.db
    .select({ slept: sql`pg_sleep(${sql.placeholder('seconds')}::int)` })
    .from(sql`(select) nothing`)
    .prepare('sleeper')
  const lost = expect(sleeper.execute({ seconds: 30 })).rejects.toThrow()
  await expect
    .poll(async () => {
      const { rowCount } = await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()`,
      )
      return rowCount
    })
    .toBe(1)
  await lost
  expect(await sleeper.execute({ seconds: 0 })).toEqual([{ slept: '' }])
})

test('rejects a second query under the same name', async () => {
  const ask = (text: string) => opened.pool.query({ name: 'twice', text, rowMode: 'array' }, [])
  const { rows } = await ask('select 1')
  expect(rows).toEqual([[1]])
  await expect(Promise.all([1, 2, 3].map(() => ask('select 2')))).rejects.toThrow('twice')
})

test('plans the query in each pooler session when queries have no names', async () => {
  const { db, pool, close } = openDatabase(database.url, { max: 1 })
  const prepared = db
    .select({ share: sql<number>`10 / ${sql.placeholder('by')}::int` })
    .from(sql`(select) nothing`)
    .prepare('left_out')
  const listPrepared = async () => (await pool.query('select name from pg_prepared_statements')).rows
  pool.disableNames()
  expect(await prepared.execute({ by: 5 })).toEqual([{ share: 2 }])
  expect(await db.transaction((tx) => tx.execute(sql`select 1 as one`))).toMatchObject({ rows: [{ one: 1 }] })
  expect(await listPrepared()).toEqual([])
  await close()
})
