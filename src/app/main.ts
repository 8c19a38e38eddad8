import type { RequestListener, Server } from 'node:http'
import { isatty } from 'node:tty'
import { getRequestListener } from '@hono/node-server'
import type { Pool } from 'pg'
import { makeSetupLink } from '#features/staff/server/invitations.service.ts'
import { isUpload } from '#server/bodies.ts'
import { type Bounds, readBounds } from '#server/bounds.ts'
import { CannotStart } from '#server/cannot-start.ts'
import { prepareInTurn } from '#server/database.ts'
import type { Jobs } from '#server/jobs.ts'
import { keepCopies } from '#server/kept-copies.ts'
import { type Live, openLive } from '#server/live.ts'
import { livePath } from '#server/live-route.ts'
import { createLog, type Log } from '#server/log.ts'
import type { Shop } from '#server/shop.ts'
import { boundHeapGrowth, clearUpAfterStart } from '#server/small-heap.ts'
import { assembleShop } from './assemble-shop.ts'
import { type Config, readConfig, shareAmong, withPort } from './config.ts'
import { startJobs } from './jobs.ts'
import { openMetrics, watchShop } from './metrics-server.ts'
import { builtPages, type Pages, sourcePages } from './pages.ts'
import { openShopDatabase } from './shop-database.ts'
import { createWebApp } from './web-app.ts'
import { openWebServer } from './web-server.ts'
import { askForSeats, readWorkerNumber, tellMetrics } from './worker-link.ts'
import { hireWorkers } from './workers.ts'

// Mails, uploads and the database are nobody else's to read.
process.umask(0o077)
boundHeapGrowth()

let log: Log = createLog('info')
let web: Awaited<ReturnType<typeof openWebServer>> | undefined
let database: ReturnType<typeof openShopDatabase> | undefined
let live: Live | undefined
let metrics: Awaited<ReturnType<typeof openMetrics>> | undefined
let jobs: Jobs | undefined
let workers: ReturnType<typeof hireWorkers> | undefined
let stopWatching = () => {}
let bounds: Bounds = readBounds()
let countFault = () => {}
let isOpen = false
let isStopping = false

const workerNumber = readWorkerNumber()

async function start() {
  const read = readConfig()
  log = createLog(read.logLevel, { pretty: read.environment === 'development' })
  bounds = read.bounds
  // From source, Vite reloads what changes in one process.
  if (workerNumber === null && read.workers > 1 && read.environment !== 'development') return startWorkers(read)
  const given = workerNumber === null ? read : shareAmong(read.workers, read)
  web = await openWebServer(given.host, given.port, {
    isEndless: ({ url }) => url?.startsWith(livePath) ?? false,
    patienceWith: ({ method, url = '' }) => (isUpload(method, url) ? bounds.importMinutes * 60_000 : undefined),
    onFault: tellFault,
  })
  const config = withPort(given, web.port)
  database = openShopDatabase(config, { onProgress: tell, onError: (error) => log.warn('connection lost', { error }) })
  const { db, pool, failed } = await database
  failed?.then((reason) => stop(1, reason))

  const shop = assembleShop(config, db, log)
  countFault = () => shop.metrics.faults.add({})
  await shop.files.check()
  if (shop.payments.name === 'test' && !config.hasDemo) log.warn('payments are the built-in test, which takes no money')
  if (shop.payments.name === 'none') {
    log.error(
      'checkout is closed: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or PAYMENTS=test to try without money',
    )
  }
  if (config.metrics) {
    const watched = watchShop(shop, pool, tellTrouble)
    stopWatching = watched.stop
    if (workerNumber === null) metrics = await openMetrics(config.metrics, watched.sources, log)
    else tellMetrics(watched.sources)
  }
  if (config.hasDemo) await loadDemoData(shop, pool)
  live = openLive(pool, log)
  keepCopies(db, live)
  const listener = await createListener(config, shop, live, web.server)
  clearUpAfterStart()
  web.answerWith(listener)
  tellReady(config, workerNumber === null ? await makeSetupLink(shop) : null)
  isOpen = true
  // The shop is open without its timers, and what is due is also done when it is read.
  if (!isStopping) jobs = startJobs(shop, pool, workerNumber === null || workerNumber === 1)
}

