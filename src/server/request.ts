import type { Context } from 'hono'
import type { Shop } from './shop.ts'

/** What a handler may know about the request beyond its input. */
export type VisitorRequest = {
  ip: string
  /** A token was sent, whether or not it still holds. */
  hasToken: boolean
  header: (name: string) => string | undefined
  cookies: string[]
  setCookie: (name: string, value: string, expires: Date) => void
}

type NodeBindings = { visitorIp?: string; incoming?: { socket?: { remoteAddress?: string } } }

export function readRequest(c: Context, shop: Shop, hasToken: boolean): VisitorRequest {
  const cookies: string[] = []
  const secure = shop.publicUrl.startsWith('https:') ? '; Secure' : ''
  return {
    ip: readIp(c, shop.trustedProxies),
    hasToken,
    header: (name) => c.req.header(name),
    cookies,
    setCookie: (name, value, expires) => {
      const text = encodeURIComponent(value)
      cookies.push(`${name}=${text}; Path=/; SameSite=Lax; Expires=${expires.toUTCString()}${secure}`)
    },
  }
}

/** The visitor's address. A forwarded one counts only as far as our own proxies added it. */
export function readIp(c: Context, trustedProxies: number): string {
  const bindings = c.env as NodeBindings | undefined
  if (bindings?.visitorIp) return bindings.visitorIp
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((one) => one.trim())
  const trusted = trustedProxies > 0 ? forwarded.at(-trustedProxies) : undefined
  return trusted || bindings?.incoming?.socket?.remoteAddress || 'unknown'
}
