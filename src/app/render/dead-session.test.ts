import { expect, test } from 'vitest'
import { sessionEndHeader } from '#contract/calls/call.ts'
import { readCookie } from '#contract/calls/cookies.ts'
import { endAllSessions, findCustomer } from '#features/sign-in/server/session.service.ts'
import { testShop } from '#testing/test-shop.ts'
import { requireLiveSession } from './dead-session.ts'

const shop = testShop()
const later = () => Math.floor(shop.clock.now().getTime() / 1000) + 3600
const made: Request[] = []
const open = async (cookies: string, { isKnown = false } = {}) => {
  made.length = 0
  const pageRequest = new Request('http://harbor.test/products/x', { headers: { cookie: cookies } })
  const session = {
    isKnown: () => isKnown,
    identifyActor: (token: string | null) => findCustomer(shop.shop, token),
  }
  const { page, expiredCookies } = await requireLiveSession(shop.shop, pageRequest, session, async (request) => {
    made.push(request)
    return { response: new Response('a page'), request }
  })
  return { request: page.request, expiredCookies }
}

test('leaves a page with a valid session unchanged', async () => {
  const ada = await shop.signedIn()
  const cookies = `token=${ada.token}; token_expires=${later()}; language=de`
  const { request, expiredCookies } = await open(cookies)
  expect(request.headers.get('cookie')).toBe(cookies)
  expect(expiredCookies).toEqual([])
  expect(made).toHaveLength(1)
})

test("looks up no session that the page's calls have already confirmed", async () => {
  const cookies = `token=nobody-looks-this-up; token_expires=${later()}`
  const { request, expiredCookies } = await open(cookies, { isKnown: true })
  expect(request.headers.get('cookie')).toBe(cookies)
  expect(expiredCookies).toEqual([])
})

test("renders a guest's page for an ended session and clears its cookies", async () => {
  const ada = await shop.signedIn()
  await endAllSessions(shop.shop.db, shop.clock, ada.id)
  const { request, expiredCookies } = await open(
    `language=de; token=${ada.token}; token_expires=${later()}; user_info=x; member_id=y; subscribe_email=a%40b.co`,
  )
  expect(request.headers.get('cookie')).toBe('language=de; subscribe_email=a%40b.co')
  expect(expiredCookies.map((one) => one.split('=')[0])).toEqual(['token', 'token_expires', 'user_info', 'member_id'])
  for (const one of expiredCookies) expect(one).toContain('Max-Age=0')
})

test('rejects a token without its expiry in pages and calls', async () => {
  const ada = await shop.signedIn()
  for (const cookies of [`token=${ada.token}`, `token=${ada.token}; token_expires=1`]) {
    const { request } = await open(cookies)
    expect(readCookie(request.headers.get('cookie') ?? '', 'token')).toBe(null)
    const answer = await shop.stranger().fetch('/rest/order', { headers: { cookie: cookies } })
    expect(answer.status).toBe(401)
  }
  const headers = { cookie: `token=${ada.token}; token_expires=${later()}` }
  expect((await shop.stranger().fetch('/rest/order', { headers })).status).toBe(200)
})

test('reports an ended session in every call', async () => {
  const ada = await shop.signedIn()
  const readSessionEnd = async () => (await ada.fetch('/rest/currency')).headers.get(sessionEndHeader)
  expect(await readSessionEnd()).toBe(null)
  await endAllSessions(shop.shop.db, shop.clock, ada.id)
  expect(await readSessionEnd()).toBe('1')
  expect((await shop.stranger().fetch('/rest/currency')).headers.get(sessionEndHeader)).toBe(null)
})
