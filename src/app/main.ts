import type { RequestListener, Server } from 'node:http'
import { isatty } from 'node:tty'
import { getRequestListener } from '@hono/node-server'
import type { Pool } from 'pg'
import { makeSetupLink } from '#features/staff/server/people/invitations.service.ts'
import { startCaches } from '#server/cache/cached-values.ts'
import { CannotStart } from '#server/cannot-start.ts'
import type { Route } from '#server/database/connections.ts'
import { type Preparation, prepareInTurn } from '#server/database/prepare-in-turn.ts'
import { isUpload } from '#server/http/bodies.ts'
import { type Bounds, readBounds } from '#server/http/limits/bounds.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { type Live, openLive } from '#server/live/live.ts'
import { livePath } from '#server/live/live-route.ts'
import { createLog, type Log } from '#server/log/log.ts'
import type { Shop } from '#server/shop.ts'
import { type Config, hasOpenDemo, readConfig, requireDatabase, shareConnections, withPort } from './config.ts'
import { startJobs } from './jobs.ts'
import { assembleShop } from './process/assemble-shop.ts'
import { buildInfo } from './process/build-info.ts'
import type { Condition } from './process/condition.ts'
import { openMetrics, watchShop } from './process/metrics-server.ts'
import { formatMisspelled } from './process/misspelled-settings.ts'
import { openShopDatabase } from './process/shop-database.ts'
import { createWebApp } from './process/web-app.ts'
import { openWebServer } from './process/web-server.ts'
import { createSharedSeats, readWorkerNumber, shareTimerTrouble, tellMetrics } from './process/worker-link.ts'
import { startWorkerProcesses } from './process/workers.ts'
import { builtPages, type Pages, sourcePages } from './render/pages.ts'

// Other users of the machine must not read mails, uploads and the database.
process.umask(0o077)

let log: Log = createLog('info')
let web: Awaited<ReturnType<typeof openWebServer>> | undefined
let database: ReturnType<typeof openShopDatabase> | undefined
let live: Live | undefined
let metrics: Awaited<ReturnType<typeof openMetrics>> | undefined
let jobs: Jobs | undefined
let sharedTimers: (() => string) | undefined
let workers: ReturnType<typeof startWorkerProcesses> | undefined
let stopWatching = () => {}
let bounds: Bounds = readBounds()
let countFault = () => {}
let isOpen = false
let isStopping = false
const stopping = new AbortController()

const workerNumber = readWorkerNumber()
const openOptions = {
  onProgress: printProgress,
  onError: (error: Error) => log.warn('connection lost', { error }),
  signal: stopping.signal,
}

