import { randomBytes } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status'
import { withSearch } from '#contract/text/links.ts'
import { getMe } from '#features/staff/me.staff.contract.ts'
import { findStaffActor } from '#features/staff/server/people/staff-actor.service.ts'
import { staffSecondStepLink, staffSignInLink, staffZoneCookie } from '#features/staff/staff-links.ts'
import { answerPieces } from '#server/http/compress.ts'
import { knownByNonce, pagePolicy } from '#server/http/headers.ts'
import { readIp, readRequest } from '#server/http/request.ts'
import { createStaffCalls, staffCookie } from '#server/http/staff/staff-http.ts'
import type { Shop } from '#server/shop.ts'
import type { ConsolePages } from '../render/pages.ts'
import { createStaffApiParts, staffApiHandlers } from '../staff-api.ts'

/** Serves `/staff` and all paths below it that have no other page. Pages are rendered with the calls of the staff API. */
export function addConsole(app: Hono, shop: Shop, pages: ConsolePages): void {
  const answer = (c: Context) => answerConsole(c, shop, pages)
  app.get('/staff', answer)
  app.get('/staff/*', answer)
}

async function answerConsole(c: Context, shop: Shop, pages: ConsolePages): Promise<Response> {
  const ip = readIp(c, shop.trustedProxies)
  const request = readRequest({ ip, header: (name) => c.req.header(name), hasToken: false }, shop)
  const actor = await findStaffActor(shop, { session: request.cookie(staffCookie), key: null, ip })
  c.header('cache-control', 'no-store')
  c.header('x-robots-tag', 'noindex')
  if (!actor) {
    const { pathname, search } = new URL(c.req.url)
    return c.redirect(withSearch(staffSignInLink, { next: pathname + search }), 302)
  }
  const call = createStaffCalls(staffApiHandlers, createStaffApiParts(shop), actor)
  const { data: me } = await call(getMe, {})
  if (me.second_step.is_missing) return c.redirect(staffSecondStepLink, 302)
  const { renderConsole, assets } = await pages.load()
  const nonce = randomBytes(16).toString('base64')
  const response = await renderConsole({
    request: c.req.raw,
    nonce,
    assets,
    context: {
      call,
      me,
      shop: me.shop,
      clock: { now: shop.clock.now().getTime(), zone: readZone(request.cookie(staffZoneCookie)) ?? me.shop.time_zone },
      isPhone: /Mobi/.test(c.req.header('user-agent') ?? ''),
    },
  })
  c.header('content-security-policy', pagePolicy({ ...knownByNonce(nonce), isDevelopment: pages.isDevelopment }))
  const made = Object.fromEntries(response.headers)
  if (!response.body) return c.body(null, response.status as StatusCode, made)
  const pieces = response.body as ReadableStream<Uint8Array<ArrayBuffer>>
  const headers = { 'content-type': 'text/html; charset=utf-8', ...made }
  return answerPieces(c, pieces, response.status as ContentfulStatusCode, headers)
}

/** Returns the time zone from the browser if the time zone is known. */
function readZone(said: string | null): string | null {
  if (!said || !/^[\w+/-]{1,60}$/.test(said)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: said }).resolvedOptions().timeZone && said
  } catch {
    return null
  }
}
