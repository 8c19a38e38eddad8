import type { MiddlewareHandler } from 'hono'

/**
 * Sets the security headers. The headers are set before the route runs, so that a route can replace a header with
 * `c.header`.
 */
export function secureHeaders(publicUrl: string): MiddlewareHandler {
  const headers = Object.entries({
    'x-content-type-options': 'nosniff',
    // Addresses of this shop can contain an email address and an order number. Other sites must not receive them.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'geolocation=(), microphone=(), payment=(self)',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  })
  return async (c, next) => {
    for (const [name, value] of headers) c.header(name, value)
    await next()
  }
}

type PolicyParts = {
  /**
   * The identities of the page's own scripts: the nonce of this response, or the hashes if many visitors get the same
   * page.
   */
  scripts: string[]
  styles: string[]
  isDevelopment?: boolean
  hasPageTranslator?: boolean
}

/**
 * Returns the content security policy of a page. Only scripts of this site or with a known identity may run. In
 * development, Vite needs more.
 */
export function pagePolicy({ isDevelopment, hasPageTranslator, ...known }: PolicyParts): string {
  const scripts = known.scripts.map((one) => ` '${one}'`).join('')
  const styles = known.styles.map((one) => ` '${one}'`).join('')
  const translator = hasPageTranslator
    ? ' https://translate.google.com https://translate.googleapis.com https://www.gstatic.com'
    : ''
  return [
    "default-src 'self'",
    `script-src 'self'${scripts}${isDevelopment ? " 'unsafe-eval'" : ''}${translator}`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self'${styles}${translator}`,
    // Style attributes carry a widget's colors and an upload's progress. Style attributes cannot run code.
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

/** Returns the policy parts of a page that is rendered for one response. */
export function knownByNonce(nonce: string): Pick<PolicyParts, 'scripts' | 'styles'> {
  return { scripts: [`nonce-${nonce}`], styles: [`nonce-${nonce}`] }
}
