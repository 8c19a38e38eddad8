import type { ServerResponse } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'

/** Node's own answer. Requests that came over no connection, such as those of tests, have none. */
function findNodeAnswer(c: Context): ServerResponse | undefined {
  return (c.env as { outgoing?: ServerResponse } | undefined)?.outgoing
}

/**
 * Says what nearly every answer says. Hono's headers are checked, sorted and copied once more, which for ten of them is 4 % of a list of
 * orders; Node's are not. Whatever a route says about the same with `c.header`, before or after, counts instead.
 */
export function sayHeader(c: Context, name: string, value: string): void {
  const nodeAnswer = findNodeAnswer(c)
  if (nodeAnswer) nodeAnswer.setHeader(name, value)
  else c.header(name, value)
}

/** The answer is another one for whoever sends another such header, so caches on the way keep one copy for each. */
export function sayVaries(c: Context, name: string): void {
  const nodeAnswer = findNodeAnswer(c)
  if (!nodeAnswer) {
    c.header('vary', name, { append: true })
    return
  }
  const said = nodeAnswer.getHeader('vary')
  nodeAnswer.setHeader('vary', said === undefined ? name : `${said}, ${name}`)
}

export function readSaidHeader(c: Context, name: string): string | null {
  const said = findNodeAnswer(c)?.getHeader(name)
  return typeof said === 'string' ? said : c.res.headers.get(name)
}

export function leaveOutHeader(c: Context, name: string): void {
  findNodeAnswer(c)?.removeHeader(name)
  c.header(name, undefined)
}

/** What every answer says about how it may be used. Said first: a route that needs it otherwise says so after it. */
export function secureHeaders(publicUrl: string): MiddlewareHandler {
  const said = Object.entries({
    'x-content-type-options': 'nosniff',
    // Addresses of this shop can hold an e-mail and an order number; no other site gets to see them.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'geolocation=(), microphone=(), payment=(self)',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  })
  return (c, next) => {
    for (const [name, value] of said) sayHeader(c, name, value)
    return next()
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
