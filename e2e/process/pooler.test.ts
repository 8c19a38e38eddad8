import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { makeDataFolder, removeDataFolder } from '#testing/processes/data-folder.ts'
import { findPgbouncer, startPgbouncer } from '#testing/processes/pgbouncer.ts'
import { startHarbor } from '#testing/processes/started-server.ts'

const minutes = 3 * 60_000
const program = await findPgbouncer()
const world = {} as { postgresFolder: string; dataDir: string; postgres: EmbeddedPostgres; direct: Client }
const cleanUps: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  if (!program) return
  world.postgresFolder = await makeDataFolder()
  world.dataDir = await makeDataFolder()
  world.postgres = await startEmbeddedPostgres({ dataDir: world.postgresFolder, durable: false })
  world.direct = new Client({ connectionString: world.postgres.url })
  await world.direct.connect()
}, minutes)
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
}, minutes)
afterAll(async () => {
  if (!program) return
  await world.direct.end()
  await world.postgres.stop()
  for (const folder of [world.postgresFolder, world.dataDir]) await removeDataFolder(folder)
})

async function open(mode: 'session' | 'transaction', settings: Record<string, string> = {}) {
  const pooler = await startPgbouncer(program ?? '', world.postgres.url, mode)
  cleanUps.push(pooler.stop)
  const harbor = startHarbor({
    NODE_ENV: 'production',
    DATABASE_URL: pooler.url,
    DATA_DIR: world.dataDir,
    DEMO: 'true',
    ...settings,
  })
  cleanUps.push(() => harbor.stop())
  const address = await harbor.opened()
  const read = async (path: string) => (await fetch(address + path)).text()
  return { harbor, address, read }
}

/** Changes the shop's name directly in the database, and waits until a page shows it. */
async function expectChangeToShow(read: (path: string) => Promise<string>, name: string) {
  await read('/')
  await world.direct.query(
    "insert into settings (key, value) values ('site_name', $1) on conflict (key) do update set value = $1",
    [name],
  )
  await expect.poll(() => read('/'), { timeout: 5_000 }).toContain(name)
}

/** Sends more concurrent requests than PgBouncer has sessions, so that each session runs queries of many clients. */
async function readEverything(address: string) {
  const paths = ['/', '/rest/cart', '/ajax-web/account/user', '/search?q=dress', '/help']
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => fetch(address + paths[n % paths.length])))
  return answers.filter(({ status }) => status >= 500).map(({ url, status }) => `${status} ${url}`)
}

const inPooler = test.skipIf(!program)
const named = program ? '' : ' (skipped: PgBouncer is not installed)'

inPooler(
  `behind PgBouncer in session mode the shop opens, hears of changes and keeps its settings${named}`,
  {
    timeout: minutes,
  },
  async () => {
    const { address, read } = await open('session')
    expect(await read('/readyz')).toBe('ok')
    expect(await readEverything(address)).toEqual([])
    await expectChangeToShow(read, 'Session Street')
    expect(await read('/readyz')).toBe('ok')
  },
)

inPooler(
  `behind PgBouncer in transaction mode DATABASE_DIRECT_URL serves LISTEN and migrations${named}`,
  {
    timeout: minutes,
  },
  async () => {
    const { address, read } = await open('transaction', { DATABASE_DIRECT_URL: world.postgres.url })
    expect(await read('/readyz')).toBe('ok')
    expect(await readEverything(address)).toEqual([])
    await expectChangeToShow(read, 'Transaction Street')
    const { rows } = await world.direct.query('select unnest(setconfig) as one from pg_db_role_setting order by one')
    expect(rows.map(({ one }) => one)).toEqual([
      'TimeZone=UTC',
      'idle_in_transaction_session_timeout=60000',
      'statement_timeout=30000',
    ])
    expect(await read('/readyz')).toBe('ok')
  },
)

inPooler(
  `behind PgBouncer in transaction mode alone the shop says that it is deaf, caches nothing and leaks no lock${named}`,
  {
    timeout: minutes,
  },
  async () => {
    const { harbor, address, read } = await open('transaction')
    expect(harbor.output()).toContain('DATABASE_DIRECT_URL is missing')
    await expect
      .poll(() => read('/readyz'), { timeout: 10_000 })
      .toBe('ok\nLive updates do not arrive, and caching is off.')
    expect(await readEverything(address)).toEqual([])
    await expectChangeToShow(read, 'Deaf Street')
    const locks = await world.direct.query("select from pg_locks where locktype = 'advisory' and objid = 7242026")
    expect(locks.rowCount).toBe(0)
    expect(await harbor.stop()).toBe(0)
  },
)
