import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { staffApiRoot } from '#contract/calls/staff-call.ts'
import { findCustomer } from '#features/sign-in/server/session.service.ts'
import { addStaffPages } from '#features/staff/server/pages/staff-pages.http.ts'
import { addSso } from '#features/staff/server/sign-in/sso.http.ts'
import type { SsoConfig } from '#features/staff/server/sign-in/sso.service.ts'
import { accountLink } from '#links/account.links.ts'
import { createDatabaseCheck } from '#server/database/database-answers.ts'
import { boundBodies } from '#server/http/bodies.ts'
import { secureHeaders } from '#server/http/headers.ts'
import { countRequests } from '#server/http/limits/count-requests.ts'
import { sendProblem } from '#server/http/staff/staff-problems.ts'
import type { Live } from '#server/live/live.ts'
import { addLiveRoute, type Seats } from '#server/live/live-route.ts'
import { addStaffLive } from '#server/live/staff-live.ts'
import { projectFolder } from '#server/project-folder.ts'
import type { Shop } from '#server/shop.ts'
import { addConsole } from '../console/console-app.ts'
import { liveTopics } from '../live-topics.ts'
import { addApiDocs } from '../openapi/api-docs.ts'
import { answerPage, type PageParts } from '../render/answer-page.ts'
import { addEmbedDemo } from '../render/embed-demo.ts'
import { createGuestPages } from '../render/guest-pages.ts'
import type { Pages } from '../render/pages.ts'
import { addSearchEngineFiles } from '../render/search-engines.ts'
import { createShopApi, createShopPageCalls } from '../shop-api.ts'
import { createShopStaffApi, createStaffApiParts } from '../staff-api.ts'
import { type Condition, healthyCondition } from './condition.ts'
import { formatFault, retryAfterSeconds } from './faults.ts'

const webRoot = fileURLToPath(new URL('dist/web', projectFolder))
const year = 'public, max-age=31536000, immutable'

type WebAppOptions = {
  isProduction?: boolean
  /**
   * Returns true while the instance stops. A stopping instance finishes its requests and should get no new requests.
   */
  isClosing?: () => boolean
  /** Returns the current problems. */
  getCondition?: () => Condition
  /** The counter of open live streams, if this is one of several workers. */
  seats?: Seats | undefined
  sso?: SsoConfig | undefined
}

/** Creates the whole shop as one function from request to response: API, files and pages. */
export function createWebApp(shop: Shop, pages: Pages, live: Live, webAppOptions: WebAppOptions = {}) {
  const { isProduction = false, sso } = webAppOptions
  const api = createShopApi(shop)
  const staffApi = createShopStaffApi(shop)
  const callsOf = createShopPageCalls(shop)
  const app = new Hono()
  const pageRoutes: PageParts['pageRoutes'] = new WeakMap()

  for (const part of [app, api, staffApi]) part.onError(answerFault)
  app.use(logRequests(shop))
  app.use(countRequests(shop.metrics, (request) => pageRoutes.get(request)))
  app.use(secureHeaders(shop.publicUrl))
  app.use(boundBodies(shop.bounds))

  addHealth(app, shop, webAppOptions)
  addSearchEngineFiles(app, shop)
  app.route('/', api)
  addStaffLive(app, { ...createStaffApiParts(shop), live })
  app.route('/', staffApi)
  addLiveRoute(app, {
    shop,
    live,
    identifyActor: (token) => findCustomer(shop, token),
    topics: liveTopics,
    ...(webAppOptions.seats && { seats: webAppOptions.seats }),
  })
  if (pages.console) {
    const { load } = pages.console
    const loadPages = async () => {
      const { renderStaffPage, assets } = await load()
      return { renderStaffPage, styles: assets.styles }
    }
    addStaffPages(app, { shop, api: staffApi, hasSso: sso !== undefined, loadPages })
    if (sso) addSso(app, shop, sso, loadPages)
  }
  addApiDocs(app, shop.publicUrl, pages.isDevelopment)
  for (const path of ['/rest/*', '/ajax-web/*']) {
    app.all(path, (c) => c.json({ status_code: 404, message: 'There is no such endpoint', reason: 'not_found' }, 404))
  }
  if (!pages.isDevelopment) addBuiltFiles(app)
  addEmbedDemo(app, { pages, fetchApi: async (path, init) => api.request(path, init) })
  const parts = { shop, pages, callsOf, pageRoutes, isProduction }
  const answerGuest = createGuestPages(parts)
  if (pages.console) addConsole(app, shop, pages.console)
  app.get('*', async (c) => (await answerGuest(c)) ?? answerPage(c, parts))
  return app
}

