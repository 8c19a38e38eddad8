import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#testing/cluster.ts'
import type { Visitor } from './http.ts'
import { type Live, type LiveEvent, openLive, publish } from './live.ts'
import { addLiveRoute } from './live-route.ts'
import { createLog } from './log.ts'
import type { Shop } from './shop.ts'
import { createShopMetrics } from './shop-metrics.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
const opened: Live[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const live of opened.splice(0)) await live.close()
})
afterAll(() => database.drop())

function openHub(): Live {
  const live = openLive(database.pool, createLog('silent'))
  opened.push(live)
  return live
}

async function listen(live: Live, topic: string): Promise<LiveEvent[]> {
  const heard: LiveEvent[] = []
  await live.subscribe(topic, (event) => heard.push(event))
  return heard
}

test('every instance hears what one of them says, and only about its topic', async () => {
  const here = await listen(openHub(), 'return:a')
  const there = await listen(openHub(), 'return:a')
  const elsewhere = await listen(openHub(), 'return:b')
  await publish(database.db, 'return:a', { status: 2 })
  for (const heard of [here, there]) {
    await vi.waitFor(() => expect(heard).toEqual([{ name: 'changed', data: { status: 2 } }]))
  }
  expect(elsewhere).toEqual([])
})

test('what a transaction takes back was never said', async () => {
  const heard = await listen(openHub(), 'return:a')
  await database.db
    .transaction(async (tx) => {
      await publish(tx, 'return:a', { status: 5 })
      throw new Error('taken back')
    })
    .catch(() => undefined)
  await publish(database.db, 'return:a', { status: 6 })
  await vi.waitFor(() => expect(heard).toEqual([{ name: 'changed', data: { status: 6 } }]))
})

test('after a lost connection it listens again and says that something may have been missed', async () => {
  const heard = await listen(openHub(), 'return:a')
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'harbor live'",
  )
  await vi.waitFor(() => expect(heard).toContainEqual({ name: 'resync', data: {} }), 5000)
  await publish(database.db, 'return:a', { status: 4 })
  await vi.waitFor(() => expect(heard).toContainEqual({ name: 'changed', data: { status: 4 } }))
})

test('whoever stopped listening hears nothing more', async () => {
  const live = openHub()
  const heard: LiveEvent[] = []
  const stop = await live.subscribe('return:a', (event) => heard.push(event))
  const other = await listen(live, 'return:a')
  stop()
  await publish(database.db, 'return:a')
  await vi.waitFor(() => expect(other).toHaveLength(1))
  expect(heard).toEqual([])
})

const metrics = createShopMetrics()
const countConnections = () => metrics.liveConnections.read()[0]?.samples[0]?.value

/** One topic, of Ada; a token is its owner's name. */
function openApp(live: Live) {
  const app = new Hono()
  const whoIsAsking = async (token: string | null): Promise<Visitor> =>
    token ? { customerId: token, email: `${token}@harbor.test`, sessionId: '1', isProved: true } : { customerId: null }
  addLiveRoute(app, {
    shop: { db: database.db, metrics } as Shop,
    live,
    whoIsAsking,
    topics: { return: async ({ asker, id }) => (asker.customerId === 'ada' && id === 'a' ? { status: 1 } : null) },
  })
  return app
}

async function follow(app: Hono, init: RequestInit = { headers: { cookie: 'token=ada' } }) {
  const response = await app.request('/ajax-web/live?topic=return:a', init)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let isDone = false
  const reading = (async () => {
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) break
      text += value
    }
    isDone = true
  })()
  return { response, reading, read: () => text, isDone: () => isDone }
}

test('a page follows its own topic by cookie: how things stand, then what changes', async () => {
  const live = openHub()
  const stream = await follow(openApp(live))
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream')
  await vi.waitFor(() => expect(stream.read()).toContain('event: ready\ndata: {"status":1}\n\n'))
  await publish(database.db, 'return:a', { status: 2 })
  await vi.waitFor(() => expect(stream.read()).toContain('event: changed\ndata: {"status":2}\n\n'))
  await live.close()
  await vi.waitFor(() => expect(stream.isDone()).toBe(true))
})

test('a browser that leaves is forgotten', async () => {
  const live = openHub()
  const leaving = new AbortController()
  const stream = await follow(openApp(live), { headers: { cookie: 'token=ada' }, signal: leaving.signal })
  await vi.waitFor(() => expect(stream.read()).toContain('ready'))
  expect(countConnections()).toBe(1)
  leaving.abort()
  await vi.waitFor(() => expect(stream.isDone()).toBe(true))
  expect(countConnections()).toBe(0)
})

test.each([
  ['a stranger', 'return:a', ''],
  ['somebody else', 'return:a', 'token=bob'],
  ['an unknown kind of topic', 'chat:a', 'token=ada'],
  ['a name every object has', 'constructor:a', 'token=ada'],
  ['no topic', '', 'token=ada'],
])('%s gets 404', async (_, topic, cookie) => {
  const response = await openApp(openHub()).request(`/ajax-web/live?topic=${topic}`, { headers: { cookie } })
  expect([response.status, await response.json()]).toMatchObject([404, { reason: 'not_found' }])
})
