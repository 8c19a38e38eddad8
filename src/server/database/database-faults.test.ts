import { type AddressInfo, createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/processes/cluster.ts'
import { openDatabase } from './database.ts'
import { isDatabaseUnavailable } from './database-faults.ts'

const faultOf = (failing: Promise<unknown>): Promise<unknown> =>
  failing.then(
    () => null,
    (error: unknown) => error,
  )

/** A server of another program that resets every connection. */
const rude = createServer((socket: Socket) => socket.resetAndDestroy())
const quiet = createServer()
let rudePort = 0
let closedPort = 0
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  database = await createTestDatabase()
  await new Promise<void>((done) => rude.listen(0, '127.0.0.1', done))
  await new Promise<void>((done) => quiet.listen(0, '127.0.0.1', done))
  closedPort = (quiet.address() as AddressInfo).port
  await new Promise((done) => quiet.close(done))
  rudePort = (rude.address() as AddressInfo).port
})
afterAll(async () => {
  rude.close()
  await database.drop()
})

test.each([
  ['refuses', () => closedPort],
  ['resets', () => rudePort],
])('distinguishes a database that %s connections from another host with the same error', async (_, port) => {
  const { db, pool, close } = openDatabase(`postgresql://shop:hunter22@127.0.0.1:${port()}/harbor`)
  expect(isDatabaseUnavailable(await faultOf(db.execute(sql`select 1`)))).toBe(true)
  expect(isDatabaseUnavailable(await faultOf(db.transaction(async () => {})))).toBe(true)
  expect(isDatabaseUnavailable(await faultOf(pool.query('select 1')))).toBe(true)
  expect(isDatabaseUnavailable(await faultOf(pool.connect()))).toBe(true)
  await close()
  const elsewhere = await faultOf(fetch(`http://127.0.0.1:${port()}`))
  expect(elsewhere).toMatchObject({ cause: { code: expect.stringMatching(/ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET/) } })
  expect(isDatabaseUnavailable(elsewhere)).toBe(false)
  expect(isDatabaseUnavailable(new Error('could not be sent', { cause: elsewhere }))).toBe(false)
})

test('recognizes a connection that PostgreSQL ends during a query, with and without a pool', async () => {
  const { db, pool, close } = openDatabase(database.url)
  const client = await pool.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const slow = faultOf(client.query('select pg_sleep(20)'))
  await database.pool.query('select pg_terminate_backend($1)', [rows[0].pid])
  expect(isDatabaseUnavailable(await slow)).toBe(true)
  client.release(true)
  const fault = await faultOf(db.execute(sql`select pg_terminate_backend(pg_backend_pid())`))
  expect(isDatabaseUnavailable(fault)).toBe(true)
  expect(isDatabaseUnavailable(await faultOf(db.execute(sql`select 1 / 0`)))).toBe(false)
  await close()
})

test('does not recognize a database error by its code or message alone', () => {
  const codes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '08006', '53300']
  for (const code of codes) expect(isDatabaseUnavailable(Object.assign(new Error('away'), { code }))).toBe(false)
  for (const words of ['Connection terminated', 'connection error', 'timeout exceeded when trying to connect']) {
    expect(isDatabaseUnavailable(new Error(words))).toBe(false)
  }
})
