import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { answerHtml, answerJson } from '#server/compress.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { handlers } from './api.ts'
import { describeApi } from './openapi.ts'
import { staffApiHandlers } from './staff-api.ts'
import { describeStaffApi } from './staff-openapi.ts'

const byPath = (a: { call: { path: string } }, b: { call: { path: string } }) => (a.call.path < b.call.path ? -1 : 1)
const year = 'public, max-age=31536000, immutable'
/** The version is in the address, so that what a browser keeps is never of another one. */
const version = packageFile.devDependencies['@scalar/api-reference']
const assets = `/docs/assets/${version}`
const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const pages = [
  { path: '/docs/api', document: '/openapi.json', title: 'Harbor API' },
  { path: '/docs/staff-api', document: '/staff-openapi.json', title: 'Harbor staff API' },
]

/** Both APIs for programs, as OpenAPI, and for people, as pages of Scalar. Everything they load is ours. */
export function addApiDocs(app: Hono, publicUrl: string, isDevelopment: boolean): void {
  // Made when first asked for: most processes never are.
  let described: object | undefined
  let staffDescribed: object | undefined
  app.get('/openapi.json', (c) => {
    described ??= describeApi(
      handlers.toSorted(byPath).map(({ call }) => call),
      publicUrl,
    )
    return answerJson(c, described)
  })
  app.get('/staff-openapi.json', async (c) => {
    const { default: examples } = await import('./staff-examples.json', { with: { type: 'json' } })
    staffDescribed ??= describeStaffApi(staffApiHandlers.toSorted(byPath), publicUrl, examples)
    return answerJson(c, staffDescribed)
  })
  for (const page of pages) {
    app.get(page.path, (c) => {
      const nonce = randomBytes(16).toString('base64')
      c.header('content-security-policy', policyOf(nonce))
      c.header('x-robots-tag', 'noindex')
      return answerHtml(c, writePage(page, nonce))
    })
  }
  // The build copies it, since what runs in production has no tools; from source it is served where npm put it.
  const root = fromRoot(isDevelopment ? 'node_modules/@scalar/api-reference/dist/browser' : 'dist/web/docs')
  const toFile = (path: string) => path.slice(assets.length)
  app.get(
    `${assets}/*`,
    serveStatic({
      root,
      rewriteRequestPath: toFile,
      precompressed: true,
      onFound: (_, c) => c.header('cache-control', year),
    }),
  )
  app.get('/docs/assets/*', (c) => c.notFound())
}

/** The style elements that Scalar adds without the nonce. Another version of it may have others: the journey in http.spec.ts says which. */
const styleHashes = [
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'sha256-ZW1GSuo0pKyEx5Ar7ZC5Dflb/mjatjeTW9aVx0iZAzE=',
  'sha256-DLlkYCuDYGe6ME23YkUFB7Tc36rGDeo4mVBFbZX3uaU=',
  'sha256-rO+6k1mDRASa9Q8IQu9I3bF+bjRdxDreAZCyGSaxzeI=',
].map((hash) => `'${hash}'`)

/** Scalar writes its styles into the page, and sizes as attributes, which run nothing. */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}' ${styleHashes.join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Nothing is asked of any other host: no fonts, no figures, no proxy, no assistant. */
const settings = {
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  operationTitleSource: 'path',
}

function writePage({ document, title }: (typeof pages)[number], nonce: string): string {
  const config = JSON.stringify({ ...settings, url: document })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="csp-nonce" content="${nonce}"><link rel="icon" href="/favicon.svg"><title>${title}</title></head>
<body><noscript><p>This page needs scripts. The same, for programs: <a href="${document}">${document}</a></p></noscript>
<main id="reference"></main><script type="module" nonce="${nonce}">
import { createApiReference } from '${assets}/standalone.esm.js'
createApiReference('#reference', ${config})
</script></body></html>`
}
