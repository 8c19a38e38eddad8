import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/cluster.ts'
import { checkDatabase, type Database, isDatabaseAway, migrateDatabase, openDatabase } from './database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'harbor-migrations-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

test('services take the database and a transaction alike', async () => {
  const count = (db: Database) => db.execute(sql`select 1 as one`)
  expect((await count(database.db)).rows).toEqual([{ one: 1 }])
  expect((await database.db.transaction((tx) => count(tx))).rows).toEqual([{ one: 1 }])
})

test('sessions count in UTC', async () => {
  const { rows } = await database.pool.query(`select '2026-03-01 12:00+02'::timestamptz::text as at`)
  expect(rows).toEqual([{ at: '2026-03-01 10:00:00+00' }])
})

test('a folder without migrations is fine', async () => {
  await migrateDatabase(database.pool, join(folder, 'none'))
})

test('instances that start together migrate once', async () => {
  await mkdir(join(folder, 'meta'))
  const entry = { idx: 0, version: '7', when: Date.now() + 1e9, tag: '0000_boats', breakpoints: true }
  await writeFile(
    join(folder, 'meta/_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries: [entry] }),
  )
  await writeFile(join(folder, '0000_boats.sql'), 'create table boats (id int); select pg_sleep(0.2);')
  await Promise.all([1, 2, 3].map(() => migrateDatabase(database.pool, folder)))
  expect((await database.pool.query('select * from boats')).rowCount).toBe(0)
})

test('a connection that PostgreSQL ends does no harm', async () => {
  const errors: Error[] = []
  const { pool, close } = openDatabase(database.url, { onError: (error) => errors.push(error) })
  const { rows } = await pool.query('select pg_backend_pid() as pid')
  const lost = new Promise((resolve) => pool.once('remove', resolve))
  await database.pool.query('select pg_terminate_backend($1)', [rows[0].pid])
  await lost
  expect((await pool.query('select 1')).rowCount).toBe(1)
  expect(errors).toHaveLength(1)
  await close()
})

test('a connection that PostgreSQL ends in the middle of a transaction does no harm either', async () => {
  const errors: Error[] = []
  const { db, pool, close } = openDatabase(database.url, { onError: (error) => errors.push(error) })
  const broken = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    // Nothing is asked meanwhile, so there is no query that could be told.
    await expect.poll(() => errors.length).toBeGreaterThan(0)
    await tx.execute(sql`select 1`)
  })
  const fault = await broken.catch((error: unknown) => error)
  expect(isDatabaseAway(fault)).toBe(true)
  expect((await pool.query('select 1')).rowCount).toBe(1)
  await close()
})

test('only what passes by itself counts as being away', async () => {
  const { db, close } = openDatabase(database.url)
  const fault = await db.execute(sql`select 1 / 0`).catch((error: unknown) => error)
  expect(isDatabaseAway(fault)).toBe(false)
  expect(isDatabaseAway(new Error('timeout exceeded when trying to connect'))).toBe(true)
  await close()
})

test.each([
  [
    'postgresql://shop:hunter22@127.0.0.1:1/harbor',
    'The database harbor at 127.0.0.1:1 cannot be used: the connection is refused. Check DATABASE_URL and that PostgreSQL is running there.',
  ],
  ['postgresql://shop:hunter22@localhost/harbor?host=/nowhere', 'there is no such socket'],
])('a database that does not answer is named without its password: %s', async (url, sentence) => {
  const { pool, close } = openDatabase(url)
  await expect(checkDatabase(pool, url)).rejects.toThrow(sentence)
  await expect(checkDatabase(pool, url)).rejects.not.toThrow('hunter22')
  await close()
})

test('a database that does not exist is named', async () => {
  const url = database.url.replace(/harbor_test_\w+/, 'absent')
  const { pool, close } = openDatabase(url)
  await expect(checkDatabase(pool, url)).rejects.toThrow('there is no database of that name')
  await close()
})
