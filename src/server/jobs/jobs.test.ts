import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#testing/processes/cluster.ts'
import { createLog } from '../log/log.ts'
import { type Jobs, openJobs, type Timer } from './jobs.ts'

const log = createLog('silent')
const parts = {} as Awaited<ReturnType<typeof createTestDatabase>>
const opened: Jobs[] = []

function open(timers: Timer[]): Jobs {
  const jobs = openJobs(parts.pool, log, timers, { pollSeconds: 1 })
  opened.push(jobs)
  return jobs
}

beforeAll(async () => {
  Object.assign(parts, await createTestDatabase())
})
afterAll(async () => {
  for (const jobs of opened) await jobs.stop()
  await parts.drop()
})

test('runs a due timer in only one of two instances', async () => {
  const done = Promise.withResolvers<void>()
  const round = vi.fn(async () => {}).mockReturnValueOnce(done.promise)
  const shared: Timer = { name: 'shared', cron: '* * * * *', run: round }
  open([shared])
  await vi.waitFor(() => expect(round).toHaveBeenCalled(), 15_000)
  // The second instance first tries the shared timer, then its own timer. Once its own timer has run, the second
  // instance must have skipped the shared timer.
  const own = vi.fn(async () => 1)
  open([shared, { name: 'own', cron: '* * * * *', run: own }])
  await vi.waitFor(() => expect(own).toHaveBeenCalled(), 15_000)
  expect(round).toHaveBeenCalledTimes(1)
  done.resolve()
  for (const jobs of opened.splice(0)) await jobs.stop()
})

test('runs other timers when one fails', async () => {
  const run = vi.fn(async () => 1)
  const fail = vi.fn(async () => {
    throw new Error('This one always fails')
  })
  open([
    { name: 'fails', cron: '* * * * *', run: fail },
    { name: 'counts', cron: '* * * * *', run },
  ])
  await vi.waitFor(() => expect(run).toHaveBeenCalled(), 15_000)
  expect(fail).toHaveBeenCalled()
  for (const jobs of opened.splice(0)) await jobs.stop()
})

test('repeats a short timer, survives a failure and stops', async () => {
  let rounds = 0
  const jobs = open([
    {
      name: 'short',
      everyMs: 10,
      run: async () => {
        rounds++
        if (rounds === 1) throw new Error('The first round fails')
      },
    },
  ])
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(3), 5_000)
  await jobs.stop()
  const atStop = rounds
  // In this time, the timer would have run ten more times.
  await sleep(100)
  expect(rounds).toBe(atStop)
})

test('waits for running work when it stops', async () => {
  let isDone = false
  const begun = Promise.withResolvers<void>()
  const jobs = open([
    {
      name: 'slow',
      everyMs: 10,
      run: async () => {
        begun.resolve()
        // The work itself takes 400 ms.
        await sleep(400)
        isDone = true
      },
    },
  ])
  await begun.promise
  await jobs.stop()
  expect(isDone).toBe(true)
})

test('retries scheduled timers that cannot start, reports the failure, and keeps short timers running', async () => {
  const own = await createTestDatabase()
  // The schema name is taken, so the queue cannot create its tables.
  await own.pool.query('create schema pgboss; create table pgboss.version (version text)')
  const scheduledRan = vi.fn(async () => 1)
  const shortRan = vi.fn(async () => 1)
  const timers: Timer[] = [
    { name: 'scheduled', cron: '* * * * *', run: scheduledRan },
    { name: 'short', everyMs: 10, run: shortRan },
  ]
  const jobs = openJobs(own.pool, log, timers, { pollSeconds: 1, waits: [0.05] })
  await vi.waitFor(() => expect(jobs.trouble()).toMatch(/\([3-9] attempts\)/), 10_000)
  expect(shortRan).toHaveBeenCalled()
  expect(scheduledRan).not.toHaveBeenCalled()
  await own.pool.query('drop schema pgboss cascade')
  await vi.waitFor(() => expect(scheduledRan).toHaveBeenCalled(), 15_000)
  expect(jobs.trouble()).toBe('')
  await jobs.stop()
  await own.drop()
})

test('reports a queue that stops answering, and recovers when the queue answers again', async () => {
  const own = await createTestDatabase()
  const ran = vi.fn(async () => 0)
  const jobs = openJobs(own.pool, log, [{ name: 'scheduled', cron: '* * * * *', run: ran }], {
    pollSeconds: 1,
    silenceLimitMs: 2_500,
  })
  await vi.waitFor(() => expect(ran).toHaveBeenCalled(), 15_000)
  await own.pool.query('alter schema pgboss rename to away')
  await expect
    .poll(jobs.trouble)
    .toMatch(/^The timers have stopped: the job queue has not responded for \d+ seconds\.$/)
  await own.pool.query('alter schema away rename to pgboss')
  await expect.poll(jobs.trouble).toBe('')
  await jobs.stop()
  await own.drop()
})

test("does not store the original error of a failed timer in the queue's tables", async () => {
  const jobs = open([
    {
      name: 'leaky',
      cron: '* * * * *',
      run: async () => {
        await parts.db.execute(sql`select ${'ada@harbor.test'}::int`)
      },
    },
  ])
  const find = () =>
    parts.pool.query("select output::text from pgboss.job where data->>'timer' = 'leaky' and output is not null")
  await vi.waitFor(async () => expect((await find()).rows[0]?.output).toContain('leaky failed'), 15_000)
  expect((await find()).rows[0]?.output).not.toContain('ada@')
  await jobs.stop()
})
