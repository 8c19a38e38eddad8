import { Hono } from 'hono'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { liveTopics } from '#app/live-topics.ts'
import { createStaffApiParts } from '#app/staff-api.ts'
import { editReviewLabel } from '#features/reviews/review-labels.staff.contract.ts'
import { editSettings } from '#features/settings/settings.staff.contract.ts'
import { findCustomer } from '#features/sign-in/server/session.service.ts'
import { sendChatMessage, tellTyping } from '#features/support/chat.contract.ts'
import { sendTicket } from '#features/support/contact.contract.ts'
import { assignTicket } from '#features/support/inbox.staff.contract.ts'
import { tickets } from '#features/support/server/contact/contact.tables.ts'
import { type Live, openLive } from '#server/live/live.ts'
import { addLiveRoute } from '#server/live/live-route.ts'
import { addStaffLive } from '#server/live/staff-live.ts'
import { sessionCookie } from '#testing/session-cookie.ts'
import { populateShop } from '#testing/shops/populated-shop.ts'
import { testStaff } from '#testing/staff.ts'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
const staff = testStaff(shop)
const app = new Hono()
let pool: Pool
let live: Live

beforeAll(async () => {
  await populateShop(shop)
  pool = new Pool({ connectionString: shop.url, max: 2 })
  live = openLive(pool, shop.shop.log)
  addStaffLive(app, { ...createStaffApiParts(shop.shop), live })
  const identifyActor = (token: string | null) => findCustomer(shop.shop, token)
  addLiveRoute(app, { shop: shop.shop, live, identifyActor, topics: liveTopics })
})
afterAll(async () => {
  await live.close()
  await pool.end()
})

function follow(headers: Record<string, string>, topics: string) {
  return listen(headers, `/staff-api/v1/live?topics=${topics}`)
}

async function listen(headers: Record<string, string>, path: string) {
  const leaving = new AbortController()
  const request = new Request(`http://harbor.test${path}`, {
    headers,
    signal: leaving.signal,
  })
  const response = await app.request(request)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    status: response.status,
    leave: () => leaving.abort(),
    /** Returns the next event with this name. */
    async hear(name: string): Promise<Record<string, unknown>> {
      for (;;) {
        const found = new RegExp(`event: ${name}\\ndata: (.*)\\n\\n`).exec(text)
        if (found) {
          text = text.slice(found.index + found[0].length)
          return JSON.parse(found[1] ?? '{}') as Record<string, unknown>
        }
        const { value, done } = (await reader?.read()) ?? { done: true }
        if (done) throw new Error('The stream has ended')
        text += value
      }
    },
  }
}

async function askSomething(): Promise<string> {
  const ada = await shop.signedIn()
  await ada.call(sendTicket, { email: ada.email, message: 'Is it wool?', problem_type: '8', customer_name: 'Ada' })
  const rows = await shop.shop.db.select().from(tickets)
  return rows.find(({ email }) => email === ada.email)?.ticketNo ?? ''
}

test('notifies a page about its resources and about waiting work', async () => {
  const tess = await staff.member('support')
  const number = await askSomething()
  const page = await follow(tess.headers, `counts,tickets/${number}`)
  await page.hear('ready')
  await tess.call(assignTicket, { number, assignee: tess.id })
  expect(await page.hear('changed')).toEqual({ topics: [`tickets/${number}`] })
  await askSomething()
  // Counts are sent at most once a second, so an event of the ticket may come first.
  while (!((await page.hear('changed')).topics as string[]).includes('counts'));
  page.leave()
})

test('shows two people on the same resource to each other, and notices when one person leaves', async () => {
  const tess = await staff.member('support', 'Tess')
  const omar = await staff.member('support', 'Omar')
  const about = `tickets/${await askSomething()}`
  const first = await follow(tess.headers, about)
  await first.hear('ready')
  const second = await follow(omar.headers, about)
  expect(await first.hear('present')).toEqual({ about, people: [{ id: omar.id, name: 'Omar' }] })
  expect(await second.hear('present')).toEqual({ about, people: [{ id: tess.id, name: 'Tess' }] })
  second.leave()
  expect(await first.hear('present')).toEqual({ about, people: [] })
  first.leave()
})

