import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { type Live, openLive } from '#server/live/live.ts'
import { createLog } from '#server/log/log.ts'
import { testShop } from '#testing/test-shop.ts'
import { createWebApp } from './web-app.ts'

const shop = testShop()
const world = {} as { app: ReturnType<typeof createWebApp>; live: Live; close: () => Promise<void> }
const lines: { msg: string; level: string; error?: { message: string } }[] = []
const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })

beforeAll(() => {
  const { pool, close } = openDatabase(shop.url, { max: 1 })
  world.close = close
  world.live = openLive(pool, log)
  const broken = () => Promise.reject(new Error('broken'))
  const limits = { ...shop.shop.limits, take: broken, check: broken }
  const pages = { isDevelopment: false, load: broken }
  world.app = createWebApp({ ...shop.shop, log, limits }, pages, world.live)
})
afterAll(async () => {
  await world.live.close()
  await world.close()
})

const post = (path: string, body: object) =>
  world.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-staff': '1' },
    body: JSON.stringify(body),
  })

test.each([
  {
    of: 'a call',
    ask: () => post('/ajax-web/customer/login', { email: 'ada@example.com', password: 'Longenough1' }),
    type: 'application/json',
    says: { status_code: 500, message: 'Something went wrong on our side', reason: 'fault' },
  },
  {
    of: 'a staff call',
    ask: () => post('/staff-api/v1/sign-in', { email: 'ada@example.com', password: 'Longenough1' }),
    type: 'application/problem+json',
    says: { type: 'about:blank', title: 'Something went wrong on our side', status: 500, code: 'fault' },
  },
])('reports a fault of $of in the format of its caller, and logs the fault once', async ({ ask, type, says }) => {
  lines.length = 0
  const response = await ask()
  expect(response.status).toBe(500)
  expect(response.headers.get('content-type')).toMatch(type)
  expect(await response.json()).toMatchObject(says)
  expect(lines).toMatchObject([{ level: 'error', msg: 'answered', error: { message: 'broken' } }])
})

test('answers a fault of a page with a page', async () => {
  const response = await world.app.request('/account')
  expect(response.status).toBe(500)
  expect(await response.text()).toContain('<h1>Something went wrong on our side</h1>')
})

test('names the request in a problem of the staff API', async () => {
  const response = await post('/staff-api/v1/sign-in', { email: 'ada@example.com', password: 'Longenough1' })
  const requestId = response.headers.get('x-request-id')
  expect(requestId).toBeTruthy()
  expect(await response.json()).toMatchObject({ request_id: requestId })
})
