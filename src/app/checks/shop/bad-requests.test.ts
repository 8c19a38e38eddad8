import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { handlers } from '#app/api.ts'
import { liveTopics } from '#app/live-topics.ts'
import { describeApi } from '#app/openapi/openapi.ts'
import { createShopApi } from '#app/shop-api.ts'
import { createRandom } from '#demo/random.ts'
import { findCustomer, openSession } from '#features/sign-in/server/session.service.ts'
import { openDatabase } from '#server/database/database.ts'
import { createLimits } from '#server/http/limits/limits.ts'
import { openLive } from '#server/live/live.ts'
import { addLiveRoute } from '#server/live/live-route.ts'
import { corruptRequest } from '#testing/checks/bad-requests.ts'
import { checkAnswers } from '#testing/checks/check-answers.ts'
import { describedStatuses } from '#testing/checks/described-statuses.ts'
import { createSampleData, populateShop, type SampleData, sampleInputs } from '#testing/shops/populated-shop.ts'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
const seed = Number(process.env.SEED ?? 20_261_115)
const requestCount = 6_000
const atOnce = 24

const calls = handlers.map(({ call }) => call)
const description = describeApi(calls, 'https://shop.harbor.test')

/** Text from stack traces, SQL or project folders, which no response may contain. */
const inside =
  /^\s+at |\(\S+:\d+:\d+\)|node_modules|file:\/\/|\.tsx?\b|Failed query|violates|invalid input syntax|out of range for type|drizzle|postgres|ECONN|ENOENT|RangeError|TypeError|\bselect .+ from\b|insert into/im

let ada: SampleData
let bob: SampleData

beforeAll(async () => {
  await populateShop(shop)
  ada = await createSampleData(shop, await shop.signedIn())
  bob = await createSampleData(shop, await shop.signedIn('bob'))
})

test('has a sample input for every call and for nothing else', async () => {
  const samples = Object.keys(await sampleInputs(ada))
  expect(samples.sort()).toEqual(handlers.map(({ call }) => `${call.method} ${call.path}`).sort())
})

/** Addresses that are not calls: images, live updates, messages of the payment provider. */
const besides = [
  (text: string) => `/images/${text}`,
  (text: string) => `/catalogue/${text}`,
  (text: string) => `/catalogue/${text}.png?w=${text}`,
  (text: string) => `/ajax-web/live?topic=${text}`,
  (text: string) => `/ajax-web/live?topic=return:${text}`,
] as const

const rawParts = [
  '%00',
  '%ff',
  '%',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '%252e%252e%252f',
  'a%00.png',
  'x'.repeat(3_000),
] as const

test(`answers ${requestCount} bad requests without a fault or a leak (seed ${seed})`, {
  timeout: 600_000,
}, async () => {
  const random = createRandom(seed)
  const { db, pool, close } = openDatabase(shop.url, { max: 12 })
  const parts = { ...shop.shop, db, limits: createLimits(db, shop.clock, { patience: 1_000_000 }) }
  const live = openLive(pool, parts.log)
  const api = createShopApi(parts, handlers.map(checkAnswers))
  const app = new Hono().route('/', api)
  addLiveRoute(app, { shop: parts, live, identifyActor: (token) => findCustomer(parts, token), topics: liveTopics })
  const problems: string[] = []
  let fault: unknown
  app.onError((error, c) => {
    fault = error
    return c.json({ reason: 'fault' }, 500)
  })
  const statuses = new Map<number, number>()
  let samples = await sampleInputs(ada)
  let tokens = ['', '']
  let made = 0

  async function ask(): Promise<void> {
    const round = made++
    if (round % 100 === 0) {
      const open = async ({ person }: SampleData) => (await openSession(db, shop.clock, person.id)).token
      tokens = [await open(ada), await open(bob)]
    }
    if (round % 2_500 === 2_499) {
      ada = await createSampleData(shop, await shop.signedIn())
      samples = await sampleInputs(ada)
    }
    const { call } = handlers[round % handlers.length] ?? fail('There are no calls')
    const who = random.pick(['ada', 'bob', 'stranger'])
    const isBesides = random.chance(0.03)
    const [path, init] = isBesides
      ? [random.pick(besides)(random.pick(rawParts)), {}]
      : corruptRequest(call, samples[`${call.method} ${call.path}`] ?? {}, random)
    const headers = new Headers(init.headers)
    const token = who === 'ada' ? tokens[0] : tokens[1]
    if (who !== 'stranger' && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    const response = await app.request(path, { ...init, headers }, { visitorIp: `10.1.0.${round % 200}` })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (isStream) return void (await response.body?.cancel())
    const text = await response.text()
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    const requestText = `${init.method ?? 'GET'} ${path} ${typeof init.body === 'string' ? init.body : ''}`
    const complain = (what: string) =>
      problems.push(`${what}: ${who} ${requestText.slice(0, 400)} → ${response.status} ${text.slice(0, 300)}`)
    if (response.status >= 500)
      complain(`fault (${fault instanceof Error ? `${fault.message} ${fault.cause}` : fault})`)
    if (!isBesides && !describedStatuses(description, call).includes(response.status))
      complain(`${call.method} ${call.path} answers what its description does not name`)
    if (inside.test(text) && !inside.test(decodeAll(requestText))) complain('tells about the inside')
    if (who !== 'ada' && text.includes(ada.secret)) complain('shows a secret of Ada')
    if (who !== 'bob' && text.includes(bob.secret)) complain('shows a secret of Bob')
    if (who !== 'ada' && text.includes(ada.secretOrderNo)) complain('names an order of Ada')
  }

  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (made < requestCount && problems.length < 20) await ask()
    }),
  )
  await live.close()
  await close()
  expect(problems).toEqual([])
  // Enough requests must pass the first checks. Otherwise the test would not reach the code behind these checks.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(requestCount / 20)
  expect(statuses.get(422) ?? 0).toBeGreaterThan(requestCount / 10)
})

function decodeAll(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (one) => String.fromCharCode(Number.parseInt(one.slice(1), 16)))
}

function fail(why: string): never {
  throw new Error(why)
}
