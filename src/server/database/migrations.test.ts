import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/processes/cluster.ts'
import { migrateDatabase } from './migrations.ts'
import { prepareInTurn } from './prepare-in-turn.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let folder: string
let folders: { migrations: string; functions: string }

beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'harbor-migrations-'))
  await mkdir(join(folder, 'meta'))
  await mkdir(join(folder, 'functions'))
  folders = { migrations: folder, functions: join(folder, 'functions') }
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

async function write(files: Record<string, string>) {
  const entries = Object.keys(files).map((tag, idx) => ({ idx, version: '7', when: idx + 1, tag, breakpoints: true }))
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
  for (const [tag, text] of Object.entries(files)) await writeFile(join(folder, `${tag}.sql`), text)
}

const migrate = (more = {}) => migrateDatabase({ url: database.url, ...more }, folders)
const ask = async (text: string) => (await database.pool.query(text)).rows

async function connect() {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  return client
}

test('changes nothing for a folder without migrations', async () => {
  const listTables = () => ask('select oid::regclass::text as name from pg_class order by oid')
  const before = await listTables()
  await migrateDatabase({ url: database.url }, { ...folders, migrations: join(folder, 'none') })
  expect(await listTables()).toEqual(before)
})

test('migrates once when several instances start together', async () => {
  await write({ '0000_boats': 'create table boats (id int); select pg_sleep(0.1);' })
  const preparation = { url: database.url }
  await Promise.all([1, 2, 3].map(() => prepareInTurn(preparation, () => migrate())))
  expect(await ask('select * from boats')).toEqual([])
})

test('applies each migration once when two instances have lost the lock', async () => {
  await write({ '0000_boats': 'create table boats (id int); select pg_sleep(0.1);' })
  await Promise.all([1, 2, 3].map(() => migrate()))
  expect(await ask('select count(*)::int as n from drizzle.__drizzle_migrations where created_at = 1')).toEqual([
    { n: 1 },
  ])
})

test('rolls back a failed migration and keeps the earlier migrations', async () => {
  await write({
    '0000_boats': 'create table boats (id int)',
    '0001_oars': 'create table oars (id int);\n--> statement-breakpoint\nselect 1 / 0',
  })
  await expect(migrate()).rejects.toThrow('The tables could not be updated: division by zero (in 0001_oars).')
  expect(await ask("select to_regclass('boats') is null as boats, to_regclass('oars') is null as oars")).toEqual([
    { boats: false, oars: true },
  ])
})

test('yields to a transaction that holds the table, and tries again', async () => {
  await write({ '0000_boats': 'create table boats (id int)', '0001_name': 'alter table boats add column name text' })
  await write({ '0000_boats': 'create table boats (id int)' })
  await migrate()
  await write({ '0000_boats': 'create table boats (id int)', '0001_name': 'alter table boats add column name text' })
  const holder = await connect()
  await holder.query('begin; select * from boats')
  const migrating = migrate()
  const waits = `select 1 from pg_stat_activity where application_name = 'harbor migrations' and wait_event_type = 'Lock'`
  await expect.poll(() => ask(waits)).toHaveLength(1)
  // Queries behind the waiting migration wait no longer than the migration itself.
  const begun = performance.now()
  await ask('select * from boats')
  expect(performance.now() - begun).toBeLessThan(5_000)
  await holder.query('commit')
  await holder.end()
  await migrating
  expect(await ask('select name from boats')).toEqual([])
})

test('creates indexes concurrently and fills columns in batches outside a transaction', async () => {
  await write({
    '0000_boats': 'create table boats (id int, length int); insert into boats select generate_series(1, 25)',
  })
  await migrate()
  await write({
    '0000_boats': '',
    '0001_lengths': `-- harbor: outside of a transaction
create index concurrently if not exists boats_length on boats (length)
--> statement-breakpoint
-- harbor: repeat until no row changes
update boats set length = 7 where id in (select id from boats where length is null limit 10)
--> statement-breakpoint
create table if not exists batches as select count(distinct xmin::text)::int as n from boats`,
  })
  await migrate()
  expect(await ask('select distinct length from boats')).toEqual([{ length: 7 }])
  expect(await ask('select n from batches')).toEqual([{ n: 3 }])
})