test('shows what each person looks at to members who may see people', async () => {
  const owner = await staff.member('owner', 'Ingrid')
  const tess = await staff.member('support', 'Tess')
  const about = `tickets/${await askSomething()}`
  const ticket = await follow(tess.headers, about)
  await ticket.hear('ready')
  const today = await follow(owner.headers, 'presence')
  expect(await today.hear('present')).toEqual({ about: 'presence', people: [{ id: tess.id, name: 'Tess', about }] })
  ticket.leave()
  expect(await today.hear('present')).toEqual({ about: 'presence', people: [] })
  today.leave()
  expect((await follow(tess.headers, 'presence')).status).toBe(403)
})

test('notifies a settings page about changes in every part of the settings', async () => {
  const owner = await staff.member('owner')
  const page = await follow(owner.headers, 'settings')
  await page.hear('ready')
  await owner.call(editSettings, { features: { chat: true } }, { ifMatch: '*' })
  expect(await page.hear('changed')).toEqual({ topics: ['settings'] })
  await owner.call(editReviewLabel, { id: 1, sort: 3 }, { ifMatch: '*' })
  expect(await page.hear('changed')).toEqual({ topics: ['settings'] })
  page.leave()
})

test("refuses topics outside the role's scopes, and unknown topics", async () => {
  const marketing = await staff.member('marketing')
  const owner = await staff.member('owner')
  expect((await follow(marketing.headers, 'counts')).status).toBe(403)
  expect((await follow({}, 'counts')).status).toBe(401)
  expect((await follow(owner.headers, 'sessions/abc')).status).toBe(400)
  expect((await follow(owner.headers, Array.from({ length: 11 }, (_, at) => `orders/HB${at}`).join(','))).status).toBe(
    400,
  )
})

test('shows staff who has a chat open, the product and the typing state, and nothing else', async () => {
  const tess = await staff.member('support')
  const ada = await shop.signedIn()
  const said = await ada.call(sendChatMessage, { body: 'Is it wool?', client_key: `key-${crypto.randomUUID()}` })
  const id = said.conversation_id
  const cookie = { cookie: sessionCookie(ada.token) }
  const topic = `/ajax-web/live?topic=chat:${id}`
  const seen = { id, name: '', about: 'ebb-dress', customer_id: ada.id, is_typing: false }

  const inbox = await follow(tess.headers, 'shoppers')
  await inbox.hear('ready')
  const page = await listen(cookie, `${topic}&here=ebb-dress`)
  await page.hear('ready')
  expect(await inbox.hear('present')).toEqual({ about: 'shoppers', people: [seen] })
  await ada.call(tellTyping, {})
  expect(await inbox.hear('present')).toEqual({ about: 'shoppers', people: [{ ...seen, is_typing: true }] })

  // Staff who connect later learn about the shoppers who are already present.
  const late = await follow(tess.headers, 'shoppers')
  await late.hear('ready')
  expect((await late.hear('present')).people).toMatchObject([{ id }])
  page.leave()
  let people: unknown = [seen]
  while ((people as unknown[]).length > 0) ({ people } = await inbox.hear('present'))

  // The chat is closed, or the page's address is not a product, so nothing is announced.
  const closed = await listen(cookie, topic)
  const odd = await listen(cookie, `${topic}&here=${encodeURIComponent('/account/orders?token=1')}`)
  await Promise.all([closed.hear('ready'), odd.hear('ready')])
  const bea = await shop.signedIn()
  const hers = await bea.call(sendChatMessage, { body: 'Hello', client_key: `key-${crypto.randomUUID()}` })
  const last = await listen(
    { cookie: sessionCookie(bea.token) },
    `/ajax-web/live?topic=chat:${hers.conversation_id}&here=`,
  )
  expect((await inbox.hear('present')).people).toMatchObject([{ id: hers.conversation_id, about: '' }])
  for (const one of [closed, odd, last, late, inbox]) one.leave()
})

test('hides present shoppers from members who may not read the inbox', async () => {
  const packer = await staff.member('warehouse')
  expect((await follow(packer.headers, 'shoppers')).status).toBe(403)
})
