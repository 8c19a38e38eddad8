import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { findCustomer } from '#features/sign-in/server/session.service.ts'
import * as calls from '#features/support/chat.contract.ts'
import { formatOfflineNote } from '#features/support/chat.rules.ts'
import { openDatabase } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { openLive } from '#server/live/live.ts'
import { addLiveRoute } from '#server/live/live-route.ts'
import { sessionCookie } from '#testing/session-cookie.ts'
import { json, type Person, testShop } from '#testing/test-shop.ts'
import { chatTopic, sendChatMessage } from './chat.service.ts'
import { answerChat, listWaitingChats, readChatLines } from './chat.staff.service.ts'
import { chatConversations, chatMessages } from './chat.tables.ts'

const shop = testShop()
const key = () => `key-${newId()}`
const say = (who: Person, body: string, client_key = key()) => who.call(calls.sendChatMessage, { body, client_key })
const answer = (conversationId: string, body: string, clientKey?: string) =>
  answerChat(shop.shop, { conversationId, body, staffName: 'Ines', ...(clientKey && { clientKey }) })

/** Creates a guest's browser that keeps its cookies. */
function browser() {
  const stranger = shop.stranger()
  let cookie = ''
  const fetch = async (path: string, init: RequestInit = {}) => {
    const response = await stranger.fetch(path, { ...init, headers: { ...init.headers, cookie } })
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return response
  }
  const open = async (response: Response) => ((await response.json()) as { data: calls.Chat }).data
  return {
    get cookie() {
      return cookie
    },
    fetch,
    say: async (body: string) => open(await fetch('/ajax-web/chat/message', json({ body, client_key: key() }))),
    read: async (after = 0) => open(await fetch(`/ajax-web/chat?after=${after}`)),
  }
}

test('has no conversation before the first message', async () => {
  const ada = await shop.signedIn()
  const empty = { conversation_id: null, is_online: false, unread: 0, messages: [] }
  expect(await ada.call(calls.getChat, {})).toEqual(empty)
  expect(await shop.stranger().call(calls.getChat, {})).toEqual(empty)
  expect(await ada.call(calls.getChatUnread, {})).toEqual({ unread: 0 })
  expect(await ada.call(calls.markChatRead, { last_id: 7 })).toEqual({ unread: 0 })
})

test("stores a shopper's question with a note on when to expect an answer", async () => {
  const ada = await shop.signedIn()
  const { conversation_id, messages } = await say(ada, ' Is the coat warm? ')
  expect(messages).toMatchObject([
    { author: 'shopper', body: 'Is the coat warm?' },
    { author: 'system', body: formatOfflineNote },
  ])
  const again = await say(ada, 'Hello?')
  expect(again.messages).toHaveLength(1)
  await answer(conversation_id, 'Very.')
  const chat = await ada.call(calls.getChat, {})
  expect(chat.messages.map(({ body }) => body)).toEqual(['Is the coat warm?', formatOfflineNote, 'Hello?', 'Very.'])
  expect(chat).toMatchObject({ conversation_id, is_online: true, unread: 1 })
  expect(chat.messages.at(-1)).toMatchObject({ author: 'staff', staff_name: 'Ines' })
})

test('returns only newer messages, and marks them as read', async () => {
  const ada = await shop.signedIn()
  const { conversation_id, messages } = await say(ada, 'Hello')
  const { messageId } = await answer(conversation_id, 'Good morning')
  const after = messages.at(-1)?.id ?? 0
  expect((await ada.call(calls.getChat, { after })).messages.map(({ id }) => id)).toEqual([messageId])
  expect(await ada.call(calls.getChatUnread, {})).toEqual({ unread: 1 })
  expect(await ada.call(calls.markChatRead, { last_id: messageId })).toEqual({ unread: 0 })
  expect(await ada.call(calls.markChatRead, { last_id: 0 })).toEqual({ unread: 0 })
  expect(await ada.call(calls.markChatRead, { last_id: Number.MAX_SAFE_INTEGER })).toEqual({ unread: 0 })
  await answer(conversation_id, 'Still there?')
  expect(await ada.call(calls.getChatUnread, {})).toEqual({ unread: 1 })
})

test('stores a message once when it is sent again after a lost response', async () => {
  const ada = await shop.signedIn()
  const once = key()
  const first = await say(ada, 'Hello', once)
  expect(await say(ada, 'Hello', once)).toEqual(first)
  const chat = await ada.call(calls.getChat, {})
  expect(chat.messages.filter(({ author }) => author === 'shopper')).toHaveLength(1)
  const answerKey = key()
  expect(await answer(first.conversation_id, 'Hi', answerKey)).toEqual(
    await answer(first.conversation_id, 'Hi', answerKey),
  )
})