/** Everything that is done once, and then a process for each core that does the rest. */
async function startWorkers(given: Config) {
  // Whether the port can be had is known before anything else starts; the workers take it for good.
  const tried = await openWebServer(given.host, given.port)
  const config = withPort(given, tried.port)
  await tried.close()
  database = openShopDatabase(
    { ...config, databasePool: 2 },
    { onProgress: tell, onError: (error) => log.warn('connection lost', { error }) },
  )
  const { db, pool, url, failed } = await database
  failed?.then((reason) => stop(1, reason))
  const shop = assembleShop(config, db, log)
  if (config.hasDemo) await loadDemoData(shop, pool)
  if (isStopping) return
  workers = hireWorkers({
    count: config.workers,
    // What was found out or chosen here holds for all of them.
    environment: {
      PORT: String(config.port),
      PUBLIC_URL: config.publicUrl,
      DATABASE_URL: url,
      DEMO: String(config.hasDemo),
      WORKERS: String(config.workers),
    },
    bounds,
    log,
    onProgress: tell,
  })
  try {
    await workers.open()
  } catch (error) {
    throw isStopping ? error : new CannotStart(`${error instanceof Error ? error.message : error}.`)
  }
  if (config.metrics) metrics = await openMetrics(config.metrics, [workers.readMetrics], log)
  tellReady(config, await makeSetupLink(shop))
  isOpen = true
}

/** What does not work in this instance at the moment, in sentences; the shop answers nevertheless. */
function tellTrouble(): string[] {
  return [jobs?.trouble() ?? 'The timers have not begun.'].filter(Boolean)
}

async function createListener(config: Config, shop: Shop, live: Live, server: Server): Promise<RequestListener> {
  const listen = (pages: Pages) =>
    getRequestListener(
      createWebApp(shop, pages, live, {
        isProduction: config.environment === 'production',
        isClosing: () => isStopping,
        tellTrouble,
        seats: workerNumber === null ? undefined : askForSeats(),
        sso: config.sso,
      }).fetch,
    )
  if (config.environment !== 'development') return listen(await builtPages())
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } } })
  const answer = listen(sourcePages(vite))
  return (request, response) => vite.middlewares(request, response, () => answer(request, response))
}

/** Fills an empty database, so that a first look shows a shop with something in it. */
async function loadDemoData(shop: Shop, pool: Pool) {
  await prepareInTurn(pool, async (client) => {
    const { rowCount } = await client.query('select from customers limit 1')
    if (rowCount) return
    tell('Loading the demo data …')
    const { loadDemo } = await import('#demo/load-demo.ts')
    await loadDemo(shop)
  })
}

/** Stops in order: no new connections, then requests in flight, then each part before what it depends on. */
async function stop(code: number, reason: string) {
  if (isStopping) return
  isStopping = true
  if (code) process.stderr.write(`${reason}\n`)
  else log.info('stopping', { reason })
  await workers?.stop()
  // Requests that waited for the start get an answer; after it this changes nothing.
  web?.answerWith((_, response) => response.writeHead(503, { 'retry-after': '5' }).end())
  await web?.drain({ answersMs: bounds.drainMs, idleMs: bounds.drainIdleMs })
  // Live streams are ended last, so that open pages hear of changes for as long as requests are answered.
  await live?.close()
  await web?.close()
  await jobs?.stop()
  await metrics?.close()
  stopWatching()
  const opened = await database?.catch(() => undefined)
  await opened?.close().catch((error) => log.error('closing failed', { error }))
  process.stdout.write('', () => process.exit(code))
}

/**
 * Something failed where no request, timer or stream could answer for it. It is told and counted, and the shop goes on:
 * what it knows is in the database, and one visitor's broken connection must not be everybody's. Before it is open there is
 * nothing to go on with.
 */
function tellFault(error: unknown) {
  log.error('fault outside of a request', { error })
  countFault()
  if (!isOpen) stop(1, 'Harbor stops because of a fault; the log has its details.')
}

/** Reported to `npm start` if that is the parent process, else to the log. */
function tell(text: string) {
  if (process.send) process.send({ progress: text })
  else log.info(text)
}

function tellReady({ publicUrl, port, hasDemo }: Config, setup: string | null) {
  const signIn = hasDemo ? { email: 'shopper@harbor.test', password: 'Harbor2026' } : undefined
  if (process.send) process.send({ ready: { url: publicUrl, port, signIn, setup } })
  // Whoever reads this opens the shop: nobody works here yet.
  else if (setup) log.info('open', { url: publicUrl, port, setup })
  else log.info('open', { url: publicUrl, port, ...(signIn && { demoShopper: Object.values(signIn).join(' / ') }) })
}

// The reader of our output may close it first; that is not a fault.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0, signal))
// A window was closed, if we run in one; under nohup, as a service or below `npm start` a hang-up changes nothing.
process.on('SIGHUP', () => isatty(0) && stop(0, 'SIGHUP'))
// The parent process is gone, even if it sent no message.
process.on('disconnect', () => stop(0, 'the parent process ended'))
process.on('uncaughtException', tellFault)
process.on('unhandledRejection', tellFault)

await start().catch((error: unknown) => {
  if (isStopping) return
  if (error instanceof CannotStart) return stop(1, error.message)
  log.error('the start failed', { error })
  return stop(1, `Harbor could not start: ${error instanceof Error ? error.message : error}`)
})