test('rebuilds an incomplete index of an interrupted start', async () => {
  await write({ '0000_boats': 'create table boats (id int); insert into boats values (1), (1)' })
  await migrate()
  const index = 'create unique index concurrently if not exists boats_id on boats (id)'
  const text = `-- harbor: outside of a transaction\n${index}`
  await write({ '0000_boats': '', '0001_index': text })
  await expect(migrate()).rejects.toThrow('could not create unique index')
  await ask('delete from boats')
  await migrate()
  expect(await ask("select indisvalid from pg_index where indexrelid = 'boats_id'::regclass")).toEqual([
    { indisvalid: true },
  ])
})

test('reports the lock holder while waiting, does not block an index build, and stops when aborted', async () => {
  await write({
    '0000_boats':
      '-- harbor: outside of a transaction\ncreate index concurrently if not exists i on orders (id, created_at)',
  })
  const said: string[] = []
  const stopping = new AbortController()
  const first = Promise.withResolvers<void>()
  const isIn = Promise.withResolvers<void>()
  const preparing = prepareInTurn({ url: database.url }, () => {
    isIn.resolve()
    return first.promise
  })
  await isIn.promise
  const waiting = prepareInTurn(
    { url: database.url, signal: stopping.signal, onProgress: (text) => said.push(text) },
    async () => 'in turn',
  )
  await expect.poll(() => said[0]).toMatch(/held by PostgreSQL process \d+ \(harbor preparing, idle in transaction/)
  // A concurrent index build waits for every older snapshot, so waiting instances must not hold a snapshot.
  await migrate()
  stopping.abort()
  await expect(waiting).rejects.toThrow('aborted')
  first.resolve()
  await preparing
})

test('releases the lock when its connection ends', async () => {
  const forever = prepareInTurn({ url: database.url }, () => new Promise(() => {}))
  forever.catch(() => undefined)
  const holder =
    "select pid from pg_stat_activity where application_name = 'harbor preparing' and state = 'idle in transaction'"
  await expect.poll(() => ask(holder)).toHaveLength(1)
  const [{ pid }] = await ask(holder)
  const next = prepareInTurn({ url: database.url }, async () => 'in turn')
  await ask(`select pg_terminate_backend(${pid})`)
  expect(await next).toBe('in turn')
})

const boats = { '0000_boats': 'create table boats (id int, name text)' }
const writeFunction = (body: string) =>
  writeFile(
    join(folder, 'functions/boats.sql'),
    `create or replace function boat_name() returns text language sql as $$ ${body} $$;`,
  )

test('runs a file of SQL functions after the migrations, and again when the text of the file changes', async () => {
  await write(boats)
  await writeFunction("select 'first'")
  await migrate()
  expect(await ask('select boat_name() as name')).toEqual([{ name: 'first' }])
  await writeFunction("select 'second'")
  await migrate()
  expect(await ask('select boat_name() as name')).toEqual([{ name: 'second' }])
})

test('does not let an instance of an older version restore older functions', async () => {
  await write(boats)
  for (const name of ['first', 'second', 'first']) {
    await writeFunction(`select '${name}'`)
    await migrate()
  }
  expect(await ask('select boat_name() as name')).toEqual([{ name: 'second' }])
})

test('names the failing file of SQL functions and changes nothing', async () => {
  await write(boats)
  await writeFile(join(folder, 'functions/a.sql'), 'create function a() returns int language sql as $$ select 1 $$;')
  await writeFile(
    join(folder, 'functions/b.sql'),
    'create trigger missing after insert on nowhere execute function a();',
  )
  await expect(migrate()).rejects.toThrow('relation "nowhere" does not exist (in db/functions).')
  expect(await ask("select to_regprocedure('a()') is null as is_missing")).toEqual([{ is_missing: true }])
})

test('refuses a database with a different first migration, and says why in a plain sentence', async () => {
  await write({ '0000_old': 'create table boats (id int)' })
  await migrate()
  const entries = [{ idx: 0, version: '7', when: 99, tag: '0000_baseline', breakpoints: true }]
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
  await writeFile(join(folder, '0000_baseline.sql'), 'create table boats (id int)')
  await expect(migrate()).rejects.toThrow('This database was created before version 0.3 and cannot be upgraded')
})