test('opens one conversation with one note for ten simultaneous first messages', async () => {
  const ada = await shop.signedIn()
  const wide = openDatabase(shop.url, { max: 10 })
  const actor = { customerId: ada.id, email: ada.email, sessionId: '', isVerified: true }
  const talk = (round: number) =>
    sendChatMessage({ ...shop.shop, db: wide.db }, { actor, guestToken: null }, { body: `${round}`, client_key: key() })
  shop.clock.advance(60 * 60_000)
  await Promise.all(Array.from({ length: 10 }, (_, round) => talk(round)))
  await wide.close()
  const rows = await shop.shop.db.select().from(chatConversations).where(eq(chatConversations.customerId, ada.id))
  expect(rows).toHaveLength(1)
  const kept = await shop.shop.db.select().from(chatMessages).where(eq(chatMessages.customerId, ada.id))
  expect(kept.filter(({ author }) => author === 'shopper')).toHaveLength(10)
  expect(kept.filter(({ author }) => author === 'system')).toHaveLength(1)
})

test("restores a guest's conversation by a cookie that scripts cannot read", async () => {
  const guest = browser()
  const response = await guest.fetch('/ajax-web/chat/message', json({ body: 'Hello', client_key: key() }))
  expect(response.headers.getSetCookie()[0]).toMatch(/^chat_guest=.*; HttpOnly/)
  expect((await guest.read()).messages[0]).toMatchObject({ body: 'Hello' })
  await guest.say('One more')
  expect((await guest.read()).messages.filter(({ author }) => author === 'shopper')).toHaveLength(2)
  const other = browser()
  expect((await other.read()).messages).toEqual([])
})

test("restores a guest's conversation after a lost first response when the message is resent", async () => {
  const said = { body: 'Hello', client_key: crypto.randomUUID() }
  await browser().fetch('/ajax-web/chat/message', json(said))
  const guest = browser()
  await guest.fetch('/ajax-web/chat/message', json(said))
  const chat = await guest.read()
  expect(chat.messages.filter(({ author }) => author === 'shopper')).toMatchObject([said])
  const opened = await shop.shop.db.select().from(chatMessages).where(eq(chatMessages.clientKey, said.client_key))
  expect(opened).toHaveLength(1)
})

test('opens one conversation for twenty simultaneous first messages of a guest', async () => {
  const said = { body: 'Hello', client_key: crypto.randomUUID() }
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const response = await browser().fetch('/ajax-web/chat/message', json(said))
      return ((await response.json()) as { data: calls.Chat }).data.conversation_id
    }),
  )
  expect(new Set(answers).size).toBe(1)
})

test("does not open another guest's conversation by a guessable or an old key", async () => {
  const weak = { body: 'A secret', client_key: 'key-12345' }
  await browser().fetch('/ajax-web/chat/message', json(weak))
  const guest = browser()
  await guest.fetch('/ajax-web/chat/message', json({ ...weak, body: 'Hello' }))
  expect((await guest.read()).messages.map(({ body }) => body)).not.toContain('A secret')
  const strong = { body: 'A secret', client_key: crypto.randomUUID() }
  await browser().fetch('/ajax-web/chat/message', json(strong))
  shop.clock.advance(24 * 60 * 60_000)
  const late = await browser().fetch('/ajax-web/chat/message', json({ ...strong, body: 'Hello' }))
  expect(JSON.stringify(await late.json())).not.toContain('A secret')
})

test("continues a guest's conversation in the account", async () => {
  const guest = browser()
  await guest.say('Hello')
  const ada = await shop.signedIn()
  const asAda = { cookie: guest.cookie, authorization: `Bearer ${ada.token}` }
  const said = json({ body: 'It is me', client_key: key() }, asAda)
  await shop.stranger().fetch('/ajax-web/chat/message', said)
  const chat = await ada.call(calls.getChat, {})
  expect(chat.messages.filter(({ author }) => author === 'shopper').map(({ body }) => body)).toEqual([
    'Hello',
    'It is me',
  ])
  expect((await guest.read()).messages).toEqual([])
})

