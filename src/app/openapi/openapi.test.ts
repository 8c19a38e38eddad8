import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import owaspRules from '@stoplight/spectral-owasp-ruleset'
import spectralRules from '@stoplight/spectral-rulesets'
import { describe, expect, test } from 'vitest'
import { compile } from '#testing/outside/openapi-client.ts'
import { generateTypes } from '../../../packages/client/openapi-types.ts'
import { handlers } from '../api.ts'
import { staffApiHandlers } from '../staff-api.ts'
import { nameStaffCall } from '../staff-contracts.ts'
import { exampleInputs } from './call-examples.ts'
import { describeApi } from './openapi.ts'
import type { Schema } from './openapi-schemas.ts'
import { findStaffExample, statedExamples } from './staff-examples/staff-examples.ts'
import { describeStaffApi } from './staff-openapi.ts'

type Operation = {
  operationId: string
  security: object[]
  parameters: { name?: string; $ref?: string }[]
  requestBody?: { content: Record<string, { schema: { properties: object }; encoding?: object }> }
  responses: Record<string, { $ref?: string }>
}

const calls = handlers.map(({ call }) => call)
const document = describeApi(calls, 'https://shop.harbor.test')
const staffDocument = describeStaffApi(staffApiHandlers, 'https://shop.harbor.test')
const operations = calls.map((call) => {
  const path = call.path.replace(/:(\w+)/g, '{$1}')
  return { call, operation: document.paths[path]?.[call.method.toLowerCase()] as Operation }
})
const find = (name: string) => operations.find(({ operation }) => operation.operationId === name)?.operation

async function lintWithSpectral(one: object): Promise<string[]> {
  const spectral = new spectralCore.Spectral()
  // The types of the ruleset are narrower than the function's parameter.
  spectral.setRuleset({ extends: spectralRules.oas as RulesetDefinition })
  const problems = await spectral.run(JSON.stringify(one))
  return problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('.')}`)
}

/** Lists the findings of the OWASP rules about requests: parameters, bodies and the schemas that they refer to. */
async function lintRequests(one: { paths: object; components: object }): Promise<string[]> {
  const spectral = new spectralCore.Spectral()
  // The specification prescribes numeric ids in some addresses.
  const rules: RulesetDefinition = {
    extends: owaspRules as RulesetDefinition,
    rules: { 'owasp:api1:2023-no-numeric-ids': 'off' },
  }
  spectral.setRuleset(rules)
  const described = (call: object) => ({ ...call, responses: { 200: { description: 'Left out.' } } })
  const requests = Object.entries<object>(one.paths as Record<string, object>).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries<object>(methods as Record<string, object>).map(([method, call]) => [method, described(call)]),
    ),
  ])
  const problems = await spectral.run(JSON.stringify({ ...one, paths: Object.fromEntries(requests) }))
  return problems
    .map(({ code, path }) => `${code} ${path.join('.')}`)
    .filter((problem) => /parameters|requestBody/.test(problem))
}

describe.each([
  ['the shop', document],
  ['the staff API', staffDocument],
])('the description of %s', (_, one: { paths: object; components: { schemas: Record<string, Schema> } }) => {
  // Spectral resolves every reference, which makes this the slowest of these tests.
  test('has no findings of Spectral', { timeout: 180_000 }, async () => {
    expect(await lintWithSpectral(one)).toEqual([])
  })

  test('limits the length, size or count of every request field', { timeout: 180_000 }, async () => {
    expect(await lintRequests(one)).toEqual([])
  })

  test('names every schema that it refers to, and refers to every named schema', () => {
    const text = JSON.stringify(one)
    const named = Object.keys(one.components.schemas)
    const referred = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1])
    expect([...new Set(referred)].sort()).toEqual(named.sort())
    expect(named.filter((name) => /\d$/.test(name) && !name.includes('-'))).toEqual([])
  })

  test('repeats no schema with several fields more than a few times', () => {
    const seen = new Map<string, number>()
    JSON.stringify(one.paths, (_key, value) => {
      const fields = value?.type === 'object' ? Object.keys(value.properties ?? {}) : []
      if (fields.length > 3) seen.set(JSON.stringify(value), (seen.get(JSON.stringify(value)) ?? 0) + 1)
      return value
    })
    expect([...seen].filter(([, times]) => times > 3)).toEqual([])
  })
})

test('finds a reference to a missing schema with Spectral', async () => {
  const schema = { $ref: '#/$defs/__schema0', $defs: { __schema0: { type: 'string' } } }
  const get = { responses: { 200: { description: 'x', content: { 'application/json': { schema } } } } }
  expect((await lintWithSpectral({ ...document, paths: { '/x': { get } } })).join('\n')).toMatch(/ref|resolve/i)
})

test('generates a client that compiles with the types of inputs and outputs', async () => {
  const types = generateTypes(document)
  const client = `import type { operations } from './types.js'
