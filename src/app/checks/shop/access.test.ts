import { describe, expect, test } from 'vitest'
import { handlers } from '#app/api.ts'
import { toQuery } from '#contract/calls/call.ts'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
const calls = handlers.map((one) => one.call)
const closed = calls.filter((call) => call.access === 'customer')

/** Returns the path with a value in place of every `:name`. */
const addressOf = (call: (typeof calls)[number]) => call.path.replace(/:\w+/g, 'abc')
const send = (call: (typeof calls)[number], headers: Record<string, string> = {}) =>
  shop.stranger().fetch(addressOf(call), {
    method: call.method,
    ...(call.method === 'POST' && { body: '{}' }),
    headers: { 'content-type': 'application/json', ...headers },
  })

test('finds calls that are open to guests, and calls that are not', () => {
  expect(closed.length).toBeGreaterThan(3)
  expect(calls.length).toBeGreaterThan(closed.length)
})

test('gives every call a unique address', () => {
  const addresses = calls.map((call) => `${call.method} ${call.path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

describe.each(closed)('$method $path', (call) => {
  test('refuses a stranger', async () => {
    const response = await send(call)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ status_code: 401, reason: 'not_signed_in' })
  })

  test('refuses an unknown token', async () => {
    expect((await send(call, { authorization: 'Bearer nobody' })).status).toBe(401)
  })
})

describe.each(calls.filter((call) => call.method === 'POST'))('$method $path', (call) => {
  test('refuses a request of another site', async () => {
    const ada = await shop.signedIn()
    const headers = { authorization: `Bearer ${ada.token}`, origin: 'https://evil.test' }
    expect((await send(call, headers)).status).toBe(403)
  })

  test('answers invalid JSON with a clear refusal', async () => {
    const ada = await shop.signedIn()
    const response = await ada.fetch(addressOf(call), { method: 'POST', body: '{"half":' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ reason: 'malformed' })
  })
})

describe.each(calls)('$method $path', (call) => {
  test('refuses invalid input without a fault', async () => {
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
