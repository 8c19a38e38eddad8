import { randomBytes, randomUUID } from 'node:crypto'
import { serveStatic } from '@hono/node-server/serve-static'
import { sql } from 'drizzle-orm'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import { fillPath } from '#contract/call.ts'
import { findCustomer } from '#features/sign-in/server/session.service.ts'
import { accountLink } from '#links/account.links.ts'
import { boundBodies } from '#server/bodies.ts'
import { answerPieces } from '#server/compress.ts'
import { countRequests } from '#server/count-requests.ts'
import { isDatabaseAway } from '#server/database.ts'
import { FilesAway, isDiskFull } from '#server/files.ts'
import { pagePolicy, secureHeaders } from '#server/headers.ts'
import type { ApiParts, Visitor } from '#server/http.ts'
import type { Live } from '#server/live.ts'
import { addLiveRoute } from '#server/live-route.ts'
import { readIp } from '#server/request.ts'
import type { Shop } from '#server/shop.ts'
import { sendProblem } from '#server/staff-http.ts'
import { isTranslated } from '#web/i18n/page-translator.ts'
import { handlers } from './api.ts'
import { addApiReference } from './api-reference.ts'
import { leaveOutDeadSession } from './dead-session.ts'
import { addEmbedDemo } from './embed-demo.ts'
import { liveTopics } from './live-topics.ts'
import type { Pages } from './pages.ts'
import { addSearchEngineFiles } from './search-engines.ts'
import { createShopApi, createShopPageCalls } from './shop-api.ts'
import { readSite } from './site.ts'
import { createShopStaffApi } from './staff-api.ts'

const webRoot = new URL('../../dist/web', import.meta.url).pathname
const year = 'public, max-age=31536000, immutable'
const comeAgainSeconds = '5'

type Standing = {
  isProduction?: boolean
  /** The instance is stopping: it finishes requests and should get no new ones. */
  isClosing?: () => boolean
  /** What does not work at the moment, in sentences. */
  tellTrouble?: () => string[]
}

/** The whole shop as one function from request to response: API, files and pages. */
export function createWebApp(shop: Shop, pages: Pages, live: Live, standing: Standing = {}) {
  const { isProduction = false, isClosing = () => false, tellTrouble = () => [] } = standing
  const api = createShopApi(shop)
  api.onError(tellFault)
  const callsOf = createShopPageCalls(shop)
  const app = new Hono()
  const pageRoutes: PageRoutes = new WeakMap()

  app.use(logRequests(shop))
  app.use(countRequests(shop.metrics, (request) => pageRoutes.get(request)))
  app.use(secureHeaders(shop.publicUrl))
  app.use(boundBodies(shop.bounds))

  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    if (isClosing()) return c.text('The shop is closing.', 503)
    try {
      await shop.db.execute(sql`select 1`)
      // Timers that do not run are reported but do not make an instance unready: all instances would be at once.
      return c.text(['ok', ...tellTrouble()].join('\n'))
    } catch {
      return c.text('The database does not answer.', 503)
    }
  })

  addSearchEngineFiles(app, shop)
  app.route('/', api)
  const staffApi = createShopStaffApi(shop)
  staffApi.onError(tellStaffFault)
  app.route('/', staffApi)
  addLiveRoute(app, { shop, live, whoIsAsking: (token) => findCustomer(shop, token), topics: liveTopics })
  addApiReference(app, handlers, shop.publicUrl)
  for (const path of ['/rest/*', '/ajax-web/*']) {
    app.all(path, (c) => c.json({ status_code: 404, message: 'There is no such call', reason: 'not_found' }, 404))
  }
  if (!pages.isDevelopment) addBuiltFiles(app)
  addEmbedDemo(app, { pages, fetchApi: async (path, init) => api.request(path, init) })
  app.get('*', (c) => answerPage(c, { shop, pages, callsOf, pageRoutes, isProduction }))

  app.onError((error, c) => {
    c.error = error
    return tellFault(error, c)
  })
  return app
}

