import type { Call } from '#contract/calls/call.ts'
import { refusals } from '#contract/calls/refusals.ts'
import { fieldsOf } from '#contract/values.ts'
import { contactLink } from '#links/support.links.ts'
import { callGroups, nameCall } from '../contracts.ts'
import { exampleInputs } from './call-examples.ts'
import { describeRefusals } from './openapi-refusals.ts'
import { createSchemaWriter, type Schema, type Schemas } from './openapi-schemas.ts'

/** Describes the API as OpenAPI, from the contracts alone. */
export function describeApi(calls: Call[], publicUrl: string) {
  const schemas: Schemas = { ...refusalSchemas }
  const writer = createSchemaWriter(
    callGroups.flatMap(({ contracts }) => contracts),
    schemas,
  )
  const examples = exampleInputs()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: describeCall(call, writer, examples[`${call.method} ${call.path}`] ?? {}),
    }
  }
  const used = new Set(calls.map((call) => nameCall(call).group))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Harbor',
      version: '1',
      description: 'The API of the shop. The pages of the shop use the same endpoints.',
      contact: { name: 'Contact us', url: new URL(contactLink, publicUrl).href },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: publicUrl }],
    tags: callGroups.filter(({ name }) => used.has(name)).map(({ name, about }) => ({ name, description: about })),
    paths,
    components: { schemas, parameters, responses, securitySchemes },
  }
}

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', description: 'The `token` that a sign-in returns.' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'token',
    description:
      'The same token as a cookie, for browsers. The cookie allows reading only. Requests that change data need the `Authorization` header.',
  },
}

const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique key of this request. A retry with the same key within a day returns the response to the first request and changes nothing.',
    schema: { type: 'string', maxLength: 200, pattern: '^[^\\u0000]*$' },
  },
  SubscribeEmail: {
    name: 'X-Subscribe-Email',
    in: 'header',
    description: 'The email address that a guest subscribed with. Not needed for signed-in shoppers.',
    schema: { type: 'string', maxLength: 200, pattern: '^[^\\u0000]*$' },
  },
}

const errors = {
  type: 'object',
  description: 'The invalid fields, each with a list of its problems.',
  additionalProperties: { type: 'array', items: { type: 'string' } },
}
const refusal = {
  status_code: { type: 'integer' },
  message: { type: 'string', description: 'Message for people.' },
  reason: { type: 'string', description: 'Reason code for programs.', enum: Object.keys(refusals) },
  errors,
}
const refusalSchemas: Schemas = {
  Refusal: { type: 'object', properties: refusal, required: ['status_code', 'message', 'reason'] },
  CodedRefusal: {
    type: 'object',
    properties: { code: { const: -1 }, ...refusal },
    required: ['code', 'status_code', 'message', 'reason'],
  },
  Fault: {
    type: 'object',
    properties: {
      status_code: { type: 'integer' },
      message: { type: 'string' },
      reason: {
        enum: ['fault', 'unavailable'],
        description: 'A request that fails with `unavailable` can be retried.',
      },
    },
    required: ['status_code', 'message', 'reason'],
  },
}
const retryAfter = {
  'Retry-After': {
    description: 'Seconds to wait before a retry. Absent if waiting does not help.',
    schema: { type: 'integer' },
  },
}
const answer = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } })
const responses = {
  Refusal: {
    description: 'The request was refused. The body contains the reason.',
    headers: retryAfter,
    content: answer('Refusal'),
  },
  CodedRefusal: {
    description: 'The request was refused. The body contains the reason.',
    headers: retryAfter,
    content: answer('CodedRefusal'),
  },
  Fault: { description: 'Server error.', headers: retryAfter, content: answer('Fault') },
}

type Writer = ReturnType<typeof createSchemaWriter>

