import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/processes/cluster.ts'
import { checkDatabase, type Database, openDatabase } from './database.ts'
import { isDatabaseUnavailable } from './database-faults.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('passes a database or a transaction to services alike', async () => {
  const count = (db: Database) => db.execute(sql`select 1 as one`)
  expect((await count(database.db)).rows).toEqual([{ one: 1 }])
  expect((await database.db.transaction((tx) => count(tx))).rows).toEqual([{ one: 1 }])
})

test('uses UTC in every session', async () => {
  const { rows } = await database.pool.query(`select '2026-03-01 12:00+02'::timestamptz::text as at`)
  expect(rows).toEqual([{ at: '2026-03-01 10:00:00+00' }])
})

test('survives a connection that PostgreSQL ends', async () => {
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

test('survives a connection that PostgreSQL ends in the middle of a transaction', async () => {
  const errors: Error[] = []
  const { db, pool, close } = openDatabase(database.url, { onError: (error) => errors.push(error) })
  const broken = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    // No query runs meanwhile, so no query could report the error.
    await expect.poll(() => errors.length).toBeGreaterThan(0)
    await tx.execute(sql`select 1`)
  })
  const fault = await broken.catch((error: unknown) => error)
  expect(isDatabaseUnavailable(fault)).toBe(true)
  expect((await pool.query('select 1')).rowCount).toBe(1)
  await close()
})

test('repeats a whole transaction after a deadlock', async () => {
  const { db, pool, close } = openDatabase(database.url)
  await pool.query('create table shelves (id int primary key, pieces int); insert into shelves values (1, 0), (2, 0)')
  let tries = 0
  const bothHold = Promise.withResolvers<void>()
  let holders = 0
  const take = (first: number, second: number) =>
    db.transaction(async (tx) => {
      tries++
      await tx.execute(sql`update shelves set pieces = pieces + 1 where id = ${first}`)
      if (++holders === 2) bothHold.resolve()
      await bothHold.promise
      await tx.execute(sql`update shelves set pieces = pieces + 1 where id = ${second}`)
    })
  await Promise.all([take(1, 2), take(2, 1)])
  expect(tries).toBe(3)
  expect((await pool.query('select pieces from shelves')).rows).toEqual([{ pieces: 2 }, { pieces: 2 }])
  await close()
})

test('repeats a single statement after a deadlock, and gives up after repeated deadlocks', async () => {
  const { db, pool, close } = openDatabase(database.url)
  await pool.query(`create sequence tries;
    create function lose(times int) returns int language plpgsql as $$ begin
      if nextval('tries') < times then raise exception 'lost' using errcode = '40P01'; end if;
      return 1;
    end $$`)
  expect((await db.execute(sql`select lose(3) as won`)).rows).toEqual([{ won: 1 }])
  const { rows } = await pool.query('select last_value::int as tries from tries')
  expect(rows).toEqual([{ tries: 3 }])
  await expect(db.execute(sql`select lose(100)`)).rejects.toMatchObject({ cause: { code: '40P01' } })
  await close()
})

/** Returns the names of the startup parameters that a connection of the pool sends. */
async function readStartupParameters(): Promise<string[]> {
  const { promise: message, resolve } = Promise.withResolvers<Buffer>()
  const server = createServer((socket) => socket.once('data', (bytes: Buffer) => socket.destroy() && resolve(bytes)))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const { pool, close } = openDatabase(`postgresql://shop@127.0.0.1:${port}/harbor`)
  await expect(pool.connect()).rejects.toThrow()
  await close()
  server.close()
  // The message begins with its length and the version, four bytes each. Names and values follow in turn, each ended by a zero.
  const texts = (await message).toString('utf8', 8).split('\0')
  return texts.filter((text, at) => at % 2 === 0 && text !== '')
}

test('sets session settings without startup parameters, which poolers refuse', async () => {
  expect((await readStartupParameters()).sort()).toEqual(['application_name', 'client_encoding', 'database', 'user'])
  const { pool, close } = openDatabase(database.url)
  const { rows } = await pool.query(
    `select current_setting('statement_timeout') as statements, current_setting('timezone') as zone,
      current_setting('idle_in_transaction_session_timeout') as idle`,
  )
  expect(rows).toEqual([{ statements: '30s', zone: 'UTC', idle: '1min' }])
  await close()
})

test('does not treat a query error as an unavailable database', async () => {
  const { db, close } = openDatabase(database.url)
  const fault = await db.execute(sql`select 1 / 0`).catch((error: unknown) => error)
  expect(isDatabaseUnavailable(fault)).toBe(false)
  await close()
})

test.each([
  [
    'postgresql://shop:hunter22@127.0.0.1:1/harbor',
    'The database harbor at 127.0.0.1:1 cannot be used: the connection is refused. Check DATABASE_URL and that PostgreSQL is running there.',
  ],
  ['postgresql://shop:hunter22@localhost/harbor?host=/nowhere', 'the socket does not exist'],
])('reports an unreachable database without its password: %s', async (url, sentence) => {
  const { pool, close } = openDatabase(url)
  await expect(checkDatabase(pool, url)).rejects.toThrow(sentence)
  await expect(checkDatabase(pool, url)).rejects.not.toThrow('hunter22')
  await close()
})

test('reports a database that does not exist', async () => {
  const url = database.url.replace(/harbor_test_\w+/, 'absent')
  const { pool, close } = openDatabase(url)
  await expect(checkDatabase(pool, url)).rejects.toThrow('there is no database with this name')
  await close()
})
