import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Call } from '#contract/calls/call.ts'
import { sessionCookies } from '#contract/calls/cookies.ts'
import { getProduct, type Product } from '#features/catalogue/catalogue.contract.ts'
import { claimsCookie } from '#features/coupons/server/guest-proof.ts'
import { listProductReviews } from '#features/reviews/reviews.contract.ts'
import { hearChanges } from '#server/cache/kept-copies.ts'
import { chooseEncoding, type Encoding, pack, smallestFirst } from '#server/http/compress.ts'
import { pagePolicy } from '#server/http/headers.ts'
import { comeAgainSeconds } from '../process/faults.ts'
import { makePage, type PageParts } from './answer-page.ts'
import { createKeptPages } from './kept-pages.ts'
import { findNextMoment } from './next-moment.ts'
import { hashScripts } from './page-scripts.ts'
import { readChoices, readSite } from './site.ts'
import { createTightPages, type TightPage, tagOf } from './tight-pages.ts'

/** With one of these a page is somebody's: it is written for that visitor alone. What a cart holds is asked for by the browser. */
const personalCookie = new RegExp(`(?:^|; ?)(?:${[...sessionCookies, claimsCookie, 'subscribe_email'].join('|')})=`)
/** Whoever writes a longer address does not expect the page to be waiting. */
const longestAddress = 200
/** Everything that changes tells of it; this is for what nobody has thought of. */
const keptMs = 60_000
/** A page says when its data were read, in steps: in between it is the same to the byte, from every instance. */
const readStepMs = 600_000
/** The calls of a page that shows one product and no other. */
const callsOfOneProduct: string[] = [getProduct.path, listProductReviews.path]
const agents = { ios: 'iPhone', android: 'Android', other: '' }

type Choices = Awaited<ReturnType<typeof readChoices>>
type Wanted = { address: string; choices: Choices; encoding: Encoding | null }
type GuestPage = TightPage & {
  status: number
  headers: Record<string, string>
  pattern: string
  productId: number | null
  bytes: number
  until: number
}

/**
 * Pages that are the same for everybody who is not signed in: rendered once for each language, currency and kind of device, and kept as
 * they are sent. They are made from a request of our own that holds nothing but these three, so nothing of one visitor can be in what
 * another one is sent.
 */
export function createGuestPages(parts: PageParts) {
  const { shop, pages, pageRoutes } = parts
  const kept = createKeptPages<GuestPage>(shop.bounds)
  const tight = createTightPages()
  const heard = hearChanges(shop.db, kept.forget)
  const underWay = new Map<string, Promise<GuestPage>>()

  /** Null where the page is this visitor's own, or where nobody would tell of its changes. */
  return async (c: Context): Promise<Response | null> => {
    const header = (name: string) => c.req.header(name)
    if (!heard || personalCookie.test(header('cookie') ?? '')) return null
    const { findGuestPage, catalogueLanguages } = await pages.load()
    const found = findGuestPage(new URL(c.req.url))
    if (!found || found.address.length > longestAddress || !(await heard.isFresh())) return null
    const choices = await readChoices(shop, header, catalogueLanguages)
    if (choices.picked.code !== choices.shown.code) return null
    const encoding = chooseEncoding(header('accept-encoding') ?? '', smallestFirst)
    const { shown, currency, device } = choices
    const key = `${shown.code} ${currency} ${device} ${encoding} ${found.address}`
    const page = kept.find(key, shop.clock.now().getTime()) ?? (await makeOnce(key, { ...found, choices, encoding }))
    pageRoutes.set(c.req.raw, page.pattern)
    tight.count(page)
    return send(c, page)
  }

  /** Whoever asks while a page is being made waits for the same one. */
  function makeOnce(key: string, wanted: Wanted): Promise<GuestPage> {
    const known = underWay.get(key)
    if (known) return known
    const changes = kept.countChanges()
    const making = makeGuestPage(parts, wanted)
      .then((page) => {
        tight.takeKnown(page)
        // Something changed while it was made: perhaps something that it shows.
        if (page.status === 200 && kept.countChanges() === changes) kept.keep(key, page)
        return page
      })
      .finally(() => underWay.delete(key))
    underWay.set(key, making)
    return making
  }
}

async function makeGuestPage(parts: PageParts, { address, choices, encoding }: Wanted): Promise<GuestPage> {
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
    whoIsAsking: async () => ({ customerId: null }),
    readAt: Math.floor(begunAt.getTime() / readStepMs) * readStepMs,
    onAnswer: (call, answered) => productIds.push(readProductId(call, answered)),
  })
  const made = hashScripts(await response.text(), nonce)
  if (!made) throw new Error(`The nonce of ${pattern} stands where it cannot be taken out`)
  const whole = Buffer.from(made.html)
  const body = encoding ? pack(whole, encoding) : whole
  const until = Math.min(begunAt.getTime() + keptMs, next?.getTime() ?? Number.POSITIVE_INFINITY)
  const [productId = null, ...others] = new Set(productIds.filter((id) => id !== undefined))
  return {
    status,
    body,
    pattern,
    etag: tagOf(body),
    asked: 0,
    isTight: false,
    headers: {
      'content-security-policy': pagePolicy({ scripts: made.scripts, styles: [] }),
      'cache-control': status === 200 ? 'private, no-cache' : 'no-store',
      vary: 'Cookie, Accept-Encoding',
      ...(isPassing && { 'retry-after': comeAgainSeconds }),
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

/** The product that a page is about, as far as this call tells; null for a call that may show any. */
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

/** Proxies may mark a tag as weak when they pass it on. */
function isKnown(sent: string | undefined, etag: string): boolean {
  return sent?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false
}
