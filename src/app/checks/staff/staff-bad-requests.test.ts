import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { handlers } from '#app/api.ts'
import { findStaffExample } from '#app/openapi/staff-examples/staff-examples.ts'
import { describeStaffApi } from '#app/openapi/staff-openapi.ts'
import { createShopStaffApi, staffApiHandlers } from '#app/staff-api.ts'
import { largestInteger } from '#contract/calls/fields.ts'
import { staffApiRoot } from '#contract/calls/staff-call.ts'
import { createLimits } from '#server/http/limits/limits.ts'
import { describedStatuses } from '#testing/checks/described-statuses.ts'
import { createSampleData, populateShop } from '#testing/shops/populated-shop.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
const staff = testStaff(shop)
const description = describeStaffApi(staffApiHandlers, 'https://shop.harbor.test')
let owner: StaffPerson
let api: ReturnType<typeof createShopStaffApi>

beforeAll(async () => {
  await populateShop(shop)
  await createSampleData(shop, await shop.signedIn())
  owner = await staff.member('owner')
  api = createShopStaffApi({ ...shop.shop, limits: createLimits(shop.shop.db, shop.clock, { patience: 1_000_000 }) })
})

type Schema = { type?: string; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[]; maximum?: number }
type Corrupted = { field: string; input: Record<string, unknown> }
type Call = (typeof staffApiHandlers)[number]['call']

const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
const beyond = largestInteger + 1
const badNumbers = [beyond, -beyond - 1]
const badTexts = ['a\u0000b', String(beyond), '2026-02-30T10:00:00Z']
const badParts = ['2026-02-30T10:00:00Z', '0000-01-01T00:00:00Z', 'a\u0000b', beyond, 1e300, 0.5, null]
const goodParts = ['2026-06-15 10:00:00+00', 'a', 1]
/** Cursors of one to three values with at least one value that no list ever wrote. */
const badCursors = badParts.flatMap((bad) => [
  cursor(bad),
  ...goodParts.flatMap((good) => [cursor(good, bad), cursor(bad, good), cursor('ticket', good, bad)]),
])

/** Yields the input with one value, at any depth, replaced by each value that a database could fail on. */
function* corruptEach(schema: Schema, input: unknown, field = ''): Generator<{ field: string; value: unknown }> {
  const types = [schema, ...(schema.anyOf ?? [])]
  const object = types.find(({ properties }) => properties)
  const list = types.find(({ items }) => items)
  if (types.some(({ type }) => type === 'integer' || type === 'number')) {
    for (const value of badNumbers) yield { field, value }
  }
  if (types.some(({ type }) => type === 'string')) for (const value of badTexts) yield { field, value }
  if (object?.properties) {
    const given = (input ?? {}) as Record<string, unknown>
    for (const [name, part] of Object.entries(object.properties)) {
      for (const corrupted of corruptEach(part, given[name], `${field}.${name}`)) {
        yield { field: corrupted.field, value: { ...given, [name]: corrupted.value } }
      }
    }
  }
  if (list?.items) {
    const [first, ...others] = Array.isArray(input) ? input : [undefined]
    for (const corrupted of corruptEach(list.items, first, `${field}[]`)) {
      yield { field: corrupted.field, value: [corrupted.value, ...others] }
    }
  }
}

function listCorrupted(call: Call): Corrupted[] {
  const sample = findStaffExample(call)
  const schema = z.toJSONSchema(call.input, { unrepresentable: 'any', io: 'input' }) as Schema
  const corrupted = [...corruptEach(schema, sample)].map(({ field, value }) => ({
    field,
    input: value as Corrupted['input'],
  }))
  const isList = schema.properties && 'after' in schema.properties && call.answers === 'list'
  return [
    ...corrupted,
    ...(isList ? badCursors.map((after) => ({ field: '.after', input: { ...sample, after } })) : []),
  ]
}

test('uses ids that fit their database columns in every contract', () => {
  const wide: string[] = []
  const isId = (name: string) => /(?:^|_)ids?$/i.test(name)
  const look = (schema: Schema, name: string, at: string) => {
    const isNumber = schema.type === 'integer' || schema.type === 'number'
    if (isNumber && isId(name) && !((schema.maximum ?? Number.POSITIVE_INFINITY) <= largestInteger)) wide.push(at)
    for (const [one, part] of Object.entries(schema.properties ?? {})) look(part, one, `${at}.${one}`)
    for (const part of [schema.items, ...(schema.anyOf ?? [])]) if (part) look(part, name, at)
  }
  for (const { call } of [...handlers, ...staffApiHandlers]) {
    const schema = z.toJSONSchema(call.input, { unrepresentable: 'any', io: 'input' }) as Schema
    look(schema, '', `${call.method} ${call.path}`)
  }
  // Chat messages have `bigint` ids. Images and labels of a review accept both kinds of ids.
  expect(wide).toEqual([
    'POST /rest/reviews.image_ids',
    'POST /rest/reviews.label_ids',
    'POST /ajax-web/chat/read.last_id',
  ])
})

async function send(call: Call, input: Record<string, unknown>): Promise<{ status: number; text: string }> {
  const rest = { ...input }
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name] ?? 'abc'
    delete rest[name]
    return encodeURIComponent(String(value).toWellFormed()) || '%20'
  })
  const isReading = call.method === 'GET'
  const query = isReading
    ? `?${new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value).toWellFormed()]))}`
    : ''
  const headers = { ...owner.headers, 'content-type': 'application/json', 'if-match': '*' }
  const body = isReading ? {} : { body: JSON.stringify(call.takesList ? rest.items : rest) }
  const answer = await api.request(
    staffApiRoot + path + query,
    { method: call.method, headers, ...body },
    { visitorIp: '10.71.1.1' },
  )
  return { status: answer.status, text: call.answers === 'file' ? '' : (await answer.text()).slice(0, 300) }
}

test('answers overflowing numbers, NUL and invented cursors in any staff call without a fault', {
  timeout: 600_000,
}, async () => {
  const faults = new Map<string, string>()
  const undescribed = new Set<string>()
  let fault: unknown
  api.onError((error, c) => {
    fault = error
    return c.json({}, 500)
  })
  const calls = staffApiHandlers.map(({ call }) => call).filter(({ sentAs }) => !sentAs)
  let sent = 0
  async function tryNext(): Promise<void> {
    for (let call = calls.pop(); call; call = calls.pop()) {
      for (const { field, input } of listCorrupted(call)) {
        sent++
        const { status, text } = await send(call, input)
        if (!describedStatuses(description, call).includes(status))
          undescribed.add(`${call.method} ${call.path} ${status}`)
        if (status < 500) continue
        const why = fault instanceof Error ? String(fault.cause ?? fault) : text
        faults.set(`${call.method} ${call.path} ${field}`, `${why} ${JSON.stringify(input).slice(0, 200)}`)
      }
    }
  }
  // 8: the number of connections in the pool of a test shop.
  await Promise.all(Array.from({ length: 8 }, tryNext))
  expect(Object.fromEntries(faults)).toEqual({})
  expect([...undescribed]).toEqual([])
  expect(sent).toBeGreaterThan(4_000)
})
