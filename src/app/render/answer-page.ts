import { randomBytes } from 'node:crypto'
import type { StaticDataRouteOption } from '@tanstack/react-router'
import type { Context } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import { type Call, fillPath } from '#contract/calls/call.ts'
import { sessionCookies } from '#contract/calls/cookies.ts'
import { findCustomer } from '#features/sign-in/server/session.service.ts'
import { answerPieces, firstPageLevels } from '#server/http/compress.ts'
import { knownByNonce, pagePolicy } from '#server/http/headers.ts'
import type { ApiParts, Visitor } from '#server/http/http.ts'
import { isFirstOfLine, readIp } from '#server/http/request.ts'
import type { Shop } from '#server/shop.ts'
import { isTranslated } from '#web/i18n/page-translator.ts'
import type { Site } from '#web/session/site.ts'
import { formatFault, retryAfterSeconds } from '../process/faults.ts'
import type { createShopPageCalls } from '../shop-api.ts'
import { requireLiveSession } from './dead-session.ts'
import type { Pages } from './pages.ts'
import { readSite } from './site.ts'

const sessionCookie = new RegExp(`(?:^|; ?)(?:${sessionCookies.join('|')})=`)

/** The route pattern of each answered page, for request counts. */
type PageRoutes = WeakMap<Request, string>
export type PageParts = {
  shop: Shop
  pages: Pages
  callsOf: ReturnType<typeof createShopPageCalls>
  pageRoutes: PageRoutes
  isProduction: boolean
}

/** Renders a page for one visitor. */
export async function answerPage(c: Context, parts: PageParts): Promise<Response> {
  const { shop, pages, pageRoutes } = parts
  const { catalogueLanguages } = await pages.load()
  const nonce = randomBytes(16).toString('base64')
  const session = followSession(shop)
  const ip = readIp(c, shop.trustedProxies)
  const { page, expiredCookies } = await requireLiveSession(shop, c.req.raw, session, async (request) => {
    const site = await readSite(shop, request, catalogueLanguages)
    // A second rendering is for a guest, so there is no session that could end.
    const follow = request === c.req.raw ? session : { identifyActor: session.identifyActor }
    return { site, ...(await makePage(parts, { request, site, nonce, ip, ...follow })) }
  })
  const { site, status, pattern, about, isPassing } = page
  pageRoutes.set(c.req.raw, pattern)
  if (!about.isForSearchEngines) c.header('x-robots-tag', 'noindex')
  if (isPassing) c.header('retry-after', retryAfterSeconds)
  const { isDevelopment } = pages
  const hasPageTranslator = isTranslated(site)
  c.header('content-security-policy', pagePolicy({ ...knownByNonce(nonce), isDevelopment, hasPageTranslator }))
  c.header('cache-control', !about.isNeverKept && status === 200 ? 'private, no-cache' : 'no-store')
  // The page depends on the visitor's cookies, also when a browser goes back.
  c.header('vary', 'Cookie', { append: true })
  for (const cookie of expiredCookies) c.header('set-cookie', cookie, { append: true })
  return sendPage(c, page)
}

type PageRequest = {
  request: Request
  site: Site
  nonce: string
  ip: string
  identifyActor: ApiParts['identifyActor']
  onKnown?: () => void
  readAt?: number
  onAnswer?: (call: Pick<Call, 'path'>, answered: { status: number; body: unknown }) => void
}
type MadePage = {
  response: Response
  status: number
  pattern: string
  about: StaticDataRouteOption
  /** True if a temporary outage made the page fail. */
  isPassing: boolean
}

/**
 * Renders a page. The calls of the page run as the same visitor, with the language, currency and cart of the page's
 * cookies.
 */
export async function makePage(
  { shop, pages, callsOf, isProduction }: PageParts,
  { request, site, nonce, ip, readAt, onAnswer, ...session }: PageRequest,
): Promise<MadePage> {
  const { renderPage, assets } = await pages.load()
  const cookies = request.headers.get('cookie') ?? ''
  const userAgent = request.headers.get('user-agent') ?? ''
  const answer = callsOf({ ip, cookies, userAgent, language: site.picked.code, ...session })
  let isUnavailable = false
  let pattern = ''
  let about: StaticDataRouteOption = { isForSearchEngines: true }
  const response = await renderPage({
    request,
    site,
    nonce,
    assets,
    isProduction,
    ...(readAt !== undefined && { readAt }),
    onRoute: (id, said) => {
      pattern = id === '__root__' ? 'no page' : id
      about = said
    },
    answerCall: async (call, input, headers) => {
      const answered = await answer(call, input, headers).catch((error: unknown) => {
        shop.log.error('a call of a page failed', { path: fillPath(call, input).path, error })
        return formatFault(error)
      })
      isUnavailable ||= answered.status === 503
      onAnswer?.(call, answered)
      return answered
    },
  })
  // A page that failed because the database or a store is unreachable answers 503, not 500.
  const isPassing = isUnavailable && response.status === 500
  return { response, status: isPassing ? 503 : response.status, pattern, about, isPassing }
}

/**
 * Shares one session lookup between a page and its calls. If a call proves by its own query that the session is valid
 * (`onKnown`), the page needs no separate lookup.
 */
function followSession(shop: Shop) {
  const found = new Map<string | null, Promise<Visitor>>()
  let isKnown = false
  return {
    isKnown: () => isKnown,
    onKnown: () => {
      isKnown = true
    },
    identifyActor: (token: string | null) => {
      const known = found.get(token)
      if (known) return known
      const lookup = findCustomer(shop, token)
      found.set(token, lookup)
      // A failed lookup is repeated by the next call.
      lookup.catch(() => found.delete(token))
      return lookup
    },
  }
}

/** Sends a page as the router rendered it. A redirect has no body. */
function sendPage(c: Context, { response, status }: MadePage): Response | Promise<Response> {
  const { body, headers } = response
  const made = Object.fromEntries(headers)
  if (!body) return c.body(null, status as StatusCode, made)
  // Signed-in shoppers request most pages over an open connection, where fewer bytes save no round trip.
  const isSignedIn = sessionCookie.test(c.req.header('cookie') ?? '')
  const levels = isSignedIn && !isFirstOfLine(c) ? undefined : firstPageLevels
  const pieces = body as ReadableStream<Uint8Array<ArrayBuffer>>
  const all = { 'content-type': 'text/html; charset=utf-8', ...made }
  return answerPieces(c, pieces, status as ContentfulStatusCode, all, levels)
}
