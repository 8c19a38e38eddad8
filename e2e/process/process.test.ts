import { execFileSync, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { borrowEmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { copyDataFolder, makeDataFolder, removeDataFolder } from '#testing/processes/data-folder.ts'
import { findFreePort } from '#testing/processes/free-port.ts'
import { startHarbor } from '#testing/processes/started-server.ts'

let dataDir: string
/**
 * A data folder from one first start. The tests copy this folder, because creating one takes longer than most of these
 * tests.
 */
let firstDataDir: string
const started: ReturnType<typeof startHarbor>[] = []

// 3 minutes, because the first start may have to build the pages.
const minutes = 3 * 60_000

beforeAll(async () => {
  dataDir = firstDataDir = await makeDataFolder()
  const first = start()
  expect((await fetch(`${await first.opened()}/healthz`)).status).toBe(200)
  expect(await first.stop()).toBe(0)
  started.splice(0)
}, minutes)
afterAll(() => removeDataFolder(firstDataDir))

beforeEach(async () => {
  dataDir = await makeDataFolder()
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.stop()))
  await removeDataFolder(dataDir)
})

function start(environment: Record<string, string> = {}, program?: string) {
  const harbor = startHarbor({ DATA_DIR: dataDir, DEMO: 'false', POSTGRES_DURABLE: 'false', ...environment }, program)
  started.push(harbor)
  return harbor
}

const copyEarlierData = () => copyDataFolder(firstDataDir, dataDir)

const isOpen = (address: string) =>
  fetch(`${address}/healthz`).then(
    () => true,
    () => false,
  )

test('starts a second time within 5 seconds, and stops with code 0', { timeout: minutes }, async () => {
  await copyEarlierData()
  // Other tests use both cores at the same time, so the fastest of three starts is compared.
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    const begin = performance.now()
    const second = start()
    expect((await fetch(`${await second.opened()}/readyz`)).status).toBe(200)
    times.push(performance.now() - begin)
    expect(await second.stop()).toBe(0)
  }
  expect(Math.min(...times)).toBeLessThan(5_000)
})

test('prints the setup link at any log level', { timeout: minutes }, async () => {
  await copyEarlierData()
  const harbor = start({ LOG_LEVEL: 'silent' }, 'dist/server/main.js')
  await expect
    .poll(harbor.output, { timeout: minutes / 2 })
    .toMatch(/^[^\n]*This shop has no staff yet[^\n]*\/staff\/setup\?token=[\w-]{43}[^\n]*\n$/)
  expect(await harbor.stop()).toBe(0)
})

test('ends the start with one sentence for a wrong setting', { timeout: minutes }, async () => {
  const harbor = start({ PORT: 'abc' })
  expect(await harbor.ended).toBe(1)
  expect(harbor.errors()).toBe('PORT must be a whole number from 0 to 65535, but is "abc".\n')
})

test('opens the built-in database in production only if a setting requests it, as npm start does', {
  timeout: minutes,
}, async () => {
  const unasked = start({ NODE_ENV: 'production' }, 'dist/server/main.js')
  expect(await unasked.ended).toBe(1)
  expect(unasked.errors()).toBe(
    'DATABASE_URL is missing. Set it, or set POSTGRES_BUILT_IN=true to use the built-in database, as npm start does.\n',
  )
  const misspelled = start({ NODE_ENV: 'production', DATABASE_URLL: 'postgresql://shop@db/harbor' })
  expect(await misspelled.ended).toBe(1)
  expect(misspelled.errors()).toBe('DATABASE_URLL is not a setting and is ignored. Did you mean DATABASE_URL?\n')
  await copyEarlierData()
  const asked = start({ NODE_ENV: 'production', LOGLEVEL: 'warn' })
  expect((await fetch(`${await asked.opened()}/readyz`)).status).toBe(200)
  expect(asked.output()).toMatch(/"msg":"starting","version":"[\d.]+","commit":"(?:[0-9a-f]{12}(?:-dirty)?|unknown)"/)
  expect(asked.output()).toContain('LOGLEVEL is not a setting and is ignored. Did you mean LOG_LEVEL?')
})

test('ends the start with one sentence if the port is in use', { timeout: minutes }, async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  const harbor = start({ PORT: String(port) })
  expect(await harbor.ended).toBe(1)
  expect(harbor.errors()).toBe(
    `Port ${port} is already in use. Stop the program that uses the port, or set PORT to another port.\n`,
  )
  other.close()
})

test('refuses a second server on the same data folder, and keeps the first server running', {
  timeout: minutes,
}, async () => {
  await copyEarlierData()
  const first = start()
  const address = await first.opened()
  const second = start()
  expect(await second.ended).toBe(1)
  expect(second.errors()).toBe(
    `Another Harbor already uses the data folder ${dataDir}: stop it, or set DATA_DIR to another folder.\n`,
  )
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
})

test('reports an unreachable database without its password', { timeout: minutes }, async () => {
  const harbor = start({ DATABASE_URL: 'postgresql://shop:hunter22@127.0.0.1:1/harbor' })
  expect(await harbor.ended).toBe(1)
  expect(harbor.errors()).toBe(
    'The database harbor at 127.0.0.1:1 cannot be used: the connection is refused. Check DATABASE_URL and that PostgreSQL is running there.\n',
  )
  expect(harbor.output()).not.toContain('hunter22')
})

test('names a data folder that cannot be created', { timeout: minutes }, async () => {
  const harbor = start({ DATA_DIR: '/dev/null/harbor' })
  expect(await harbor.ended).toBe(1)
  expect(harbor.errors()).toMatch(/^The folder for the database cannot be used: .*\/dev\/null\/harbor.*\n$/)
})

