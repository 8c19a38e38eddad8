import { describe, expect, test } from 'vitest'
import { handlers } from '#app/api.ts'
import { toQuery } from '#contract/calls/call.ts'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
const calls = handlers.map((one) => one.call)
const closed = calls.filter((call) => call.access === 'customer')

/** The address with something in place of every `:name`. */
const addressOf = (call: (typeof calls)[number]) => call.path.replace(/:\w+/g, 'abc')
const send = (call: (typeof calls)[number], headers: Record<string, string> = {}) =>
  shop.stranger().fetch(addressOf(call), {
    method: call.method,
    ...(call.method === 'POST' && { body: '{}' }),
    headers: { 'content-type': 'application/json', ...headers },
  })

test('there are calls, open ones and closed ones', () => {
  expect(closed.length).toBeGreaterThan(3)
  expect(calls.length).toBeGreaterThan(closed.length)
})

test('no two calls share an address', () => {
  const addresses = calls.map((call) => `${call.method} ${call.path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

describe.each(closed)('$method $path', (call) => {
  test('refuses a stranger', async () => {
    const response = await send(call)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ status_code: 401, reason: 'not_signed_in' })
  })

  test('refuses a token that nobody has', async () => {
    expect((await send(call, { authorization: 'Bearer nobody' })).status).toBe(401)
  })
})

describe.each(calls.filter((call) => call.method === 'POST'))('$method $path', (call) => {
  test('refuses another site', async () => {
    const ada = await shop.signedIn()
    const headers = { authorization: `Bearer ${ada.token}`, origin: 'https://evil.test' }
    expect((await send(call, headers)).status).toBe(403)
  })

  test('answers a body that is no JSON with a clear no', async () => {
    const ada = await shop.signedIn()
    const response = await ada.fetch(addressOf(call), { method: 'POST', body: '{"half":' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ reason: 'malformed' })
  })
})

describe.each(calls)('$method $path', (call) => {
  test('answers nonsense with a no, never with a fault', async () => {
    const ada = await shop.signedIn()
    const nonsense = { id: [], page: 'x', email: 7, order_no: {}, code_id: null, limit: '-1', token: 1, pos: 'x' }
    const address = addressOf(call)
    const response =
      call.method === 'GET'
        ? await ada.fetch(address + toQuery({ page: 'x', limit: '-1', email: '\u0000', pos: 'x', order_id: '%' }))
        : await ada.fetch(address, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(nonsense),
          })
    expect(response.status).toBeLessThan(500)
  })
})