test("hides another shopper's conversation", async () => {
  const ada = await shop.signedIn()
  const { conversation_id, messages } = await say(ada, 'A secret')
  const bob = await shop.signedIn('bob')
  expect((await bob.call(calls.getChat, {})).messages).toEqual([])
  await bob.call(calls.markChatRead, { last_id: messages[0]?.id ?? 0 })
  const readTopic = (who: Person, cookie = '') =>
    chatTopic({
      shop: shop.shop,
      actor: who.token
        ? { customerId: who.id, email: who.email, sessionId: '', isVerified: true }
        : { customerId: null },
      id: conversation_id,
      header: (name) => (name === 'cookie' ? cookie : undefined),
    })
  expect(await readTopic(bob)).toBe(null)
  expect(await readTopic(shop.stranger(), 'chat_guest=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')).toBe(null)
  expect(await readTopic(ada)).toEqual({ last_id: messages.at(-1)?.id })
})

test.each([
  [{ body: ' ', client_key: 'key-12345' }, { body: ['Please fill in this field'] }],
  [{ body: 'x'.repeat(2001), client_key: 'key-12345' }, { body: ['No more than 2000 characters'] }],
  [{ body: 'Hello', client_key: '../..' }, { client_key: [expect.any(String)] }],
])('rejects message %# with errors by field', async (sent, errors) => {
  const response = await shop.stranger().fetch('/ajax-web/chat/message', json(sent))
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ code: -1, errors })
})

test('limits the rate of messages', async () => {
  const guest = browser()
  await guest.say('Hello')
  const send = () => guest.fetch('/ajax-web/chat/message', json({ body: 'Again', client_key: key() }))
  for (let round = 0; round < 59; round++) expect((await send()).status).toBe(200)
  expect((await send()).status).toBe(429)
})

test('shows staff the waiting chats and their messages, and rejects answers to unknown chats', async () => {
  const ada = await shop.signedIn()
  const { conversation_id: id } = await say(ada, 'Anybody?')
  const waiting = async () => (await listWaitingChats(shop.shop, 500)).find((one) => one.conversationId === id)
  expect(await waiting()).toMatchObject({ who: ada.email, lastMessage: 'Anybody?' })
  await answer(id, 'Here.')
  expect(await waiting()).toBe(undefined)
  expect((await readChatLines(shop.shop, id)).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['shopper', 'Ines']),
  )
  await expect(answer(newId(), 'Here.')).rejects.toMatchObject({ status: 404 })
  await expect(answer(id, ' ')).rejects.toMatchObject({ status: 422 })
})

test('counts the chat as attended for ten minutes after an answer', async () => {
  const ada = await shop.signedIn()
  const { conversation_id } = await say(ada, 'Hello')
  await answer(conversation_id, 'Hi')
  const isOnline = async () => (await ada.call(calls.getChat, {})).is_online
  expect(await isOnline()).toBe(true)
  expect((await say(ada, 'Quick!')).messages).toHaveLength(1)
  shop.clock.advance(10 * 60_000)
  expect(await isOnline()).toBe(false)
})

test('mails the answer to a shopper who has waited long, but not to a shopper who still has the chat open', async () => {
  const ada = await shop.signedIn()
  const { conversation_id } = await say(ada, 'Hello')
  await answer(conversation_id, 'At once')
  expect(await shop.mailsTo(ada.email)).toEqual([])
  await say(ada, 'Another thing')
  shop.clock.advance(3 * 60 * 60_000)
  await answer(conversation_id, 'Sorry for the wait')
  expect((await shop.mailsTo(ada.email)).map(({ text }) => text)).toEqual([
    expect.stringMatching(/Sorry for the wait[\s\S]*\/account\?chat=1\b/),
  ])
})

test('notifies the page of an answer at once', async () => {
  const ada = await shop.signedIn()
  const { conversation_id, messages } = await say(ada, 'Hello')
  const { pool, close } = openDatabase(shop.url, { max: 2 })
  const live = openLive(pool, shop.shop.log)
  const app = new Hono()
  addLiveRoute(app, {
    shop: shop.shop,
    live,
    identifyActor: (token) => findCustomer(shop.shop, token),
    topics: { chat: chatTopic },
  })
  const path = `/ajax-web/live?topic=chat:${conversation_id}`
  expect((await app.request(path)).status).toBe(404)
  const response = await app.request(path, { headers: { cookie: sessionCookie(ada.token) } })
  const heard: string[] = []
  const reading = (async () => {
    for await (const chunk of response.body ?? []) heard.push(new TextDecoder().decode(chunk))
  })()
  await expect.poll(() => heard.join('')).toContain(`event: ready\ndata: {"last_id":${messages.at(-1)?.id}}`)
  const { messageId } = await answer(conversation_id, 'Here I am')
  await expect.poll(() => heard.join('')).toContain(`event: changed\ndata: {"last_id":${messageId}}`)
  await live.close()
  await reading
  await close()
})
