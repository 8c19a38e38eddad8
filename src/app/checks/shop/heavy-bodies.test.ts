import { beforeAll, expect, test } from 'vitest'
import { createShopApi } from '#app/shop-api.ts'
import { createShopStaffApi } from '#app/staff-api.ts'
import { createLimits } from '#server/http/limits/limits.ts'
import { type StaffPerson, testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'

const shop = testShop()
const staff = testStaff(shop)
let owner: StaffPerson
let ada: Person
let shopApi: ReturnType<typeof createShopApi>
let staffApi: ReturnType<typeof createShopStaffApi>

beforeAll(async () => {
  const parts = { ...shop.shop, limits: createLimits(shop.shop.db, shop.clock, { patience: 1000 }) }
  shopApi = createShopApi(parts)
  staffApi = createShopStaffApi(parts)
  owner = await staff.member('owner')
  ada = await shop.signedIn()
})

/**
 * Returns the longest time that a request blocked the event loop, in milliseconds of CPU time. Wall time would include
 * other processes.
 */
async function measureLongest(run: () => Promise<number>): Promise<{ status: number; longest: number }> {
  let isDone = false
  let longest = 0
  const running = run().finally(() => {
    isDone = true
  })
  while (!isDone) {
    const before = process.threadCpuUsage()
    await new Promise((resolve) => setImmediate(resolve))
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
  }
  return { status: await running, longest }
}

type Api = { request: (path: string, init: RequestInit, env: { visitorIp: string }) => Response | Promise<Response> }
const visitorIp = '10.70.1.1'

async function send(api: Api, path: string, init: RequestInit): Promise<number> {
  const answer = await api.request(path, init, { visitorIp })
  await answer.arrayBuffer()
  return answer.status
}

const asStaff = (path: string) => (body: string) => {
  const headers = { 'content-type': 'application/json', 'if-match': '*', ...owner.headers }
  const method = path === '/me' ? 'PATCH' : 'POST'
  return send(staffApi, `/staff-api/v1${path}`, { method, headers, body })
}
const asNobody = (path: string) => (body: string) =>
  send(staffApi, `/staff-api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-staff': '1' },
    body,
  })
const asShopper = (path: string) => (body: string) =>
  send(shopApi, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ada.token}` },
    body,
  })

const megabyte = 1_048_000
const repeat = (piece: string, size: number) => piece.repeat(Math.floor(size / piece.length))
const list = (piece: string, size: number) => `[${repeat(`${piece},`, size)}${piece}]`
const keys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"key${at}":1`).join(',')}}`

/** Bodies that could keep a parser, a schema or a regular expression busy. Most are refused quickly. */
const shapes = (size: number): [name: string, body: string][] => [
  ['brackets', repeat('[', size)],
  ['objects in objects', repeat('{"a":', size)],
  ['numbers', list('1', size)],
  ['as many numbers as are read', list('1', Math.min(size, 59_800))],
  ['empty objects', list('{}', size)],
  ['as many keys as are read', keys(Math.min(14_900, Math.floor(size / 13)))],
  ['keys', keys(Math.floor(size / 13))],
  ['numbers in a field', `{"items":${list('1', size - 20)}}`],
  ['quotes', `{"name":"${repeat('\\"', size - 20)}"}`],
  ['backslashes', `{"name":"${repeat('\\\\', size - 20)}"}`],
  ['escapes', `{"name":"${repeat('\\u00e9', size - 20)}"}`],
  ['halves of characters', `{"name":"${repeat('\\ud800', size - 20)}"}`],
  ['spaces', `${repeat(' ', size - 2)}{}`],
  ['an address', `{"email":"${repeat('a.', size - 30)}@"}`],
]

test('blocks the event loop for less than 50 ms with any JSON from staff, guests or shoppers', {
  timeout: 120_000,
}, async () => {
  const actors: [name: string, size: number, ask: (body: string) => Promise<number>][] = [
    ['stock', megabyte, asStaff('/stock')],
    ['a product', megabyte, asStaff('/products')],
    ['the own profile', megabyte, asStaff('/me')],
    ['a sign-in of staff', 65_000, asNobody('/sign-in')],
    ['a ticket', 65_000, asShopper('/rest/contact')],
    ['a return', 65_000, asShopper('/rest/after_sale')],
  ]
  const slow: string[] = []
  for (const [name, size, ask] of actors) {
    for (const [shape, body] of shapes(size)) {
      let { status, longest } = await measureLongest(() => ask(body))
      // A body that blocks the loop does so every time. A single slow try may load code or meet a busy machine.
      for (let tries = 1; longest > 50 && tries < 4; tries++) {
        ;({ status, longest } = await measureLongest(() => ask(body)))
      }
      if (status >= 500 || longest > 50) slow.push(`${name}, ${shape}: ${status}, ${Math.round(longest)} ms`)
    }
  }
  expect(slow).toEqual([])
})

test('refuses a megabyte of JSON to the staff API without a sign-in', async () => {
  expect(await asNobody('/sign-in')(`{"email":"${'a'.repeat(70_000)}"}`)).toBe(413)
  expect(await asStaff('/products')(`{"description":"${'a'.repeat(70_000)}"}`)).toBe(422)
})

const megabytes = 6_200_000
const part = (head: string, content = 'x') => `--x\r\n${head}\r\n\r\n${content}\r\n`
const field = 'content-disposition: form-data; name="a"'
const plain = 'multipart/form-data; boundary=x'

test.each([
  ['many parts', plain, repeat(part(field), megabytes)],
  [
    'many parts and a similar earlier parameter',
    'multipart/form-data; xboundary=zzz; boundary=x',
    repeat(part(field), megabytes),
  ],
  [
    'many parts and a boundary inside a quoted parameter',
    'multipart/form-data; a="; boundary=zzz"; boundary=x',
    repeat(part(field), megabytes),
  ],
  ['many lines in the header of a part', plain, part(`${repeat('a: b\r\n', megabytes)}${field}`)],
  ['a field name that is repeated many times', plain, part(`${repeat(`${field}\r\n`, megabytes)}${field}`)],
  ['a long name', plain, part(`content-disposition: form-data; name="${repeat('%22', megabytes)}"`)],
  ['a long content type', plain, part(`${field}; filename="b"\r\ncontent-type: ${repeat('a/b;', megabytes)}`)],
  ['dashes', plain, repeat('-', megabytes)],
  [
    'a body that nearly is the boundary',
    `multipart/form-data; boundary=${'a'.repeat(69)}b`,
    `--${'a'.repeat(69)}b\r\n${field}\r\n\r\n${repeat('a', megabytes)}`,
  ],
  ['lines that begin like the boundary', plain, part(field, repeat('\r\n--y', megabytes))],
  ['no boundary', 'multipart/form-data', repeat(part(field), megabytes)],
  ['a URL-encoded body', 'application/x-www-form-urlencoded', repeat('a=1&', megabytes)],
])('refuses a form with %s without blocking the event loop', async (_, type, form) => {
  const body = new TextEncoder().encode(`${form}--x--\r\n`)
  for (const [api, path, headers] of [
    [shopApi, '/rest/after_sale/image', { authorization: `Bearer ${ada.token}` }],
    [staffApi, '/staff-api/v1/products/any/pictures', owner.headers],
  ] as const) {
    const init = { method: 'POST', headers: { ...headers, 'content-type': type }, body }
    const { status, longest } = await measureLongest(() => send(api, path, init))
    expect([400, 422]).toContain(status)
    expect(longest).toBeLessThan(50)
  }
})
