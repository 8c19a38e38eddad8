import { refusals } from '#contract/calls/refusals.ts'
import { scopes } from '#contract/calls/scopes.ts'
import * as staffFields from '#contract/calls/staff-call.ts'
import { type StaffCall, staffApiRoot } from '#contract/calls/staff-call.ts'
import { staffRefusals } from '#contract/calls/staff-refusals.ts'
import { contactLink } from '#links/support.links.ts'
import { readBounds } from '#server/http/limits/bounds.ts'
import type { StaffHandler } from '#server/http/staff/staff-handler.ts'
import { staffCookie } from '#server/http/staff/staff-http.ts'
import { nameStaffCall, staffCallGroups } from '../staff-contracts.ts'
import { describeRefusals } from './openapi-refusals.ts'
import { createSchemaWriter, type Schema, type Schemas } from './openapi-schemas.ts'
import { findStaffExample } from './staff-examples/staff-examples.ts'

/** Returns whether a repeated request with the same key runs only once. */
const isRepeatable = (call: StaffCall) => call.method === 'POST' && !call.carriesSecret

/** Describes the staff API as OpenAPI, from the contracts alone. */
export function describeStaffApi(handlers: StaffHandler[], publicUrl: string) {
  const schemas: Schemas = { Problem: problem }
  const writer = createSchemaWriter([staffFields, ...staffCallGroups.flatMap(({ contracts }) => contracts)], schemas)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const handler of handlers) {
    const { path: address, method } = handler.call
    const path = address.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeCall(handler, writer) }
  }
  const used = new Set(handlers.map(({ call }) => nameStaffCall(call).group))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Harbor staff API',
      version: '1',
      description: aboutAll,
      contact: { name: 'Contact us', url: new URL(contactLink, publicUrl).href },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: publicUrl + staffApiRoot }],
    tags: staffCallGroups.filter(({ name }) => used.has(name)).map(({ name, about }) => ({ name, description: about })),
    paths,
    components: { schemas, parameters, responses, securitySchemes },
  }
}

const listCodes = (codes: Record<string, readonly [number, string]>) =>
  Object.entries(codes).map(([code, [status, title]]) => `| \`${code}\` | ${status} | ${title} |`)

const aboutAll = `The staff API of the shop. The console, the command line and other programs use the same endpoints.

**Authentication.** Programs send an API key: \`Authorization: Bearer hk_live_…\`. Browsers send the cookie \`${staffCookie}\`,
and the header \`X-Staff: 1\` with every request that changes data.

**Pagination.** Lists return \`data\`, \`next\` and \`total\`. To get the next page, send \`next\` as \`after\`.
On the last page, \`next\` is null. Above 10,000 rows, \`total\` is null.

**Versions.** A single resource has an \`ETag\`. PATCH, PUT and DELETE requests send the \`ETag\` in \`If-Match\`.
With an outdated version, the request fails with status 412 and changes nothing. The response contains the current version in \`current\`.

**Idempotency.** A POST request with an \`Idempotency-Key\` runs once. A retry within a day returns the first response.

**Money** is \`{amount, currency}\`, with the amount in the smallest unit of the currency. **Times** are ISO 8601 in UTC.

## Scopes

| scope | allows |
|---|---|
${Object.entries(scopes)
  .map(([scope, about]) => `| \`${scope}\` | ${about} |`)
  .join('\n')}

## Error codes

Errors are \`application/problem+json\`. The \`code\` of an error never changes. The staff API adds these codes to the codes of the shop API:

| code | status | meaning |
|---|---|---|
${listCodes(staffRefusals).join('\n')}
`

const problem: Schema = {
  type: 'object',
  description: 'A problem as defined in RFC 9457.',
  properties: {
    type: { type: 'string', description: 'URI of the documentation of the code.' },
    title: { type: 'string', description: 'Short message for people.' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: {
      type: 'string',
      description: 'Error code for programs.',
      enum: [...new Set([...Object.keys(refusals), ...Object.keys(staffRefusals), 'fault', 'unavailable'])],
    },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, code: { type: 'string' }, detail: { type: 'string' } },
        required: ['field', 'code', 'detail'],
      },
    },
    current: {
      type: 'object',
      description: 'The current version of the resource. Only with the code `changed_meanwhile`.',
    },
    request_id: { type: 'string', description: 'The id of the request in the server log.' },
  },
  required: ['type', 'title', 'status', 'code'],
}

const securitySchemes = {
  key: { type: 'http', scheme: 'bearer', description: 'An API key, `hk_live_…`.' },
  session: { type: 'apiKey', in: 'cookie', name: staffCookie, description: 'The session of a signed-in member.' },
}

const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique key of this request. A retry with the same key within a day returns the response to the first request and changes nothing.',
    schema: { type: 'string', maxLength: 200, pattern: '^[^\\u0000]*$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: true,
    description: 'The `ETag` of the version that is being changed, or `*` for any version.',
    schema: { type: 'string', maxLength: 200, pattern: '^[^\\u0000]*$' },
  },
}