/** Every line written on the way to an answer carries the request's id: of services, and of the calls a page makes. */
function logRequests({ log }: Shop): MiddlewareHandler {
  return (c, next) => {
    const given = c.req.header('x-request-id') ?? ''
    const requestId = /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    const started = performance.now()
    c.header('x-request-id', requestId)
    return log.during({ requestId }, async () => {
      await next()
      const ms = Math.round(performance.now() - started)
      const level = c.res.status >= 500 ? 'error' : 'info'
      // Only the path is logged: a query can hold an email address or a token.
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

/** What `npm run build` made; from source Vite serves it. */
function addBuiltFiles(app: Hono): void {
  const serve = (age: string) =>
    serveStatic({ root: webRoot, precompressed: true, onFound: (_, c) => c.header('cache-control', age) })
  app.get('/assets/*', serve(year))
  // Their addresses never change, so they may not be kept for long.
  app.get('/favicon.svg', serve('public, max-age=86400'))
  app.get('/widget.js', serve('public, max-age=3600'))
  app.get('/assets/*', (c) => c.notFound())
}

/** Which pattern answered a page, for whoever counts requests. */
type PageRoutes = WeakMap<Request, string>
type PageParts = {
  shop: Shop
  pages: Pages
  callsOf: ReturnType<typeof createShopPageCalls>
  pageRoutes: PageRoutes
  isProduction: boolean
}

async function answerPage(
  c: Context,
  { shop, pages, callsOf, pageRoutes, isProduction }: PageParts,
): Promise<Response> {
  const { renderPage, catalogueLanguages, assets } = await pages.load()
  const nonce = randomBytes(16).toString('base64')
  const whoIsAsking = lookUpOnce(shop)
  const { request, deadCookies } = await leaveOutDeadSession(shop, c.req.raw, whoIsAsking)
  const site = await readSite(shop, request, catalogueLanguages)
  // The same visitor asks: with the language, the currency and the cart of the page's own cookies.
  const answer = callsOf({
    ip: readIp(c, shop.trustedProxies),
    cookies: request.headers.get('cookie') ?? '',
    userAgent: c.req.header('user-agent') ?? '',
    whoIsAsking,
  })
  let isAway = false
  let mayBeKept = false
  const response = await renderPage({
    request,
    site,
    nonce,
    assets,
    isProduction,
    onRoute: (pattern, about) => {
      pageRoutes.set(c.req.raw, pattern === '__root__' ? 'no page' : pattern)
      mayBeKept = !about.isNeverKept
      if (!about.isForSearchEngines) c.header('x-robots-tag', 'noindex')
    },
    answerCall: async (call, input, headers) => {
      const answered = await answer(call, input, headers).catch((error: unknown) => {
        shop.log.error('a call of a page failed', { path: fillPath(call, input).path, error })
        return describeFault(error)
      })
      isAway ||= answered.status === 503
      return answered
    },
  })
  // A page that failed because the database or a store is unreachable answers 503, not 500.
  const isPassing = isAway && response.status === 500
  const status = isPassing ? 503 : response.status
  if (isPassing) c.header('retry-after', comeAgainSeconds)
  c.header('content-security-policy', pagePolicy(nonce, pages.isDevelopment, isTranslated(site)))
  c.header('cache-control', mayBeKept && status === 200 ? 'private, no-cache' : 'no-store')
  // Somebody else's cookies make it another page, also for a browser that goes back.
  c.header('vary', 'Cookie', { append: true })
  for (const cookie of deadCookies) c.header('set-cookie', cookie, { append: true })
  return sendPage(c, response, status)
}

/** A page and its calls are one visitor's, at one moment. */
function lookUpOnce(shop: Shop): ApiParts['whoIsAsking'] {
  const found = new Map<string | null, Promise<Visitor>>()
  return (token) => {
    const known = found.get(token)
    if (known) return known
    const asked = findCustomer(shop, token)
    found.set(token, asked)
    // What failed is tried again by the next call.
    asked.catch(() => found.delete(token))
    return asked
  }
}

/** A page as the router made it: a redirect has no body. */
function sendPage(c: Context, { body, headers }: Response, status: number): Response | Promise<Response> {
  const made = Object.fromEntries(headers)
  if (!body) return c.body(null, status as StatusCode, made)
  const pieces = body as ReadableStream<Uint8Array<ArrayBuffer>>
  return answerPieces(c, pieces, status as ContentfulStatusCode, {
    'content-type': 'text/html; charset=utf-8',
    ...made,
  })
}

/** A fault in a sentence. What is only away for the moment says so, for whoever can wait. */
function describeFault(error: unknown) {
  const isAway = isDatabaseAway(error) || isDiskFull(error) || error instanceof FilesAway
  const status = isAway ? 503 : 500
  const reason = isAway ? 'unavailable' : 'fault'
  return { status, body: { status_code: status, message: 'Something went wrong on our side', reason } } as const
}

function tellFault(error: Error, c: Context): Response {
  const { status, body } = describeFault(error)
  if (status === 503) c.header('retry-after', comeAgainSeconds)
  c.header('cache-control', 'no-store')
  return /^\/(?:rest|ajax-web)\//.test(c.req.path) ? c.json(body, status) : c.html(faultPage, status)
}

function tellStaffFault(error: Error, c: Context): Response {
  c.error = error
  const { status, body } = describeFault(error)
  if (status === 503) c.header('retry-after', comeAgainSeconds)
  return sendProblem(c, { type: 'about:blank', title: body.message, status, code: body.reason })
}

/** Shown when rendering itself fails, so it uses nothing else. */
const faultPage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Something went wrong</title><h1>Something went wrong on our side</h1>
<p>Please try again in a moment. <a href="">Try again</a> or <a href="${accountLink}">go to your account</a>.</p></html>`
