import { desc, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createStaffApiParts, staffApiHandlers } from '#app/staff-api.ts'
import { type StaffCall, staffApiRoot } from '#contract/calls/staff-call.ts'
import { auditRows } from '#features/staff/server/staff.tables.ts'
import { refuse } from '#server/http/refuse.ts'
import type { StaffHandler } from '#server/http/staff/staff-handler.ts'
import { createStaffApi } from '#server/http/staff/staff-http.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'

// Tests the requirements of every write. Each call runs as it is mounted, with a stub in place of its handler's work.

const shop = testShop()
const staff = testStaff(shop)
const nameOf = ({ method, path }: StaffCall) => `${method} ${path}`
const writes = staffApiHandlers.filter(({ call }) => call.method !== 'GET')
/** A member's own sessions and second steps are removed without a version. */
// The member's own account has no version. Views have no version, because views are replaced and never edited.
const isEdit = ({ call: { method, path } }: StaffHandler) =>
  ['PATCH', 'PUT'].includes(method) || (method === 'DELETE' && !/^\/(?:me|views)\//.test(path))

let owner: StaffPerson
let worked: string[] = []
let resource = { id: 'abc', name: 'before' }
let isRefusing = false
let api: ReturnType<typeof createStaffApi>

/** Returns the same call with a schema that accepts any input. The stub of the call changes one resource. */
function standIn(handler: StaffHandler): StaffHandler {
  const call = { ...handler.call, input: z.unknown(), output: z.unknown() } as unknown as StaffCall
  return {
    ...handler,
    call,
    answer: async ({ nameActor }) => {
      if (isRefusing) throw refuse('still_used')
      worked.push(nameOf(call))
      // Calls for anyone, such as sign-in, have no actor before they succeed.
      if (call.scope === 'anyone') nameActor?.(signedIn)
      if (call.method !== 'GET') resource = { ...resource, name: `after ${worked.length}` }
      return (call.answers === 'file' ? { type: 'text/plain', body: 'x' } : resource) as never
    },
    ...(handler.resource && { resource: async () => resource }),
    ...(handler.auditName && { auditName: async () => `${call.path.split('/')[1]}/abc` }),
    ...(handler.versionOf && { versionOf: (one: unknown) => one }),
    ...(handler.auditView && { auditView: (answered: unknown) => answered as object }),
  }
}

const signedIn = { kind: 'member', id: 'm', name: 'Tess', scopes: new Set<string>() } as never

beforeAll(async () => {
  owner = await staff.member()
  api = createStaffApi(staffApiHandlers.map(standIn), createStaffApiParts(shop.shop))
})

async function send(call: StaffCall, headers: Record<string, string> = {}, body = '{}') {
  const path = staffApiRoot + call.path.replace(/:\w+/g, 'abc')
  const form = new FormData()
  form.append('file', new Blob(['x']), 'x.csv')
  const sent = call.method === 'GET' ? {} : { body: call.sentAs === 'multipart' ? form : call.takesList ? '[]' : body }
  const response = await api.request(
    path,
    { method: call.method, headers: { ...owner.headers, ...headers }, ...sent },
    { visitorIp: '10.9.9.9' },
  )
  return { status: response.status, etag: response.headers.get('etag'), text: await response.text() }
}

const countAudit = () => shop.shop.db.$count(auditRows)

describe.each(writes)('$call.method $call.path', (handler) => {
  const { call } = handler
  const headers: Record<string, string> = isEdit(handler) ? { 'if-match': '*' } : {}

  test('writes one audit row on success and none on refusal', async () => {
    const before = await countAudit()
    const { status, text } = await send(call, headers)
    expect(status, text).toBeLessThan(300)
    expect(await countAudit()).toBe(before + 1)
    const [row] = await shop.shop.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1)
    expect(row).toMatchObject({ call: nameOf(call), ip: '10.9.9.9' })
    expect(row?.about).toContain(call.path.split('/')[1])
    if (call.scope !== 'anyone')
      expect(row).toMatchObject({ actorKind: 'member', actorId: owner.id, actorName: owner.name })
    isRefusing = true
    expect((await send(call, headers)).status).toBe(409)
    isRefusing = false
    expect(await countAudit()).toBe(before + 1)
  })

  test.runIf(isEdit(handler))('changes a resource only if the caller has seen its current version', async () => {
    expect(handler.resource, 'says how to read what it is about').toBeDefined()
    const before = worked.length
    expect((await send(call)).status).toBe(428)
    const late = await send(call, { 'if-match': '"of yesterday"' })
    expect(late.status).toBe(412)
    expect(JSON.parse(late.text)).toMatchObject({ code: 'changed_meanwhile', current: resource })
    expect(worked).toHaveLength(before)
  })

  const isRepeatable = call.method === 'POST' && !call.carriesSecret && call.scope !== 'anyone'
  test.runIf(isRepeatable && call.answers !== 'file' && !call.sentAs)(
    'runs once when repeated with the same key',
    async () => {
      const key = { 'idempotency-key': `key of ${call.path}` }
      worked = []
      const first = await send(call, key)
      const again = await send(call, key)
      expect(again).toEqual(first)
      expect(worked).toEqual([nameOf(call)])
    },
  )
})

test('returns every single resource with its version', async () => {
  const ones = staffApiHandlers.filter(({ call }) => call.answers === 'one' && call.scope !== 'anyone')
  expect(ones.length).toBeGreaterThan(10)
  for (const { call } of ones) {
    const answer = await send(call, { 'if-match': '*' })
    expect(answer.etag, nameOf(call)).toMatch(/^"[\w-]{22}"$/)
  }
})

test('can read every editable resource with its version', () => {
  const readable = new Set(staffApiHandlers.filter(({ call }) => call.method === 'GET').map(({ call }) => call.path))
  const blind = writes.filter((one) => isEdit(one) && !readable.has(one.call.path) && !readable.has(parentOf(one.call)))
  expect(blind.map(({ call }) => nameOf(call))).toEqual([])
})

/** Returns the parent path, because the parts of a product are read with the product. */
const parentOf = ({ path }: StaffCall) => path.replace(/\/[^/]+$/, '') as StaffCall['path']

test('never changes rows of the audit log', async () => {
  const change = shop.shop.db.execute(sql`update audit_rows set about = 'nothing'`)
  await expect(change).rejects.toThrow()
})
