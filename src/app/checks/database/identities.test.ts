import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { handlers } from '#app/api.ts'
import { liveTopics } from '#app/live-topics.ts'
import { describeApi } from '#app/openapi/openapi.ts'
import type { Call } from '#contract/calls/call.ts'
import { addToCart } from '#features/cart/cart.contract.ts'
import { endSession, findCustomer, openSession } from '#features/sign-in/server/session.service.ts'
import { createTestClock } from '#server/clock.ts'
import { describedStatuses } from '#testing/checks/described-statuses.ts'
import { sessionCookie } from '#testing/session-cookie.ts'
import {
  createSampleData,
  populateShop,
  type SampleData,
  sampleInputs,
  snapshotOf,
  toRequestInit,
} from '#testing/shops/populated-shop.ts'
import { goods } from '#testing/shops/stocked-shop.ts'
import { json, type Person, testShop } from '#testing/test-shop.ts'

const shop = testShop()
const nameOf = ({ method, path }: Call) => `${method} ${path}`

/** Calls whose input is the proof: a password, a token from a mail, or the number and email address of an order. */
const proofs = new Set([
  'POST /ajax-web/customer/login',
  'POST /ajax-web/customer/reset',
  'POST /ajax-web/customer/confirm',
  'POST /ajax-web/coupon/open',
  'POST /rest/order/link/open',
  'GET /rest/order/tracking',
  'GET /rest/payment/:orderId',
  'POST /rest/payment/:orderId',
  'POST /rest/payment/:orderId/check',
  'POST /rest/payment/:orderId/trial',
])

/** Calls that take an email address without trusting it. */
const typed = new Set([
  'GET /ajax-web/coupon/user-check',
  'POST /ajax-web/subscribe',
  'POST /ajax-web/customer/forgot',
  'POST /rest/order/link',
  'POST /rest/contact',
  'GET /rest/contact/orders',
  'GET /rest/checkout',
  'POST /ajax-web/event',
])

/** Calls that anyone can use to have a mail sent to an address. */
const mailing = new Set(['POST /ajax-web/customer/forgot', 'POST /rest/order/link'])

/**
 * Calls that end a session, an order or similar run last, so that the owner can make all other calls first. The
 * checkout runs first, because the cart must still match its quote.
 */
const endings = [
  'POST /rest/order/cancel/:orderId',
  'POST /rest/address/:id/delete',
  'POST /ajax-web/customer/reset',
  'POST /ajax-web/customer/password',
]
const rank = (call: Call) => (nameOf(call) === 'POST /rest/checkout' ? -2 : endings.indexOf(nameOf(call)))
const calls = handlers.map(({ call }) => call).sort((a, b) => rank(a) - rank(b))

const description = describeApi(calls, 'https://shop.harbor.test')

let ada: SampleData
let bob: Person
const headersOf: Record<string, Record<string, string>> = {}
const identities = ['stranger', 'guest', 'expired session', 'signed-out session', 'another shopper']

beforeAll(async () => {
  await populateShop(shop)
  ada = await createSampleData(shop, await shop.signedIn())
  bob = await shop.signedIn('bob')
  const { db, clock } = shop.shop
  const longAgo = createTestClock(new Date(clock.now().getTime() - 31 * 24 * 60 * 60 * 1000))
  const out = await openSession(db, clock, ada.person.id)
  const session = await findCustomer(shop.shop, out.token)
  await endSession(shop.shop, 'sessionId' in session ? session.sessionId : '')
  Object.assign(headersOf, {
    stranger: {},
    guest: { cookie: await becomeGuest() },
    'expired session': bearer((await openSession(db, longAgo, ada.person.id)).token),
    'signed-out session': bearer(out.token),
  })
})

const bearer = (token: string | null) => ({ authorization: `Bearer ${token}`, cookie: sessionCookie(token) })

/** Some calls end the session, so each call as another shopper starts with a new session. */
beforeEach(async () => {
  const { token } = await openSession(shop.shop.db, shop.clock, bob.id)
  headersOf['another shopper'] = bearer(token)
})

