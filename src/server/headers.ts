import type { MiddlewareHandler } from 'hono'

/** What every answer says about how it may be used. */
export function secureHeaders(publicUrl: string): MiddlewareHandler {
  const isHttps = publicUrl.startsWith('https:')
  return async (c, next) => {
    await next()
    const { headers } = c.res
    headers.set('x-content-type-options', 'nosniff')
    // Addresses of this shop can hold an e-mail and an order number; no other site gets to see them.
    headers.set('referrer-policy', 'same-origin')
    headers.set('cross-origin-opener-policy', 'same-origin')
    headers.set('permissions-policy', 'geolocation=(), microphone=(), payment=(self)')
    if (!headers.has('cross-origin-resource-policy')) headers.set('cross-origin-resource-policy', 'same-origin')
    if (!headers.has('content-security-policy')) {
      headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    }
    if (isHttps) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
  }
}

/** The policy of a page: scripts only from us or with this page's nonce. In development Vite needs more. */
export function pagePolicy(nonce: string, isDevelopment: boolean, hasPageTranslator = false): string {
  const translator = hasPageTranslator
    ? ' https://translate.google.com https://translate.googleapis.com https://www.gstatic.com'
    : ''
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ''}${translator}`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'${translator}`,
    // Style attributes carry a widget's colours and an upload's progress; they can run nothing.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${translator}`,
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}${translator}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
