import { beforeAll, describe, expect, test } from 'vitest'
import { staffApiHandlers } from '#app/staff-api.ts'
import { type Scope, scopeNames } from '#contract/calls/scopes.ts'
import { type StaffCall, StaffProblem, staffApiRoot, staffHeader } from '#contract/calls/staff-call.ts'
import { findStaffActor } from '#features/staff/server/people/staff-actor.service.ts'
import { writeAudit } from '#features/staff/server/work/audit.service.ts'
import { builtInRoles } from '#features/staff/staff.rules.ts'
import { createLimits } from '#server/http/limits/limits.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { StaffHandler } from '#server/http/staff/staff-handler.ts'
import { createStaffApi } from '#server/http/staff/staff-http.ts'
import { testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'

/** An actor with the headers of its requests and its granted scopes. */
type Asking = { name: string; headers: Record<string, string>; scopes: readonly Scope[] | null }

const shop = testShop()
const staff = testStaff(shop)
const calls = staffApiHandlers.map(({ call }) => call)
const nameOf = ({ method, path }: StaffCall) => `${method} ${path}`

const reached = { type: 'about:blank', title: 'Let in', status: 418, code: 'let_in' }
/** Replaces the work of a call, so that nothing is read or changed. */
const letIn = ({ call }: StaffHandler): StaffHandler => ({
  call,
  answer: () => Promise.reject(new StaffProblem(reached)),
})
let api: ReturnType<typeof createStaffApi>
const actors: Asking[] = []

beforeAll(async () => {
  const known = new Map<string, Promise<StaffActor | null>>()
  api = createStaffApi(staffApiHandlers.map(letIn), {
    // The rate limit is off, because the test sends many requests at once.
    shop: { ...shop.shop, limits: { ...createLimits(shop.shop.db, shop.clock), take: async () => {} } },
    // Each actor is looked up once by the real lookup and then cached.
    identifyActor: (at, credentials) => {
      const key = `${credentials.session} ${credentials.key}`
      const found = known.get(key) ?? findStaffActor(at, credentials)
      known.set(key, found)
      return found
    },
    writeAudit,
  })
  const ada = await shop.signedIn()
  const bearer = { authorization: `Bearer ${ada.token}` }
  const cookie = { cookie: `token=${ada.token}; staff_session=${ada.token}`, [staffHeader]: '1' }
  actors.push(
    { name: 'nobody', headers: { [staffHeader]: '1' }, scopes: null },
    { name: 'a shopper by token', headers: bearer, scopes: null },
    { name: 'a shopper by cookie', headers: cookie, scopes: null },
    { name: 'a key that nobody has', headers: { authorization: 'Bearer hk_live_x' }, scopes: null },
  )
  for (const { id, scopes } of builtInRoles) {
    const { headers } = await staff.member(id)
    actors.push({ name: id, headers, scopes })
  }
  for (const scope of scopeNames) {
    const { headers } = await staff.key(scope)
    actors.push({ name: `a key of ${scope}`, headers, scopes: [scope] })
  }
})

const ask = (call: StaffCall, headers: Record<string, string>) =>
  api.request(
    staffApiRoot + call.path.replace(/:\w+/g, 'abc'),
    { method: call.method, headers: { 'content-type': 'application/json', ...headers } },
    { visitorIp: '10.9.9.9' },
  )

/** Returns the expected outcome, written independently of the code under test. */
function shouldBe({ scope }: StaffCall, { scopes }: Asking): 'let in' | 401 | 403 {
  if (scope === 'anyone') return 'let in'
  if (!scopes) return 401
  if (scope === 'signed-in') return 'let in'
  const [area = '', verb] = scope.split(':')
  const isGiven = scopes.includes(scope as Scope)
  const isSeenByWriters = verb === 'read' && scopes.some((one) => one.startsWith(`${area}:`))
  return isGiven || isSeenByWriters ? 'let in' : 403
}

describe.each(calls)('$method $path', (call) => {
  test('admits exactly the allowed actors', async () => {
    const wrong: string[] = []
    for (const asking of actors) {
      const response = await ask(call, asking.headers)
      const { code } = (await response.json()) as { code: string }
      const isRefused = response.status === 401 || code === 'not_allowed'
      const was = isRefused ? response.status : 'let in'
      const expected = shouldBe(call, asking)
      if (was !== expected) wrong.push(`${asking.name}: ${was} ${code}, not ${expected}`)
      // Invalid input is reported to allowed actors and is not a fault.
      if (!isRefused) expect([400, 418, 422, 428], `${asking.name} ${code}`).toContain(response.status)
    }
    expect(wrong).toEqual([])
  })

  test.runIf(call.method !== 'GET')('refuses a browser request from another site', async () => {
    const owner = actors.find(({ name }) => name === 'owner')?.headers ?? {}
    const { [staffHeader]: _, ...withoutHeader } = owner
    expect((await ask(call, withoutHeader)).status).toBe(403)
    expect((await ask(call, { ...owner, origin: 'https://evil.test' })).status).toBe(403)
    expect((await ask(call, { ...owner, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })
})

test('gives every call a unique address and a description', () => {
  expect(new Set(calls.map(nameOf)).size).toBe(calls.length)
  expect(calls.filter(({ about }) => !/^[A-Z].+\.$/.test(about)).map(nameOf)).toEqual([])
})

/** POSTs that only create a file or a link from existing data, so a reading scope is enough. */
const readingWrites = ['POST /packing-slips', 'POST /products/:handle/preview']
const writes = calls.filter(({ method, scope }) => method !== 'GET' && scope.includes(':'))

test('never allows a change with a reading scope', () => {
  const odd = writes.filter(({ scope }) => scope.endsWith(':read')).map(nameOf)
  expect(odd.filter((name) => !readingWrites.includes(name))).toEqual([])
})

/** The areas in which each role cannot change anything. */
const never: Record<string, string[]> = {
  manager: ['keys'],
  support: ['settings', 'products', 'prices', 'stock', 'members', 'roles', 'keys', 'imports'],
  warehouse: ['customers', 'refunds', 'settings', 'coupons', 'pages', 'members', 'roles', 'keys'],
  marketing: ['orders', 'customers', 'returns', 'refunds', 'settings', 'members', 'roles', 'keys'],
  viewer: writes.map(({ path }) => path.split('/')[1] ?? ''),
}

test.each(Object.entries(never))("refuses changes by %s outside the role's areas", async (role, areas) => {
  const headers = actors.find(({ name }) => name === role)?.headers ?? {}
  const theirs = writes.filter((call) => areas.includes(call.path.split('/')[1] ?? ''))
  for (const call of theirs) {
    if (!readingWrites.includes(nameOf(call))) expect((await ask(call, headers)).status, nameOf(call)).toBe(403)
  }
})
