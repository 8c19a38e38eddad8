import type { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { escapeHtml } from '#contract/escape-html.ts'
import type { Handler } from '#server/http.ts'

type Schema = { type?: string; properties?: Record<string, Schema>; required?: string[]; [key: string]: unknown }

/** `/openapi.json` for programs and `/docs/api` for people, both made from the contracts. */
export function addApiReference(app: Hono, handlers: Handler[]): void {
  const calls = handlers.map((one) => one.call).sort((a, b) => (a.path < b.path ? -1 : 1))
  const document = describeApi(calls)
  const page = writePage(calls)
  app.get('/openapi.json', (c) => c.json(document))
  app.get('/docs/api', (c) => {
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    return c.html(page)
  })
}

function toSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as Schema
}

const pathNames = (call: Call) => [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
const openApiPath = (call: Call) => call.path.replace(/:(\w+)/g, '{$1}')

export function describeApi(calls: Call[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of calls) {
    const entry = paths[openApiPath(call)] ?? {}
    entry[call.method.toLowerCase()] = describeCall(call)
    paths[openApiPath(call)] = entry
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Harbor', version: '1', description: 'The calls of the account area.' },
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  }
}

function describeCall(call: Call) {
  const input = toSchema(call.input, 'input')
  const names = pathNames(call)
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: input.properties?.[name] ?? {} }))
  const rest = Object.entries(input.properties ?? {}).filter(([name]) => !names.includes(name))
  const isRequired = (name: string) => input.required?.includes(name) ?? false
  const query = rest.map(([name, schema]) => ({ name, in: 'query', required: isRequired(name), schema }))
  const type = call.sentAs === 'multipart' ? 'multipart/form-data' : 'application/json'
  const body = {
    type: 'object',
    properties: Object.fromEntries(rest),
    required: rest.map(([name]) => name).filter(isRequired),
  }
  const success =
    call.envelope.name === 'nothing'
      ? { 204: { description: 'Done.' } }
      : {
          200: {
            description: `Envelope: ${call.envelope.name}.`,
            content: { 'application/json': { schema: wrapSchema(call) } },
          },
        }
  return {
    summary: call.about,
    ...(call.access === 'customer' && { security: [{ token: [] }] }),
    parameters: call.method === 'GET' ? [...parameters, ...query] : parameters,
    ...(call.method === 'POST' && rest.length > 0 && { requestBody: { content: { [type]: { schema: body } } } }),
    responses: { ...success, '4XX': { description: 'Refused: status_code, message, reason and errors by field.' } },
  }
}

/** The wire's shape: the envelope wraps a stand-in, and the schema takes its place. */
function wrapSchema(call: Call): Schema {
  const output = toSchema(call.output, 'output')
  const wrapped = call.envelope.wrap({ data: 'data', meta: 'meta' }) as Record<string, unknown>
  if (call.envelope.name === 'bare') return output
  const properties: Record<string, Schema> = {}
  for (const [name, value] of Object.entries(wrapped)) {
    if (name === 'data')
      properties.data = call.envelope.name.endsWith('meta') ? (output.properties?.data ?? {}) : output
    else if (name === 'meta') properties.meta = output.properties?.meta ?? {}
    else properties[name] = { const: value }
  }
  return { type: 'object', properties }
}

function writePage(calls: Call[]): string {
  const sections = calls.map((call) => {
    const schema = (which: z.ZodMiniType, io: 'input' | 'output') =>
      `<pre>${escapeHtml(JSON.stringify(toSchema(which, io), null, 2))}</pre>`
    const who = call.access === 'customer' ? 'Signed-in shoppers.' : 'Anyone.'
    return `<section><h2><code>${call.method} ${escapeHtml(call.path)}</code></h2><p>${escapeHtml(call.about)} ${who}
Envelope: ${escapeHtml(call.envelope.name)}.</p><details><summary>Input</summary>${schema(call.input, 'input')}</details>
<details><summary>Answer</summary>${schema(call.output, 'output')}</details></section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Harbor API</title><style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem}
h2{font-size:1rem;margin:2rem 0 .25rem}pre{overflow:auto;padding:.75rem;border:1px solid}summary{cursor:pointer;min-height:2.75rem}
</style></head><body><h1>Harbor API</h1><p>The same, for programs: <a href="/openapi.json">openapi.json</a>.</p>
<main>${sections.join('\n')}</main></body></html>`
}