async function connect() {
  const { url } = await borrowEmbeddedPostgres({ dataDir })
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

test('keeps written data after kill -9', { timeout: minutes }, async () => {
  await copyEarlierData()
  const first = start({ POSTGRES_DURABLE: 'true' }, 'dist/server/main.js')
  await first.opened()
  const writer = await connect()
  await writer.query('create table notes (n int)')
  let acknowledged = 0
  const writing = (async () => {
    for (;;) {
      await writer.query('insert into notes values ($1)', [acknowledged])
      acknowledged++
    }
  })().catch(() => {})
  await expect.poll(() => acknowledged).toBeGreaterThan(20)
  first.child.kill('SIGKILL')
  await first.ended
  const second = start({ POSTGRES_DURABLE: 'true' }, 'dist/server/main.js')
  await second.opened()
  await writing

  const reader = await connect()
  const { rows } = await reader.query('select count(*)::int as count from notes')
  expect(acknowledged).toBeGreaterThan(0)
  expect(rows[0].count).toBeGreaterThanOrEqual(acknowledged)
  await reader.end()
})

test('leaves no process after kill -9 of npm start', { timeout: minutes }, async () => {
  await copyEarlierData()
  const harbor = start()
  const address = await harbor.opened()
  harbor.child.kill('SIGKILL')
  await expect.poll(() => isOpen(address)).toBe(false)
  // Another start cannot lock the folder while the server or its PostgreSQL still runs. Both stop shortly after the
  // port is closed.
  const startAgain = () =>
    start()
      .opened()
      .then(() => 'open', String)
  await expect.poll(startAgain, { timeout: 30_000, interval: 1_000 }).toBe('open')
})

test('answers a running request before it stops, and refuses a new request', {
  timeout: minutes,
}, async () => {
  await copyEarlierData()
  const harbor = start()
  const address = await harbor.opened()
  const client = await connect()
  await client.query('begin; lock table customers in access exclusive mode')
  const registering = fetch(`${address}/ajax-web/customer/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email: 'ada@harbor.test', password: 'Harbor2026' }),
  })
  // A separate connection, because a transaction sees the same snapshot of `pg_stat_activity` until it ends.
  const watcher = await connect()
  const countWaiting = async () =>
    (await watcher.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%customers%'`))
      .rowCount
  await expect.poll(countWaiting).toBeGreaterThan(0)
  await watcher.end()
  harbor.child.kill('SIGTERM')
  await expect.poll(() => isOpen(address)).toBe(false)
  await client.query('commit')
  await client.end()
  expect((await registering).status).toBe(200)
  expect(await harbor.ended).toBe(0)
})

test.each([1, 2])(
  'reports a wait for the migration lock, answers health checks and can be stopped: %i worker(s)',
  {
    timeout: minutes,
  },
  async (workers) => {
    await copyEarlierData()
    const own = await startEmbeddedPostgres({ dataDir, durable: false })
    const holder = new Client({ connectionString: own.url })
    await holder.connect()
    // Takes a session lock that is never released, as an earlier version behind a pooler did.
    await holder.query('select pg_advisory_lock(7242026)')
    const port = String(await findFreePort())
    const waiting = start({ DATABASE_URL: own.url, PORT: port, WORKERS: String(workers) }, 'dist/server/main.js')
    await expect
      .poll(waiting.output, { timeout: 60_000 })
      .toMatch(/Waiting for the migration lock, which is held by .*process \d+/)
    const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
    expect([await ask('/healthz'), await ask('/readyz'), await ask('/readyz/shoppers')]).toEqual([200, 503, 503])
    const count = () => waiting.output().split('Waiting for the migration lock').length - 1
    await expect.poll(count, { timeout: 8_000 }).toBeGreaterThan(1)
    const begun = performance.now()
    expect(await waiting.stop()).toBe(0)
    expect(performance.now() - begun).toBeLessThan(10_000)
    await holder.end()
    await own.stop()
  },
)

/** Returns all descendants of a process. */
function findBelow(first: number): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number))
  const below = (parent: number): number[] =>
    pairs.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid, ...below(pid)] : []))
  return below(first)
}

/**
 * Returns whether a process runs. An ended process keeps the state Z until its parent or the init process reads its
 * exit code.
 */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' })
  return /^[^Z]/.test(stdout.trim())
}

test('stops all processes on a SIGTERM to the first process, as the documented systemd unit requires', {
  timeout: minutes,
}, async () => {
  const docs = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  expect(/```ini\n([\s\S]*?)```/.exec(docs)?.[1]).toContain('\nKillMode=mixed\n')
  await copyEarlierData()
  const harbor = start()
  const address = await harbor.opened()
  const statuses = new Set<number>()
  let isOver = false
  const asking = Array.from({ length: 5 }, async () => {
    while (!isOver)
      await fetch(`${address}/rest/cart`).then(
        ({ status }) => statuses.add(status),
        () => {},
      )
  })
  await expect.poll(() => statuses.size).toBeGreaterThan(0)
  const others = findBelow(harbor.child.pid ?? 0)
  // The list contains the server, PostgreSQL and PostgreSQL's processes.
  expect(others.length).toBeGreaterThan(4)
  expect(await harbor.stop()).toBe(0)
  // systemd would now kill every remaining process.
  await expect.poll(() => others.filter(isAlive), { timeout: 1_000 }).toEqual([])
  isOver = true
  await Promise.all(asking)
  expect([...statuses]).toEqual([200])
})
