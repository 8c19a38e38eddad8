import type { Hono } from 'hono'
import type { Call } from '#contract/call.ts'
import { escapeHtml } from '#contract/escape-html.ts'
import { answerHtml, answerJson } from '#server/compress.ts'
import type { Handler } from '#server/http.ts'
import { nameCall } from './contracts.ts'
import { describeApi, describeTerms, toSchema } from './openapi.ts'

/** `/openapi.json` for programs and `/docs/api` for people, both made from the contracts. */
export function addApiReference(app: Hono, handlers: Handler[], publicUrl: string): void {
  const calls = handlers.map((one) => one.call).sort((a, b) => (a.path < b.path ? -1 : 1))
  // Made when first asked for: most processes never are.
  let document: object | undefined
  let page: string | undefined
  app.get('/openapi.json', (c) => {
    document ??= describeApi(calls, publicUrl)
    return answerJson(c, document)
  })
  app.get('/docs/api', (c) => {
    page ??= writePage(calls)
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    return answerHtml(c, page)
  })
}

function writePage(calls: Call[]): string {
  const sections = calls.map((call) => {
    const { name } = nameCall(call)
    const schema = (io: 'input' | 'output') => {
      const shared = {}
      const shape = toSchema(call[io], io, name, shared)
      return `<pre>${escapeHtml(JSON.stringify({ ...shape, ...shared }, null, 2))}</pre>`
    }
    return `<section id="${name}"><h2><code>${call.method} ${escapeHtml(call.path)}</code></h2><p>${escapeHtml(call.about)}
${escapeHtml(describeTerms(call))} Known as <code>${name}</code>.</p><details><summary>Input</summary>${schema('input')}</details>
<details><summary>Answer</summary>${schema('output')}</details></section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Harbor API</title><style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem}
h2{font-size:1rem;margin:2rem 0 .25rem}pre{overflow:auto;padding:.75rem;border:1px solid}summary{cursor:pointer;min-height:2.75rem}
</style></head><body><h1>Harbor API</h1><p>The same, for programs: <a href="/openapi.json">openapi.json</a>.</p>
<main>${sections.join('\n')}</main></body></html>`
}