function describeCall(call: Call, writer: Writer, example: Record<string, unknown>) {
  const { name, group } = nameCall(call)
  const input = writer.inline(call.input, 'input', name)
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  const rest = Object.entries(input.properties ?? {}).filter(([field]) => !inPath.includes(field))
  const isRequired = (field: string) => input.required?.includes(field) ?? false
  const isWrite = call.method === 'POST'
  return {
    operationId: name,
    tags: [group],
    summary: call.about,
    description: describeTerms(call),
    security: describeSecurity(call),
    parameters: [
      ...inPath.map((field) => ({
        ...{ name: field, in: 'path', required: true, schema: input.properties?.[field] ?? {} },
        ...exampleOf(example, field),
      })),
      ...(isWrite
        ? []
        : rest.map(([field, schema]) => ({
            ...{ name: field, in: 'query', required: isRequired(field), schema },
            ...exampleOf(example, field),
          }))),
      ...(isRepeatable(call) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(call.knowsGuests ? [{ $ref: '#/components/parameters/SubscribeEmail' }] : []),
    ],
    ...(isWrite &&
      rest.length > 0 && {
        requestBody: describeBody(
          call,
          rest,
          rest.filter(([field]) => isRequired(field)),
          example,
        ),
      }),
    responses: {
      ...describeSuccess(call, name, writer),
      ...describeCallRefusals(call, rest.length > 0),
    },
  }
}

function describeCallRefusals(call: Call, hasInput: boolean) {
  const operation = {
    method: call.method,
    hasPathParameters: call.path.includes(':'),
    alsoAnswers: call.alsoAnswers ?? [],
    hasInput,
    isRepeatable: isRepeatable(call),
    needsSignIn: call.access === 'customer' || call.carriesSecret === true,
  }
  return describeRefusals(operation, isCoded(call) ? 'CodedRefusal' : 'Refusal', 'Fault')
}

/** Returns whether a repeated request with the same key runs only once. A beacon cannot send a custom header. */
const isRepeatable = (call: Call) => call.method === 'POST' && call.sentAs !== 'beacon' && !call.carriesSecret

/** Returns whether refusals of this family have a `code` and may have status 200. */
const isCoded = (call: Call) => 'code' in fieldsOf(call.envelope.refuse(422, { code: 'unknown', message: '' }))

/** Descriptions of the response bodies by the name of the envelope. The names without an entry wrap the result in `data`. */
const bodyDescriptions: Record<string, string> = {
  bare: 'The response body is the result itself.',
  nothing: 'The response has no body.',
  'message success': 'The result is in `data`. A successful response has the `message` `success`.',
}

function describeTerms(call: Call): string {
  const who = call.access === 'customer' ? 'Requires a signed-in shopper.' : 'Requires no sign-in.'
  const { name } = call.envelope
  const successCode = /^code ([01])/.exec(name)?.[1]
  const body = successCode
    ? `The result is in \`data\`. A successful response has the \`code\` ${successCode}, and an error has the \`code\` -1.`
    : (bodyDescriptions[name] ?? 'The result is in `data`.')
  return `${who} ${body}`
}

/** Returns the alternative ways of access. An empty object means that no credentials are required. */
function describeSecurity(call: Call): object[] {
  const cookie = call.method === 'GET' || call.sentAs === 'beacon' ? [{ cookie: [] }] : []
  return [{ token: [] }, ...cookie, ...(call.access === 'anyone' ? [{}] : [])]
}

const exampleOf = (example: Record<string, unknown>, field: string) =>
  example[field] === undefined ? {} : { example: example[field] }

function describeBody(
  call: Call,
  fields: [string, Schema][],
  required: [string, Schema][],
  given: Record<string, unknown>,
) {
  const sent = Object.fromEntries(
    fields.filter(([field]) => given[field] !== undefined).map(([field]) => [field, given[field]]),
  )
  const schema = { type: 'object', properties: Object.fromEntries(fields), required: required.map(([field]) => field) }
  const content =
    call.sentAs === 'multipart'
      ? { 'multipart/form-data': { schema, encoding: describeFiles(fields) } }
      : { 'application/json': { schema, ...(Object.keys(sent).length > 0 && { example: sent }) } }
  return { required: required.length > 0, content }
}

function describeFiles(fields: [string, Schema][]) {
  const files = fields.filter(([, { format }]) => format === 'binary')
  return Object.fromEntries(files.map(([field]) => [field, { contentType: 'image/png, image/jpeg' }]))
}

function describeSuccess(call: Call, name: string, writer: Writer) {
  if (call.envelope.name === 'nothing') return { 204: { description: 'Success without a response body.' } }
  const isList = call.envelope.name.endsWith('meta')
  const output = isList ? writer.inline(call.output, 'output', name) : writer.refer(call.output, 'output', name)
  const success = wrapSchema(call, output)
  const schema = isCoded(call) ? { oneOf: [success, { $ref: '#/components/schemas/CodedRefusal' }] } : success
  const description = isCoded(call) ? 'Success, or a refusal if `code` is -1.' : 'Success.'
  return { 200: { description, content: { 'application/json': { schema } } } }
}

/** Returns the wire schema: the envelope wraps a placeholder, which the schema replaces. */
function wrapSchema(call: Call, output: Schema): Schema {
  if (call.envelope.name === 'bare') return output
  const isList = call.envelope.name.endsWith('meta')
  const wrapped = fieldsOf(call.envelope.wrap({ data: 'data', meta: 'meta' }))
  const properties: Record<string, Schema> = {}
  for (const [name, value] of Object.entries(wrapped)) {
    if (name === 'data') properties.data = isList ? (output.properties?.data ?? {}) : output
    else if (name === 'meta') properties.meta = output.properties?.meta ?? {}
    else properties[name] = { const: value }
  }
  return { type: 'object', properties, required: Object.keys(properties) }
}
