import type { Context } from 'hono'
import { readCookie, readSessionToken } from '#contract/calls/cookies.ts'
import type { Shop } from '../shop.ts'
import { refuse } from './refuse.ts'
import type { VisitorRequest } from './visitor-request.ts'

type NodeBindings = { visitorIp?: string; incoming?: { socket?: { remoteAddress?: string; bytesWritten?: number } } }

/** Bindings of a request. `visitorIp` is set by a caller inside the server, which has no connection. */
export type ApiBindings = { Bindings: { visitorIp?: string } }

type RequestParts = Pick<VisitorRequest, 'ip' | 'header' | 'hasToken'>

export function readRequest({ ip, header, hasToken }: RequestParts, shop: Pick<Shop, 'publicUrl'>): VisitorRequest {
  const newCookies: string[] = []
  const cookie = (name: string) => readCookie(header('cookie') ?? '', name)
  let hasNewSecret = false
  const secure = shop.publicUrl.startsWith('https:') ? '; Secure' : ''
  return {
    ip,
    hasToken,
    header,
    cookie,
    hasNewSecret: () => hasNewSecret,
    newCookies,
    setCookie: (name, value, expires, { httpOnly = false, sameSite = 'Lax' } = {}) => {
      if (value !== '' && cookie(name) !== value) hasNewSecret = true
      const text = encodeURIComponent(value)
      const hidden = httpOnly ? '; HttpOnly' : ''
      newCookies.push(
        `${name}=${text}; Path=/; SameSite=${sameSite}; Expires=${expires.toUTCString()}${secure}${hidden}`,
      )
    },
  }
}

export function readBearer(c: Context): string | null {
  return /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? null
}

/** Reads the token for paths that only read. An `<img>` or an `EventSource` can only send the cookie. */
export function readToken(c: Context, { clock }: Pick<Shop, 'clock'>): string | null {
  return readBearer(c) ?? readSessionToken(c.req.header('cookie') ?? '', clock.now().getTime())
}

/**
 * Returns whether this is the first response on the connection. Behind a proxy, the connection is the proxy's and does
 * not identify the visitor.
 */
export function isFirstOfLine(c: Context): boolean {
  const bindings: NodeBindings | undefined = c.env
  return bindings?.incoming?.socket?.bytesWritten === 0
}

/** Returns the visitor's IP address. Only forwarded addresses that the trusted proxies added are used. */
export function readIp(c: Context, trustedProxies: number): string {
  const bindings: NodeBindings | undefined = c.env
  if (bindings?.visitorIp) return bindings.visitorIp
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((one) => one.trim())
  const trusted = trustedProxies > 0 ? forwarded.at(-trustedProxies) : undefined
  return trusted || bindings?.incoming?.socket?.remoteAddress || 'unknown'
}

/** Throws if another site made the browser send this request. */
export function checkOrigin(c: Context, { publicUrl }: Pick<Shop, 'publicUrl'>): void {
  const origin = c.req.header('origin')
  const isOurs = !origin || origin === new URL(publicUrl).origin || origin === `http://${c.req.header('host')}`
  if (!isOurs || c.req.header('sec-fetch-site') === 'cross-site') throw refuse('foreign_origin')
}
