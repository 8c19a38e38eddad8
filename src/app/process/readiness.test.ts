import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { type Live, openLive } from '#server/live/live.ts'
import { openFreezableConnection } from '#testing/checks/freezable-connection.ts'
import { testShop } from '#testing/test-shop.ts'
import { type Condition, healthyCondition } from './condition.ts'
import { createWebApp } from './web-app.ts'

const shop = testShop()
const world = {} as {
  line: Awaited<ReturnType<typeof openFreezableConnection>>
  database: ReturnType<typeof openDatabase>
  live: Live
  app: ReturnType<typeof createWebApp>
}
let condition: Condition = healthyCondition

beforeAll(async () => {
  world.line = await openFreezableConnection(shop.url)
  world.database = openDatabase(world.line.url, { max: 3 })
  world.live = openLive(world.database.pool, shop.shop.log)
  const pages = { isDevelopment: false, load: () => Promise.reject(new Error('There are no pages here')) }
  world.app = createWebApp({ ...shop.shop, db: world.database.db }, pages, world.live, {
    getCondition: () => condition,
  })
})
afterAll(async () => {
  await world.live.close()
  await world.database.close()
  world.line.close()
})

async function ask(path: string) {
  const answer = await world.app.request(path)
  return [answer.status, await answer.text()]
}

test.each(['timers', 'sharedTimers'] as const)(
  'answers /readyz with 503 while the timers are stopped (%s), and still serves shoppers',
  async (which) => {
    expect(await ask('/readyz')).toEqual([200, 'ok'])
    condition = { ...healthyCondition, [which]: 'The timers are not running yet (3 attempts).' }
    expect(await ask('/readyz')).toEqual([503, 'The timers are not running yet (3 attempts).'])
    expect(await ask('/readyz/shoppers')).toEqual([200, 'ok'])
    condition = healthyCondition
  },
)

test('names failing live updates in /readyz and answers 200', async () => {
  condition = { ...healthyCondition, live: 'Live updates do not arrive, and caching is off.' }
  expect(await ask('/readyz')).toEqual([200, 'ok\nLive updates do not arrive, and caching is off.'])
  condition = healthyCondition
})

test('answers /readyz with 503 within 3 seconds for a frozen database, and with 200 afterwards', async () => {
  expect(await ask('/readyz')).toEqual([200, 'ok'])
  world.line.freeze()
  const begun = performance.now()
  expect(await ask('/readyz')).toEqual([503, 'The database does not respond.'])
  expect(performance.now() - begun).toBeLessThan(3_000)
  expect(await ask('/readyz/shoppers')).toEqual([503, 'The database does not respond.'])
  expect(await ask('/healthz')).toEqual([200, 'ok'])
  world.line.thaw()
  await expect.poll(() => ask('/readyz')).toEqual([200, 'ok'])
})