async function start() {
  const read = readConfig()
  log = createLog(read.logLevel, { pretty: read.environment === 'development' })
  bounds = read.bounds
  if (workerNumber === null) {
    log.info('starting', buildInfo)
    for (const one of read.misspelled) log.warn(formatMisspelled(one))
  }
  requireDatabase(read)
  // In development, the shop is a single process, because Vite reloads changes in one process only.
  if (workerNumber === null && read.workers > 1 && read.environment !== 'development') return startWorkers(read)
  const given = workerNumber === null ? read : shareConnections(read.workers, read)
  web = await openWebServer(given.host, given.port, {
    isEndless: ({ url }) => url?.startsWith(livePath) ?? false,
    findArrivalTimeout: ({ method, url = '' }) => (isUpload(method, url) ? bounds.importMinutes * 60_000 : undefined),
    onFault: logFault,
  })
  const config = withPort(given, web.port)
  database = openShopDatabase(config, openOptions)
  const { db, pool, route, preparation, failed } = await database
  logRoute(config, route)
  failed?.then((reason) => stop(1, reason))

  const shop = assembleShop(config, db, log)
  countFault = () => shop.metrics.faults.add({})
  await shop.files.check()
  if (shop.payments.name === 'test' && !config.hasDemo)
    log.warn('payments use the built-in test provider, which charges no money')
  if (config.holdsOutgoing) {
    log.warn(
      'HOLD_OUTGOING is set: no mails, webhooks, refunds or fetched files leave this shop, and checkout is closed',
    )
  } else if (shop.payments.name === 'none') {
    log.error(
      'checkout is closed: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or PAYMENTS=test to try the shop without real payments',
    )
  }
  if (config.metrics) {
    const watched = watchShop(shop, pool, getCondition)
    stopWatching = watched.stop
    if (workerNumber === null) metrics = await openMetrics(config.metrics, watched.sources, log)
    else tellMetrics(watched.sources)
  }
  if (config.hasDemo) await loadDemoData(shop, pool, preparation)
  if (hasOpenDemo(config)) {
    log.warn(
      'this is a demo shop at a public address: its passwords are in the README, so anyone can open the console. Set DEMO=false and use an empty database before you sell.',
    )
  }
  live = openLive(pool, log, { directUrl: config.databaseDirectUrl })
  startCaches(db, live)
  const listener = await createListener(config, shop, live, web.server)
  web.answerWith(listener)
  logReady(config, workerNumber === null ? await makeSetupLink(shop) : null)
  isOpen = true
  // The shop is already open. Due changes are also applied when data is read, so timers may start later.
  const isFirst = workerNumber === null || workerNumber === 1
  if (!isStopping) jobs = startJobs(shop, pool, { isFirst, holdsOutgoing: config.holdsOutgoing })
  if (workerNumber !== null) sharedTimers = shareTimerTrouble(() => jobs?.trouble() ?? '', workerNumber === 1)
}

const refuseWithRetry: RequestListener = (_, response) => response.writeHead(503, { 'retry-after': '5' }).end()

/** Logs once what a pooler between the shop and its database means for the shop. */
function logRoute(config: Config, route: Route) {
  if (route === 'direct') return
  log.info('the database is behind a pooler', { route })
  if (route === 'transaction pooler' && !config.databaseDirectUrl) {
    log.error('DATABASE_DIRECT_URL is missing: live updates and caches do not work behind a pooler in transaction mode')
  }
}

/** Does the work that is needed once, then starts one process per core. */
async function startWorkers(given: Config) {
  // The port is tested before anything else starts. The workers then open it themselves.
  const tried = await openWebServer(given.host, given.port)
  web = tried
  const config = withPort(given, tried.port)
  database = openShopDatabase({ ...config, databasePool: 2 }, openOptions)
  const { db, pool, url, route, preparation, failed } = await database
  logRoute(config, route)
  failed?.then((reason) => stop(1, reason))
  const shop = assembleShop(config, db, log)
  if (config.hasDemo) await loadDemoData(shop, pool, preparation)
  if (isStopping) return
  web = undefined
  tried.answerWith(refuseWithRetry)
  await tried.close()
  workers = startWorkerProcesses({
    count: config.workers,
    // The results of this start apply to all workers.
    environment: {
      PORT: String(config.port),
      PUBLIC_URL: config.publicUrl,
      DATABASE_URL: url,
      DEMO: String(config.hasDemo),
      WORKERS: String(config.workers),
    },
    bounds,
    log,
    onProgress: printProgress,
  })
  try {
    await workers.open()
  } catch (error) {
    throw isStopping ? error : new CannotStart(`${error instanceof Error ? error.message : error}.`)
  }
  if (config.metrics) metrics = await openMetrics(config.metrics, [workers.readMetrics], log)
  logReady(config, await makeSetupLink(shop))
  isOpen = true
}

function getCondition(): Condition {
  return {
    timers: jobs?.trouble() ?? '',
    sharedTimers: sharedTimers?.() ?? '',
    live: live?.isReceiving() ? '' : 'Live updates do not arrive, and caching is off.',
  }
}

