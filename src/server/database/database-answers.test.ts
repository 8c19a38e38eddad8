import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFreezableConnection } from '#testing/checks/freezable-connection.ts'
import { createTestDatabase } from '#testing/processes/cluster.ts'
import { openDatabase } from './database.ts'
import { createDatabaseCheck } from './database-answers.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('detects a frozen database in time, with and without open connections, and notices when the database answers again', async () => {
  const line = await openFreezableConnection(database.url)
  const { db, close } = openDatabase(line.url, { max: 2 })
  const doesAnswer = createDatabaseCheck(db, 300)
  expect(await doesAnswer()).toBe(true)
  line.freeze()
  const begun = performance.now()
  expect(await Promise.all([doesAnswer(), doesAnswer(), doesAnswer()])).toEqual([false, false, false])
  expect(performance.now() - begun).toBeLessThan(1_500)
  expect(await doesAnswer()).toBe(false)
  line.thaw()
  await expect.poll(doesAnswer).toBe(true)
  await close()
  line.close()
})

test('does not report a busy pool as a frozen database while other queries are answered', async () => {
  const { db, pool, close } = openDatabase(database.url, { max: 1 })
  const doesAnswer = createDatabaseCheck(db, 200)
  expect(await doesAnswer()).toBe(true)
  // The queries take turns on the only connection, and the check waits behind all of them.
  const queries = Array.from({ length: 12 }, () => pool.query('select pg_sleep(0.05)'))
  expect(await doesAnswer()).toBe(true)
  await Promise.all(queries)
  await close()
})
