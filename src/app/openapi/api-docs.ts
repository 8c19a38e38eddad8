import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { staffApiDocsLink } from '#features/staff/staff-links.ts'
import { answerHtml, answerJson } from '#server/http/compress.ts'
import { projectFolder } from '#server/project-folder.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import { handlers } from '../api.ts'
import { staffApiHandlers } from '../staff-api.ts'
import { describeApi } from './openapi.ts'
import { describeStaffApi } from './staff-openapi.ts'

const byPath = (a: { call: { path: string } }, b: { call: { path: string } }) => (a.call.path < b.call.path ? -1 : 1)
const year = 'public, max-age=31536000, immutable'
/** The version is part of the address, so that a browser never uses cached files of another version. */
const version = packageFile.devDependencies['swagger-ui-dist']
const assets = `/docs/assets/${version}`
const fromRoot = (path: string) => fileURLToPath(new URL(path, projectFolder))

const pages = [
  { path: '/docs/api', document: '/openapi.json', title: 'Harbor API' },
  { path: staffApiDocsLink, document: '/staff-openapi.json', title: 'Harbor staff API' },
]

/** Serves both APIs as OpenAPI documents and as pages of Swagger UI. All their files come from this server. */
export function addApiDocs(app: Hono, publicUrl: string, isDevelopment: boolean): void {
  // Created at the first request, because most processes never need them.
  let described: object | undefined
  let staffDescribed: object | undefined
  app.get('/openapi.json', (c) => {
    described ??= describeApi(
      handlers.toSorted(byPath).map(({ call }) => call),
      publicUrl,
    )
    return answerJson(c, described)
  })
  app.get('/staff-openapi.json', (c) => {
    staffDescribed ??= describeStaffApi(staffApiHandlers.toSorted(byPath), publicUrl)
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
  // The build copies the files, because production has no development packages. From source, they are served from node_modules.
  const root = fromRoot(isDevelopment ? 'node_modules/swagger-ui-dist' : 'dist/web/docs')
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

/**
 * Returns the content security policy. Swagger UI sets style attributes and draws icons from `data:` URLs, which cannot
 * run code.
 */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const settings = {
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  displayRequestDuration: true,
  // Prevents Swagger UI from sending the description to a validator on another host.
  validatorUrl: null,
}

function writePage({ document, title }: (typeof pages)[number], nonce: string): string {
  const config = JSON.stringify({ ...settings, url: document })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="${assets}/swagger-ui.css"><title>${title}</title></head>
<body><noscript><p>This page needs JavaScript. The API description for programs: <a href="${document}">${document}</a></p></noscript>
<main id="reference"></main><script src="${assets}/swagger-ui-bundle.js"></script>
<script nonce="${nonce}">SwaggerUIBundle(${config})</script></body></html>`
}