async function createListener(config: Config, shop: Shop, live: Live, server: Server): Promise<RequestListener> {
  const listen = (pages: Pages) =>
    getRequestListener(
      createWebApp(shop, pages, live, {
        isProduction: config.environment === 'production',
        isClosing: () => isStopping,
        getCondition,
        seats: workerNumber === null ? undefined : createSharedSeats(),
        sso: config.sso,
      }).fetch,
    )
  if (config.environment !== 'development') return listen(await builtPages())
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } } })
  const answer = listen(await sourcePages(vite))
  return (request, response) => vite.middlewares(request, response, () => answer(request, response))
}

/** Fills an empty database with demo data. */
async function loadDemoData(shop: Shop, pool: Pool, preparation: Preparation) {
  await prepareInTurn(preparation, async () => {
    const { rowCount } = await pool.query('select from customers limit 1')
    if (rowCount) return
    printProgress('Loading the demo data …')
    const { loadDemo } = await import('#demo/load-demo.ts')
    await loadDemo(shop)
  })
}

/** Stops in order: refuses new connections, finishes running requests, then closes each part before the parts it depends on. */
async function stop(code: number, reason: string) {
  if (isStopping) return
  isStopping = true
  stopping.abort()
  if (code) process.stderr.write(`${reason}\n`)
  else log.info('stopping', { reason })
  await workers?.stop()
  // Answers the requests that waited for the start. After the start, this call has no effect.
  web?.answerWith(refuseWithRetry)
  await web?.drain({ answersMs: bounds.drainMs, idleMs: bounds.drainIdleMs })
  // Live streams are closed last, so that open pages get changes as long as requests are answered.
  await live?.close()
  await web?.close()
  await jobs?.stop()
  await metrics?.close()
  stopWatching()
  const opened = await database?.catch(() => undefined)
  await opened?.close().catch((error) => log.error('the shop could not be closed cleanly', { error }))
  process.stdout.write('', () => process.exit(code))
}

/**
 * Logs and counts an error outside of any request, timer or stream. Once the shop is open, the process continues,
 * because its state is in the database and one visitor's broken connection must not affect others. Before the shop is
 * open, the process ends.
 */
function logFault(error: unknown) {
  log.error('an error occurred outside of a request', { error })
  countFault()
  if (!isOpen) stop(1, 'Harbor stopped because of an error. See the log for details.')
}

/** Reports to `npm start` if it is the parent process, else to the log. */
function printProgress(text: string) {
  if (process.send) process.send({ progress: text })
  else log.info(text)
}

function logReady({ publicUrl, port, hasDemo, environment }: Config, setup: string | null) {
  const signIn = hasDemo ? { email: 'shopper@harbor.test', password: 'Harbor2026' } : undefined
  if (process.send) process.send({ ready: { url: publicUrl, port, signIn, setup } })
  else log.info('open', { url: publicUrl, port, ...(signIn && { demoShopper: Object.values(signIn).join(' / ') }) })
  if (!setup || process.send) return
  // The setup link ignores LOG_LEVEL, because the console cannot be entered without it.
  const startLog = createLog('info', { pretty: environment === 'development' })
  startLog.info('This shop has no staff yet. Open this link to become the owner. The link works once', { link: setup })
}

// The reader of the output may close the stream first, which is not a fault.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0, signal))
// The terminal window was closed. Under nohup, as a service or below `npm start`, a hang-up has no effect.
process.on('SIGHUP', () => isatty(0) && stop(0, 'SIGHUP'))
// The parent process has ended, even without a message.
process.on('disconnect', () => stop(0, 'the parent process ended'))
process.on('uncaughtException', logFault)
process.on('unhandledRejection', logFault)

await start().catch((error: unknown) => {
  if (isStopping) return
  if (error instanceof CannotStart) return stop(1, error.message)
  log.error('the start failed', { error })
  return stop(1, `Harbor could not start: ${error instanceof Error ? error.message : error}`)
})
