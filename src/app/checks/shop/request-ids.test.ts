import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebApp } from '#app/process/web-app.ts'
import type { Pages } from '#app/render/pages.ts'
import { getProduct } from '#features/catalogue/catalogue.contract.ts'
import { saveShippingMethods } from '#features/markets/server/shipping-methods.service.ts'
import { checkPayment } from '#features/payments/payments.contract.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { openDatabase } from '#server/database/database.ts'
import { type Live, openLive } from '#server/live/live.ts'
import { createLog } from '#server/log/log.ts'
import { stockShop } from '#testing/shops/stocked-shop.ts'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
const world = {} as { app: ReturnType<typeof createWebApp>; live: Live; close: () => Promise<void> }
const lines: { msg: string; requestId?: string; path?: string }[] = []
const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
const assets = { entry: '', styles: [], preloads: [], chunksOf: () => [], scripts: { guard: '', start: '' } }
/** A page with two calls during rendering: one logs a warning, one fails. */
const pages: Pages = {
  isDevelopment: false,
  load: async () => ({
    renderPage: async ({ answerCall }) => {
      const [, failed] = await Promise.all([
        answerCall(getProduct, { handle: 'dress' }, {}),
        answerCall(checkPayment, { orderId: '7' }, {}),
      ])
      return new Response('a page', { status: failed.status })
    },
    catalogueLanguages: new Set(['en']),
    findGuestPage: () => null,
    assets,
  }),
}

beforeAll(async () => {
  const { db, limits } = shop.shop
  await stockShop(db, shop.clock.now())
  // A shipping method without a price, so that the service of a product's page logs a warning.
  await db.insert(currencies).values({ id: 9, code: 'XTS', name: 'A currency without a rate' })
  await saveShippingMethods(db, [
    { id: 9, code: 'odd', name: 'Odd', priceAmount: 1, currency: 'XTS', minDays: 1, maxDays: 1 },
  ])
  const { pool, close } = openDatabase(shop.url, { max: 1 })
  world.close = close
  world.live = openLive(pool, log)
  const take = () => Promise.reject(new Error('broken'))
  world.app = createWebApp({ ...shop.shop, log, limits: { ...limits, take } }, pages, world.live)
})
afterAll(async () => {
  await world.live.close()
  await world.close()
})

/** Sends concurrent requests and returns the log messages of each. */
async function ask(...paths: string[]) {
  lines.length = 0
  const headers = (at: number) => ({ headers: { 'x-request-id': `request-${at}` } })
  await Promise.all(paths.map(async (path, at) => (await world.app.request(path, headers(at))).text()))
  return paths.map((_, at) => lines.filter(({ requestId }) => requestId === `request-${at}`).map(({ msg }) => msg))
}

test('logs the request id with every message of a service, also for concurrent requests', async () => {
  const said = await ask('/rest/products/dress', '/rest/currency', '/rest/products/dress')
  expect(said).toEqual([
    ['the shipping prices could not be read', 'answered'],
    ['answered'],
    ['the shipping prices could not be read', 'answered'],
  ])
  expect(lines.filter(({ requestId }) => !requestId)).toEqual([])
})

test("logs the page's request id with messages of the page's calls", async () => {
  const [said] = await ask('/account')
  expect(said?.toSorted()).toEqual(['a call of a page failed', 'answered', 'the shipping prices could not be read'])
  expect(lines.find(({ msg }) => msg === 'a call of a page failed')?.path).toBe('/rest/payment/7/check')
  expect(lines.filter(({ requestId }) => !requestId)).toEqual([])
})