const problemContent = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
const retryAfter = {
  'Retry-After': {
    description: 'Seconds to wait before a retry. Absent if waiting does not help.',
    schema: { type: 'integer' },
  },
}
const responses = {
  Problem: {
    description: 'The request was refused. The body contains the reason.',
    headers: retryAfter,
    content: problemContent,
  },
  Fault: { description: 'Server error.', headers: retryAfter, content: problemContent },
}

type Writer = ReturnType<typeof createSchemaWriter>

function describeCall({ call, resource }: StaffHandler, writer: Writer) {
  const { name, group } = nameStaffCall(call)
  const input = writer.inline(call.input, 'input', name)
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  const example = findStaffExample(call)
  const rest = Object.entries(input.properties ?? {}).filter(([field]) => !inPath.includes(field))
  const isInQuery = call.method === 'GET' || call.sentAs === 'stream'
  const takesVersion = resource !== undefined && !['GET', 'POST'].includes(call.method)
  const describe = (place: 'path' | 'query', field: string) => ({
    name: field,
    in: place,
    required: place === 'path' || (input.required?.includes(field) ?? false),
    schema: input.properties?.[field] ?? {},
    ...(example[field] !== undefined && { example: example[field] }),
  })
  return {
    operationId: name,
    tags: [group],
    summary: call.about,
    description: describeTerms(call),
    security: call.scope === 'anyone' ? [{}] : [{ key: [] }, { session: [] }],
    parameters: [
      ...inPath.map((field) => describe('path', field)),
      ...(isInQuery ? rest.filter(([field]) => field !== 'file').map(([field]) => describe('query', field)) : []),
      ...(isRepeatable(call) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(takesVersion ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ],
    ...describeBody(call, rest, input, example),
    responses: {
      ...describeSuccess(call, name, writer),
      ...describeRefusals(
        {
          method: call.method,
          hasPathParameters: inPath.length > 0,
          alsoAnswers: call.alsoAnswers ?? [],
          hasInput: rest.length > 0,
          isRepeatable: isRepeatable(call),
          // Sign-in also answers 401, for a wrong password or code.
          needsSignIn: call.scope !== 'anyone' || call.carriesSecret === true,
          needsScope: call.scope !== 'anyone',
          needsVersion: takesVersion,
        },
        'Problem',
        'Fault',
      ),
    },
  }
}

function describeTerms({ scope, needsConfirming }: StaffCall): string {
  const who =
    scope === 'anyone'
      ? 'Requires no sign-in.'
      : scope === 'signed-in'
        ? 'Requires a signed-in member.'
        : `Scope: \`${scope}\`.`
  return needsConfirming ? `${who} Members must have confirmed their second step within the last 15 minutes.` : who
}

function describeBody(
  call: StaffCall,
  fields: [string, Schema][],
  input: Schema,
  example: Record<string, unknown>,
): object {
  const binary = { type: 'string', format: 'binary', maxLength: readBounds().importBytes }
  if (call.sentAs === 'stream') {
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema: binary } } } }
  }
  if (call.method === 'GET' || fields.length === 0) return {}
  if (call.takesList) {
    const content = { schema: input.properties?.items ?? {}, ...(example.items ? { example: example.items } : {}) }
    return { requestBody: { required: true, content: { 'application/json': content } } }
  }
  const required = fields.map(([field]) => field).filter((field) => input.required?.includes(field))
  const schema = { type: 'object', properties: Object.fromEntries(fields), required }
  const shown = Object.fromEntries(
    fields.flatMap(([field]) => (example[field] === undefined ? [] : [[field, example[field]]])),
  )
  const type = call.sentAs === 'multipart' ? 'multipart/form-data' : 'application/json'
  // A file cannot be written as an example.
  const isShown = !call.sentAs && Object.keys(shown).length > 0
  const content = { [type]: { schema, ...(isShown && { example: shown }) } }
  return { requestBody: { required: required.length > 0, content } }
}

const etag = {
  ETag: { description: 'The version of the resource, to send in `If-Match`.', schema: { type: 'string' } },
}

function describeSuccess(call: StaffCall, name: string, writer: Writer): object {
  if (call.answers === 'nothing') return { 204: { description: 'Success without a response body.' } }
  if (call.answers === 'file') {
    return {
      200: {
        description: 'The content of the file.',
        content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
      },
    }
  }
  const row = writer.refer(call.output, 'output', name)
  const isList = call.answers === 'list'
  const properties: Record<string, Schema> = isList
    ? {
        data: { type: 'array', items: row },
        next: { type: ['string', 'null'], description: 'Value of `after` for the next page. Null on the last page.' },
        total: { type: ['integer', 'null'] },
      }
    : { data: row }
  const schema = { type: 'object', properties, required: Object.keys(properties) }
  const isVersioned = !isList && call.scope !== 'anyone'
  return {
    200: {
      description: isList ? 'A page of the list.' : 'Success.',
      ...(isVersioned && { headers: etag }),
      content: { 'application/json': { schema } },
    },
  }
}
