import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { borrowEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { makeDataFolder, removeDataFolder } from '#testing/processes/data-folder.ts'
import { findFreePort } from '#testing/processes/free-port.ts'
import { startHarbor } from '#testing/processes/started-server.ts'

const minutes = 5 * 60_000
/** 20 s: a busy machine takes some seconds to start a worker. */
const patience = { timeout: 20_000 }
const shop = {} as {
  dataDir: string
  harbor: ReturnType<typeof startHarbor>
  address: string
  metrics: string
  firstPage: string
}

beforeAll(async () => {
  shop.dataDir = await makeDataFolder()
  const metricsPort = await findFreePort()
  shop.harbor = startHarbor({
    DATA_DIR: shop.dataDir,
    DEMO: 'true',
    POSTGRES_DURABLE: 'false',
    WORKERS: '2',
    METRICS_PORT: String(metricsPort),
    BOUND_LIVE_PER_VISITOR: '3',
  })
  shop.address = await shop.harbor.opened()
  shop.firstPage = await (await fetch(shop.address)).text()
  shop.metrics = `http://127.0.0.1:${metricsPort}/metrics`
}, minutes)
afterAll(async () => {
  await shop.harbor.stop()
  await removeDataFolder(shop.dataDir)
})

// Only Linux shows the environment of a process.
const canFindWorkers = process.platform === 'linux'

/** Sends each request over its own connection, which any free worker accepts. */
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${shop.address}${path}`, { ...init, headers: { ...init.headers, connection: 'close' } })

async function readMetrics(name: string): Promise<{ labels: string; value: number }[]> {
  const text = await (await fetch(shop.metrics)).text()
  const lines = text.matchAll(new RegExp(`^${name}\\{(.*)\\} (\\S+)$`, 'gm'))
  return [...lines].map(([, labels = '', value]) => ({ labels, value: Number(value) }))
}

test('sends the first page after a start as a whole, without parts that follow later', () => {
  expect(shop.firstPage).toContain('Yours to claim')
  // React writes this marker for a part that follows when its code has loaded.
  expect(shop.firstPage).not.toContain('<template id="B:')
})

test('answers requests from both workers on one port, and reports both workers at one metrics address', async () => {
  // The requests run at the same time, because a single worker could answer requests that come one after the other.
  const countBoth = async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask('/readyz')))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    return (await readMetrics('harbor_http_requests_total')).filter(({ labels }) => labels.includes('/readyz')).length
  }
  await expect.poll(countBoth, patience).toBe(2)
})

test('shows a changed price in both workers within a second', async () => {
  const postgres = await borrowEmbeddedPostgres({ dataDir: shop.dataDir, durable: false })
  const client = new Client(postgres.url)
  await client.connect()
  const { rows } = await client.query<{ id: number; handle: string }>(
    'select p.id, p.handle from products p where status = 1 order by id limit 1',
  )
  const [{ id, handle } = { id: 0, handle: '' }] = rows
  const read = async () => (await ask(`/products/${handle}`)).text()
  const isNew = (page: string) => /\$1,?234\.56/.test(page)
  await Promise.all([read(), read(), read(), read()])
  await client.query('update skus set price_amount = 123456, special_price_amount = null where product_id = $1', [id])
  const changedAt = performance.now()
  await client.end()
  await postgres.stop()
  const tooLate: number[] = []
  const readSixTimes = async () => {
    const askedAfter = performance.now() - changedAt
    const pages = await Promise.all(Array.from({ length: 6 }, read))
    const areNew = pages.every(isNew)
    if (!areNew && askedAfter > 1_000) tooLate.push(askedAfter)
    return areNew
  }
  await expect.poll(readSixTimes, patience).toBe(true)
  // Pages that were requested more than a second after the change must not show the old price.
  expect(tooLate).toEqual([])
})

test('counts live streams of one visitor across workers, and frees the place of a closed stream', async () => {
  const said = await ask('/ajax-web/chat/message', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ body: 'Hello', client_key: 'key-12345678' }),
  })
  const { data } = (await said.json()) as { data: { conversation_id: string } }
  const cookie = said.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const follow = async () => {
    const left = new AbortController()
    const init = { headers: { cookie }, signal: left.signal }
    const response = await fetch(`${shop.address}/ajax-web/live?topic=chat:${data.conversation_id}`, init)
    // The response stays referenced, because the garbage collector would close an unreachable stream.
    return { status: response.status, response, left }
  }
  const streams = [await follow(), await follow(), await follow()]
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await follow()).status).toBe(429)
  streams[0]?.left.abort()
  await expect.poll(async () => (await follow()).status, { ...patience, interval: 200 }).toBe(200)
  for (const { left, response } of streams) {
    expect(response.bodyUsed).toBe(false)
    left.abort()
  }
})

test('runs each timer in one worker, except timers of the process itself', async () => {
  await expect.poll(async () => (await readMetrics('harbor_jobs_total')).length, patience).toBeGreaterThan(5)
  const rounds = await readMetrics('harbor_jobs_total')
  const byOthers = rounds.filter(({ labels }) => !labels.includes('worker="1"'))
  expect(byOthers.filter(({ labels }) => !/timer="(?:countEvents|countAdvertViews)"/.test(labels))).toEqual([])
})

test.skipIf(!canFindWorkers)(
  'replaces a killed worker while the other worker answers',
  { timeout: minutes },
  async () => {
    const pid = await findWorker()
    process.kill(pid, 'SIGKILL')
    // Requests of the killed worker fail at once. Every client gets a response or an error, and no client waits without
    // end.
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () =>
        ask('/healthz', { signal: AbortSignal.timeout(15_000) }).then(
          ({ status }) => status,
          (error: Error) => (error.name === 'TimeoutError' ? 'nothing' : 'ended'),
        ),
      ),
    )
    expect(outcomes).not.toContain('nothing')
    expect(outcomes).toContain(200)
    for (let n = 0; n < 5; n++) expect((await ask('/healthz')).status).toBe(200)
    await expect.poll(async () => (await readMetrics('harbor_build_info')).length, patience).toBe(2)
    expect(await findWorker()).not.toBe(pid)
  },
)

test('fails to start with a one-sentence error if the port is in use', { timeout: minutes }, async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  const second = startHarbor({ DATA_DIR: `${shop.dataDir}-other`, WORKERS: '2', PORT: String(port) })
  expect(await second.ended).toBe(1)
  expect(second.errors()).toBe(
    `Port ${port} is already in use. Stop the program that uses the port, or set PORT to another port.\n`,
  )
  other.close()
})

test.skipIf(!canFindWorkers)('stops all workers with code 0', { timeout: minutes }, async () => {
  const pid = await findWorker()
  expect(await shop.harbor.stop()).toBe(0)
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

/** Returns the process id of the second worker, from its start message. A killed worker is replaced after a moment. */
async function findWorker(): Promise<number> {
  let found: number | undefined
  const look = async () => {
    found = await findWorkerOnce()
    return found
  }
  await expect.poll(look, patience).toBeDefined()
  return found as unknown as number
}

async function findWorkerOnce(): Promise<number | undefined> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '')
    if (environment.includes('HARBOR_WORKER=2\0') && environment.includes(`DATA_DIR=${shop.dataDir}\0`))
      return Number(name)
  }
}