/** Creates a browser with its own cart, chat and subscription. */
async function becomeGuest(): Promise<string> {
  const guest = shop.stranger()
  const jar: string[] = []
  for (const [path, body] of [
    [addToCart.path, { sku_id: goods.scarf }],
    ['/ajax-web/chat/message', { body: 'Hello', client_key: crypto.randomUUID() }],
    ['/ajax-web/subscribe', { email: 'guest@harbor.test' }],
  ] as const) {
    const response = await guest.fetch(path, json(body))
    jar.push(...response.headers.getSetCookie().map((one) => one.split(';')[0] ?? ''))
  }
  expect(jar).toHaveLength(4)
  return jar.join('; ')
}

async function send(call: Call, headers: Record<string, string>): Promise<Response> {
  const [path, init] = toRequestInit(call, (await sampleInputs(ada))[nameOf(call)] ?? {})
  return shop.stranger().fetch(path, { ...init, headers: { ...(init.headers as object), ...headers } })
}

let previousSnapshot = ''

async function snapshotOfAda(): Promise<string> {
  previousSnapshot = await snapshotOf(shop.shop.db, ada.person.id)
  return previousSnapshot
}

async function namesSomethingOfAda(call: Call): Promise<boolean> {
  const text = JSON.stringify((await sampleInputs(ada))[nameOf(call)] ?? {})
  const { received, unpaid, complete, person } = ada
  const ids = [received.orderId, received.orderNo, ...received.lineIds, unpaid.orderId, complete.orderId]
  const others = [complete.orderNo, ada.returnId, ada.secondReturnId, ada.packageId, ada.imageId, ada.spareImageId]
  return [
    ...ids,
    ...others,
    ada.claimId,
    ada.addressId,
    ada.ticketId,
    person.email,
    ...Object.values(ada.guestOrder),
  ].some((id) => text.includes(id))
}

test.each(calls)("neither reveals nor changes Ada's data for other actors: $method $path", async (call) => {
  const name = nameOf(call)
  const before = previousSnapshot || (await snapshotOfAda())
  for (const who of identities) {
    const response = await send(call, headersOf[who] ?? {})
    const text = await response.text()
    expect(describedStatuses(description, call), `${who} ${text}`).toContain(response.status)
    expect(text, who).not.toContain(ada.secret)
    expect(text, who).not.toContain(ada.secretOrderNo)
    if (call.access === 'customer' && who !== 'another shopper') {
      expect([who, response.status, JSON.parse(text)]).toMatchObject([who, 401, { reason: 'not_signed_in' }])
      continue
    }
    expect(response.status, who).toBeLessThan(500)
    const isAboutAda = !proofs.has(name) && !typed.has(name) && (await namesSomethingOfAda(call))
    if (isAboutAda && call.access === 'customer') expect(response.status, `${who} ${text}`).toBe(404)
    else if (isAboutAda) expect(response.status, `${who} ${text}`).toBeGreaterThanOrEqual(400)
  }
  // With the proof, anyone may pay for Ada or sign in as her. Anyone may also have a mail sent to her.
  const canChange = proofs.has(name) || mailing.has(name)
  const after = await snapshotOfAda()
  if (!canChange) expect(after).toBe(before)
})

describe('as the owner', () => {
  beforeAll(async () => {
    ada = await createSampleData(shop, await shop.signedIn())
  })

  test.each(calls)('answers Ada: $method $path', async (call) => {
    const { token } = await openSession(shop.shop.db, shop.clock, ada.person.id)
    const cookie = `order_link=${ada.guestOrder.token}`
    const response = await send(call, { authorization: `Bearer ${token}`, cookie })
    expect(response.status, await response.text()).toBeLessThan(300)
  })
})

test.each(identities)("hides Ada's evidence and live topics from %s, and shows what she published", async (who) => {
  const headers = headersOf[who] ?? {}
  for (const id of [ada.imageId, ada.spareImageId]) {
    expect((await shop.stranger().fetch(`/images/${id}`, { headers })).status).toBe(404)
  }
  expect((await shop.stranger().fetch(`/images/${ada.reviewImageId}`, { headers })).status).toBe(200)
  const token = /token=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? null
  const actor = await findCustomer(shop.shop, token)
  const ids: Record<string, string> = { return: ada.returnId, chat: ada.conversationId }
  expect(Object.keys(liveTopics).sort()).toEqual(Object.keys(ids).sort())
  for (const [topic, guard] of Object.entries(liveTopics)) {
    const context = { shop: shop.shop, actor, id: ids[topic] ?? '', header: (name: string) => headers[name] }
    expect(await guard(context)).toBe(null)
  }
})
