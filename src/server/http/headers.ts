import type { MiddlewareHandler } from 'hono'

/**
 * Sets the headers that tell how an answer may be used. They are set before the route runs, so that a route replaces one by setting its
 * own with `c.header`.
 */
export function secureHeaders(publicUrl: string): MiddlewareHandler {
  const headers = Object.entries({
    'x-content-type-options': 'nosniff',
    // Addresses of this shop can hold an e-mail and an order number; no other site gets to see them.
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
  /** What the page's own scripts are known by: this answer's nonce, or where many are sent the same page, what is in them. */
  scripts: string[]
  styles: string[]
  isDevelopment?: boolean
  hasPageTranslator?: boolean
}

/** The policy of a page: scripts only from us or known by name. In development Vite needs more. */
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

/** For a page that is written for this answer alone. */
export function knownByNonce(nonce: string): Pick<PolicyParts, 'scripts' | 'styles'> {
  return { scripts: [`nonce-${nonce}`], styles: [`nonce-${nonce}`] }
}