type In<N extends keyof operations> = NonNullable<operations[N]['requestBody']>
type Out<N extends keyof operations> = operations[N]['responses'] extends { 200: { content: { 'application/json': infer A } } } ? A : never
export const signIn: In<'signIn'>['content']['application/json'] = { email: 'ada@harbor.test', password: 'x' }
// @ts-expect-error a password is a text
export const odd: In<'signIn'>['content']['application/json'] = { email: 'ada@harbor.test', password: 1 }
export const upload = {} as In<'uploadReturnImage'>['content']['multipart/form-data']['image']
export function names(answer: Out<'getNavigation'>): string[] {
  const walk = (items: typeof answer.data): string[] => items.flatMap((item) => [item.name, ...walk(item.children)])
  return walk(answer.data)
}
export function claimed(answer: Out<'bindCoupons'>): number[] | string {
  return answer.code === -1 ? answer.message : answer.data
}
export function fields(refusal: operations['requestReturn']['responses']['4XX']['content']['application/json']) {
  return refusal.reason === 'invalid_input' ? Object.keys(refusal.errors ?? {}) : []
}
export const headers: operations['bindCoupons']['parameters']['header'] = { 'Idempotency-Key': 'k', 'X-Subscribe-Email': 'e' }
`
  expect(await compile({ 'types.ts': types, 'client.ts': client })).toBe('')
})

test('names every call, its access and its refusals', () => {
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(calls.length)
  for (const { call, operation } of operations) {
    const isOpen = operation.security.some((one) => Object.keys(one).length === 0)
    expect(isOpen, call.path).toBe(call.access === 'anyone')
    const hasCode = 'code' in (call.envelope.refuse(404, { code: 'not_found', message: '' }) as object)
    expect(operation.responses['4XX']?.$ref, call.path).toBe(
      `#/components/responses/${hasCode ? 'CodedRefusal' : 'Refusal'}`,
    )
  }
})

test('lists the refusals that an operation can answer', () => {
  const named = (operation: Operation | undefined) =>
    Object.keys(operation?.responses ?? {}).filter((one) => /^\d+$/.test(one))
  expect(named(find('listCurrencies'))).toEqual(['200', '400', '429', '500', '503'])
  expect(named(find('getOrder'))).toEqual(['200', '400', '401', '404', '422', '429', '500', '503'])
  const ofWrites = ['200', '400', '401', '403', '404', '409', '413', '422', '429', '500', '503']
  expect(named(find('requestReturn'))).toEqual(ofWrites)
  // The link of a guest order may have expired.
  expect(named(find('getGuestOrder'))).toContain('404')
  // Reviews and the wishlist can be switched off, and some coupons require a sign-in.
  for (const name of ['listReviews', 'listCollected']) expect(named(find(name))).toContain('409')
  expect(named(find('bindCoupons'))).toContain('401')
  const edit = staffDocument.paths['/products/{handle}']?.patch as Operation
  expect(named(edit)).toEqual(expect.arrayContaining(['401', '403', '404', '409', '412', '428', '429', '503']))
})

test('requires the bearer token for writes, and accepts the bearer token or the cookie for reads', () => {
  expect(find('listOrders')?.security).toEqual([{ token: [] }, { cookie: [] }])
  expect(find('requestReturn')?.security).toEqual([{ token: [] }])
})

test('names the headers that calls read, and the field of an image', () => {
  const read = (name: string) => find(name)?.parameters.flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? [])
  expect(read('bindCoupons')).toEqual(['IdempotencyKey', 'SubscribeEmail'])
  expect(read('requestReturn')).toEqual(['IdempotencyKey'])
  // Responses with a secret are never stored, and a beacon cannot send a header.
  for (const name of ['signIn', 'register', 'forgotPassword', 'resetPassword', 'reportEvent']) {
    expect(read(name), name).toEqual([])
  }
  expect(read('listOrders')).toEqual([])
  for (const name of ['getAdvert', 'listWidgets', 'quoteCheckout']) expect(read(name), name).toEqual(['SubscribeEmail'])
  expect(find('uploadReturnImage')?.requestBody?.content['multipart/form-data']).toMatchObject({
    schema: { properties: { image: { type: 'string', format: 'binary' } }, required: ['image'] },
    encoding: { image: { contentType: 'image/png, image/jpeg' } },
  })
})

test('has exactly one example for every call of the shop', () => {
  const names = calls.map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(exampleInputs()).sort()).toEqual(names.sort())
})

test('has a valid example exactly for the staff calls with input', () => {
  const wrong = staffApiHandlers.filter(
    ({ call }) => !call.sentAs && !call.input.safeParse(findStaffExample(call)).success,
  )
  expect(wrong.map(({ call }) => nameStaffCall(call).name)).toEqual([])
  const names = staffApiHandlers.map(({ call }) => nameStaffCall(call).name)
  expect(Object.keys(statedExamples).filter((name) => !names.includes(name))).toEqual([])
})

test('shows the input in an example', () => {
  expect(find('bindCoupons')?.requestBody?.content['application/json']).toMatchObject({
    example: { email: 'maren@example.com', code_id: '12' },
  })
  expect(find('getOrder')?.parameters).toContainEqual(
    expect.objectContaining({ name: 'orderId', example: '01k9w3n8c2v4' }),
  )
})

test('marks staff calls that take a version or an idempotency key, and their refusals', () => {
  for (const { call, resource } of staffApiHandlers) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    const operation = staffDocument.paths[path]?.[call.method.toLowerCase()] as Operation
    const takes = operation.parameters.flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? [])
    const isEdit = ['PATCH', 'PUT', 'DELETE'].includes(call.method) && resource !== undefined
    expect(takes.includes('IfMatch'), path).toBe(isEdit)
    expect(takes.includes('IdempotencyKey'), path).toBe(call.method === 'POST' && !call.carriesSecret)
    expect(operation.responses['4XX']?.$ref).toBe('#/components/responses/Problem')
    expect(operation.security).toEqual(call.scope === 'anyone' ? [{}] : [{ key: [] }, { session: [] }])
  }
  expect(new Set(staffApiHandlers.map(({ call }) => nameStaffCall(call).name)).size).toBe(staffApiHandlers.length)
})
