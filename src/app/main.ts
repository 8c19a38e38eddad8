import type { RequestListener, Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Pool } from 'pg'
import { CannotStart } from '#server/cannot-start.ts'
import { takeTurns } from '#server/database.ts'
import type { Jobs } from '#server/jobs.ts'
import { type Live, openLive } from '#server/live.ts'
import { createLog, type Log } from '#server/log.ts'
import type { Shop } from '#server/shop.ts'
import { assembleShop } from './assemble-shop.ts'
import { atPort, type Config, readConfig } from './config.ts'
import { startJobs } from './jobs.ts'
import { openMetrics } from './metrics-server.ts'
import { builtPages, type Pages, sourcePages } from './pages.ts'
import { createShop } from './shop.ts'
import { openShopDatabase } from './shop-database.ts'
import { openWebServer } from './web-server.ts'

// Mails, uploads and the database are nobody else's to read.
process.umask(0o077)

let log: Log = createLog('info')
let web: Awaited<ReturnType<typeof openWebServer>> | undefined
let database: ReturnType<typeof openShopDatabase> | undefined
let live: Live | undefined
let metrics: Awaited<ReturnType<typeof openMetrics>> | undefined
let jobs: Promise<Jobs | undefined> | undefined
let isStopping = false

async function start() {
  const given = readConfig()
  log = createLog(given.logLevel, { pretty: given.environment === 'development' })
  web = await openWebServer(given.host, given.port)
  const config = atPort(given, web.port)
  database = openShopDatabase(config, { onProgress: tell, onError: (error) => log.warn('connection lost', { error }) })
  const { db, pool, failed } = await database
  failed?.then((reason) => stop(1, reason))

  const shop = assembleShop(config, db, log)
  await shop.files.check()
  if (!config.stripe && !config.hasDemo) log.warn('payments are the built-in test, which takes no money')
  if (config.metrics) metrics = await openMetrics(config.metrics, shop, pool)
  if (config.hasDemo) await loadDemoData(shop, pool)
  live = openLive(pool, log)
  web.answerWith(await createListener(config, shop, live, web.server))
  tellReady(config)
  // Not waited for: the shop is open without its timers, and what is due is also done when it is read.
  jobs = startJobs(shop, pool).catch((error) => void log.error('the timers could not be started', { error }))
}

async function createListener(config: Config, shop: Shop, live: Live, server: Server): Promise<RequestListener> {
  const listen = (pages: Pages) =>
    getRequestListener(createShop(shop, pages, live, config.environment === 'production').fetch, {
      overrideGlobalObjects: false,
    })
  if (config.environment !== 'development') return listen(await builtPages())
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } } })
  const answer = listen(sourcePages(vite))
  return (request, response) => vite.middlewares(request, response, () => answer(request, response))
}

/** Fills an empty database, so that a first look shows a shop with something in it. */
async function loadDemoData(shop: Shop, pool: Pool) {
  await takeTurns(pool, async (client) => {
    const { rowCount } = await client.query('select from customers limit 1')
    if (rowCount) return
    tell('Loading the demo data …')
    const { loadDemo } = await import('#demo/load-demo.ts')
    await loadDemo(shop)
  })
}

/** Finishes what is under way, then closes everything in turn. */
async function stop(code: number, reason: string) {
  if (isStopping) return
  isStopping = true
  if (code) process.stderr.write(`${reason}\n`)
  else log.info('stopping', { reason })
  // Requests that waited for the start get an answer; after it this changes nothing.
  web?.answerWith((_, response) => response.writeHead(503, { 'retry-after': '5' }).end())
  // Open event streams would look like requests that never end.
  await live?.close()
  await web?.close()
  await metrics?.close()
  await (await jobs)?.stop()
  const opened = await database?.catch(() => undefined)
  await opened?.close().catch((error) => log.error('closing failed', { error }))
  process.stdout.write('', () => process.exit(code))
}

/** To `npm start` if that is our parent, else to the log. */
function tell(text: string) {
  if (process.send) process.send({ progress: text })
  else log.info(text)
}

function tellReady({ publicUrl, port, hasDemo }: Config) {
  const signIn = hasDemo ? { email: 'shopper@harbor.test', password: 'Harbor2026' } : undefined
  if (process.send) process.send({ ready: { url: publicUrl, port, signIn } })
  else log.info('open', { url: publicUrl, port, ...(signIn && { demoShopper: Object.values(signIn).join(' / ') }) })
}

// Whoever read our output may go away first; that is no fault.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(0, signal))
// Our parent is gone, even if it had no time to say so.
process.on('disconnect', () => stop(0, 'the parent process ended'))
process.on('uncaughtException', (error) => {
  log.error('fault outside of a request', { error })
  stop(1, 'Harbor stops because of a fault; the log has its details.')
})

await start().catch((error: unknown) => {
  if (isStopping) return
  if (error instanceof CannotStart) return stop(1, error.message)
  log.error('the start failed', { error })
  return stop(1, `Harbor could not start: ${error instanceof Error ? error.message : error}`)
})
