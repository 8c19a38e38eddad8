import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Call } from '#contract/calls/call.ts'
import { sessionCookies } from '#contract/calls/cookies.ts'
import { getProduct, type Product } from '#features/catalogue/catalogue.contract.ts'
import { claimsCookie } from '#features/coupons/server/guest-proof.ts'
import { listProductReviews } from '#features/reviews/reviews.contract.ts'
import { onCacheChange } from '#server/cache/cached-values.ts'
import { chooseEncoding, type Encoding, pack, smallestFirst } from '#server/http/compress.ts'
import { pagePolicy } from '#server/http/headers.ts'
import { retryAfterSeconds } from '../process/faults.ts'
import { makePage, type PageParts } from './answer-page.ts'
import { findNextMoment } from './next-moment.ts'
import { createPageCache } from './page-cache.ts'
import { hashScripts } from './page-scripts.ts'
import { createPrecompressedPages, type PrecompressedPage, tagOf } from './precompressed-pages.ts'
import { readChoices, readSite } from './site.ts'

/** Cookies that make a page personal, so that it is rendered for this visitor. The browser loads the cart by itself. */
const personalCookie = new RegExp(`(?:^|; ?)(?:${[...sessionCookies, claimsCookie, 'subscribe_email'].join('|')})=`)
/** 200 characters: longer addresses are not cached. */
const longestAddress = 200
/** 60 s: all known changes invalidate a page at once, and this limit covers unknown changes. */
const cacheMs = 60_000
/** 10 minutes: the read time of a page is rounded to steps. Within a step, all instances send identical bytes. */
const readStepMs = 600_000
/** Calls of pages that show exactly one product. */
const callsOfOneProduct: string[] = [getProduct.path, listProductReviews.path]
const agents = { ios: 'iPhone', android: 'Android', other: '' }

type Choices = Awaited<ReturnType<typeof readChoices>>
type PageVariant = { address: string; choices: Choices; encoding: Encoding | null }
type GuestPage = PrecompressedPage & {
  status: number
  headers: Record<string, string>
  pattern: string
  productId: number | null
  bytes: number
  until: number
}

/**
 * Caches pages that are the same for all guests. Each page is rendered once per language, currency and kind of device,
 * and stored as it is sent. The request for rendering contains only these three values, so no visitor's data can reach
 * another visitor.
 */
export function createGuestPages(parts: PageParts) {
  const { shop, pages, pageRoutes } = parts
  const pageCache = createPageCache<GuestPage>(shop.bounds)
  const precompressed = createPrecompressedPages()
  const cacheChanges = onCacheChange(shop.db, pageCache.invalidate)
  const underWay = new Map<string, Promise<GuestPage>>()

  /** Returns null if the page is personal, or if changes would not be noticed. */
  return async (c: Context): Promise<Response | null> => {
    const header = (name: string) => c.req.header(name)
    if (!cacheChanges || personalCookie.test(header('cookie') ?? '')) return null
    const { findGuestPage, catalogueLanguages } = await pages.load()
    const found = findGuestPage(new URL(c.req.url))
    if (!found || found.address.length > longestAddress || !(await cacheChanges.isFresh())) return null
    const choices = await readChoices(shop, header, catalogueLanguages)
    if (choices.picked.code !== choices.shown.code) return null
    const encoding = chooseEncoding(header('accept-encoding') ?? '', smallestFirst)
    const { shown, currency, device } = choices
    const key = `${shown.code} ${currency} ${device} ${encoding} ${found.address}`
    const page =
      pageCache.find(key, shop.clock.now().getTime()) ?? (await makeOnce(key, { ...found, choices, encoding }))
    pageRoutes.set(c.req.raw, page.pattern)
    precompressed.count(page)
    return send(c, page)
  }

  /** Renders a page once. Concurrent requests wait for the same rendering. */
  function makeOnce(key: string, variant: PageVariant): Promise<GuestPage> {
    const known = underWay.get(key)
    if (known) return known
    const changes = pageCache.countChanges()
    const making = makeGuestPage(parts, variant)
      .then((page) => {
        precompressed.applyKnown(page)
        // A change arrived during rendering and may concern this page, so the page is not cached.
        if (page.status === 200 && pageCache.countChanges() === changes) pageCache.store(key, page)
        return page
      })
      .finally(() => underWay.delete(key))
    underWay.set(key, making)
    return making
  }
}

async function makeGuestPage(parts: PageParts, { address, choices, encoding }: PageVariant): Promise<GuestPage> {
  const { shop, pages } = parts
  const { catalogueLanguages } = await pages.load()
  const { shown, currency, device } = choices
  const request = new Request(new URL(address, shop.publicUrl), {
    headers: { cookie: `language=${shown.code}; currency=${currency}`, 'user-agent': agents[device] },
  })
  const nonce = randomBytes(16).toString('base64')
  const begunAt = shop.clock.now()
  const productIds: (number | null | undefined)[] = []
  const [site, next] = await Promise.all([
    readSite(shop, request, catalogueLanguages),
    findNextMoment(shop.db, begunAt).catch(() => begunAt),
  ])
  const { response, status, pattern, isPassing } = await makePage(parts, {
    request,
    site,
    nonce,
    ip: 'guests',
    identifyActor: async () => ({ customerId: null }),
    readAt: Math.floor(begunAt.getTime() / readStepMs) * readStepMs,
    onAnswer: (call, answered) => productIds.push(readProductId(call, answered)),
  })
  const made = hashScripts(await response.text(), nonce)
  if (!made) throw new Error(`The nonce of ${pattern} stands where it cannot be taken out`)
  const whole = Buffer.from(made.html)
  const body = encoding ? pack(whole, encoding) : whole
  const until = Math.min(begunAt.getTime() + cacheMs, next?.getTime() ?? Number.POSITIVE_INFINITY)
  const [productId = null, ...others] = new Set(productIds.filter((id) => id !== undefined))
  return {
    status,
    body,
    pattern,
    etag: tagOf(body),
    requestCount: 0,
    isPrecompressed: false,
    headers: {
      'content-security-policy': pagePolicy({ scripts: made.scripts, styles: [] }),
      'cache-control': status === 200 ? 'private, no-cache' : 'no-store',
      vary: 'Cookie, Accept-Encoding',
      ...(isPassing && { 'retry-after': retryAfterSeconds }),
    },
    bodyHeaders: {
      ...Object.fromEntries(response.headers),
      'content-type': 'text/html; charset=utf-8',
      ...(encoding && { 'content-encoding': encoding }),
      'content-length': String(body.length),
    },
    productId: others.length > 0 ? null : productId,
    bytes: body.length,
    until,
  }
}

/**
 * Returns the id of the product that a page shows. Returns undefined if this call does not contain the id, and null if
 * the page may show any product.
 */
function readProductId({ path }: Pick<Call, 'path'>, { status, body }: { status: number; body: unknown }) {
  if (!callsOfOneProduct.includes(path)) return null
  if (path !== getProduct.path) return undefined
  const opened = getProduct.envelope.open(status, body)
  return 'data' in opened ? (opened.data as Product).id : null
}

function send(c: Context, { status, body, headers, bodyHeaders, etag }: GuestPage): Response {
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  if (status === 200) {
    c.header('etag', etag)
    if (isKnown(c.req.header('if-none-match'), etag)) return c.body(null, 304)
  }
  return c.body(body, status as ContentfulStatusCode, bodyHeaders)
}

/** Returns whether the browser has this version. Proxies may mark a tag as weak. */
function isKnown(sent: string | undefined, etag: string): boolean {
  return sent?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false
}
