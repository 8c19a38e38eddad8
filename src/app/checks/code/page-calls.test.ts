import { beforeAll, expect, test } from 'vitest'
import { handlers } from '#app/api.ts'
import { createShopPageCalls } from '#app/shop-api.ts'
import { type Call, type CallRefused, createDirectCaller } from '#contract/calls/call.ts'
import { getOrder, listOrders } from '#features/orders/orders.contract.ts'
import { quoteReturn } from '#features/returns/returns.contract.ts'
import { findCustomer } from '#features/sign-in/server/session.service.ts'
import { sessionCookie } from '#testing/session-cookie.ts'
import {
  createSampleData,
  populateShop,
  type SampleData,
  sampleInputs,
  toRequestInit,
} from '#testing/shops/populated-shop.ts'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
const reading = handlers.map(({ call }) => call).filter(({ method }) => method === 'GET')
let ada: SampleData

beforeAll(async () => {
  await populateShop(shop)
  ada = await createSampleData(shop, await shop.signedIn())
})

function callsOf(cookies: string) {
  const identifyActor = (token: string | null) => findCustomer(shop.shop, token)
  return createShopPageCalls(shop.shop)({ ip: '10.200.0.7', cookies, userAgent: '', identifyActor })
}

async function askBoth(call: Call, input: Record<string, unknown>, cookies: string) {
  const [path, init] = toRequestInit(call, input)
  const response = await shop.stranger().fetch(path, { ...init, headers: { cookie: cookies } })
  return {
    wire: { status: response.status, body: await response.json() },
    page: await callsOf(cookies)(call, input, {}),
  }
}

test.each(reading)('gives a page and a browser the same response: $method $path', async (call) => {
  const input = (await sampleInputs(ada))[`${call.method} ${call.path}`] ?? {}
  for (const cookies of ['', sessionCookie(ada.person.token), sessionCookie('nobody-s')]) {
    const { wire, page } = await askBoth(call, input, cookies)
    expect(page).toStrictEqual(wire)
  }
})

test('refuses invalid input and other shoppers’ resources in calls of a page', async () => {
  const bob = await shop.signedIn('bob')
  const cookies = sessionCookie(bob.token)
  for (const [call, input, status] of [
    [listOrders, { page: 'one' }, 422],
    [listOrders, { order_status_id: '4\u0000' }, 400],
    [getOrder, { orderId: ada.received.orderId }, 404],
    [getOrder, { orderId: '../../rest/currency' }, 404],
  ] as const) {
    const { wire, page } = await askBoth(call, input, cookies)
    expect(page).toStrictEqual(wire)
    expect(page.status).toBe(status)
  }
  const refused = createDirectCaller(callsOf(''))(listOrders, {})
  expect(await refused.catch((error: CallRefused) => [error.status, error.refusal.code])).toEqual([
    401,
    'not_signed_in',
  ])
})

test('sends calls with a body from a page, and returns data that is not frozen', async () => {
  const call = createDirectCaller(callsOf(sessionCookie(ada.person.token)))
  const [line = ''] = ada.received.lineIds.slice(1)
  const quote = await call(quoteReturn, { order_product_ids: [line] })
  expect(quote).toEqual(await ada.person.call(quoteReturn, { order_product_ids: [line] }))
  expect(Object.isFrozen((await call(getOrder, { orderId: ada.received.orderId })).products[0]?.sku?.options)).toBe(
    false,
  )
})