/** Adds the routes that report whether the process lives and whether it is ready. */
function addHealth(app: Hono, shop: Shop, webAppOptions: WebAppOptions): void {
  const { isClosing = () => false, getCondition = () => healthyCondition } = webAppOptions
  const doesDatabaseAnswer = createDatabaseCheck(shop.db)
  app.get('/healthz', (c) => c.text('ok'))
  const answerReadiness = async (c: Context, listMissing: () => string[]) => {
    if (isClosing()) return c.text('The shop is closing.', 503)
    if (!(await doesDatabaseAnswer())) return c.text('The database does not respond.', 503)
    const missing = listMissing()
    if (missing.length > 0) return c.text(missing.join('\n'), 503)
    // Without live updates, pages poll and caches are bypassed. The failure is reported, but shoppers can stay on this
    // instance.
    return c.text(['ok', getCondition().live].filter(Boolean).join('\n'))
  }
  app.get('/readyz', (c) => {
    const { timers, sharedTimers } = getCondition()
    return answerReadiness(c, () => [timers || sharedTimers].filter(Boolean))
  })
  // For load balancers. If the timers stop, they stop in every instance, so removing one instance does not help. A shop
  // without timers can still sell.
  app.get('/readyz/shoppers', (c) => answerReadiness(c, () => []))
}

/**
 * Logs requests. Every log line during a request carries the request's id, including the lines of services and of a
 * page's calls.
 */
function logRequests({ log }: Shop): MiddlewareHandler {
  return async (c, next) => {
    const given = c.req.header('x-request-id') ?? ''
    const requestId = /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    const started = performance.now()
    c.set('requestId', requestId)
    c.header('x-request-id', requestId)
    await log.during({ requestId }, async () => {
      await next()
      const ms = Math.round(performance.now() - started)
      const level = c.res.status >= 500 ? 'error' : 'info'
      // Only the path is logged, because a query can contain an email address or a token.
      log[level]('answered', {
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms,
        ...(c.error && { error: c.error }),
      })
    })
  }
}

/**
 * Headers that assets do not need. Code, styles, catalogs and fonts are never opened as pages, and their names change
 * with their content. A screen loads ten files, so omitting these headers saves three kilobytes.
 */
const headersOmittedFromAssets = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'last-modified',
  'permissions-policy',
  'referrer-policy',
]

/** Serves the files of `npm run build`. From source, Vite serves them. */
function addBuiltFiles(app: Hono): void {
  const serve = (age: string, omittedHeaders: string[] = []) =>
    serveStatic({
      root: webRoot,
      precompressed: true,
      onFound: (_, c) => {
        c.header('cache-control', age)
        for (const name of omittedHeaders) c.header(name, undefined)
      },
    })
  app.get('/assets/*', serve(year, headersOmittedFromAssets))
  // The addresses of these files never change, so browsers must not cache them for long.
  app.get('/favicon.svg', serve('public, max-age=86400'))
  app.get('/widget.js', serve('public, max-age=3600'))
  app.get('/assets/*', (c) => c.notFound())
}

/** Answers a fault in the caller's format: as a problem of the staff API, as JSON or as a page. */
function answerFault(error: Error, c: Context): Response {
  const { status, body } = formatFault(error)
  if (status === 503) c.header('retry-after', retryAfterSeconds)
  if (c.req.path.startsWith(`${staffApiRoot}/`)) {
    return sendProblem(c, { type: 'about:blank', title: body.message, status, code: body.reason })
  }
  c.header('cache-control', 'no-store')
  return /^\/(?:rest|ajax-web)\//.test(c.req.path) ? c.json(body, status) : c.html(faultPage, status)
}

/** Shown when rendering itself fails, so it depends on nothing else. */
const faultPage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Something went wrong</title><h1>Something went wrong on our side</h1>
<p>Please try again in a moment. <a href="">Try again</a> or <a href="${accountLink}">go to your account</a>.</p></html>`
