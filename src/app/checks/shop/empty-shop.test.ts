import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebApp } from '#app/process/web-app.ts'
import { catalogueLanguages, findGuestPage, renderPage } from '#app/render/entry-server.tsx'
import { createShopRouter } from '#app/router.tsx'
import { getAccountSummary } from '#features/account/account.contract.ts'
import { listCategories, listCollected, listProducts } from '#features/catalogue/product-list.contract.ts'
import { listCoupons } from '#features/coupons/coupons.contract.ts'
import { shippingMethods } from '#features/markets/server/shipping-methods.tables.ts'
import { listOrders } from '#features/orders/orders.contract.ts'
import { listReturnReasons, listReturns } from '#features/returns/returns.contract.ts'
import { currencies, languages } from '#features/settings/server/settings.tables.ts'
import { getNavigation, listCurrencies, listLanguages } from '#features/settings/settings.contract.ts'
import { register } from '#features/sign-in/sign-in.contract.ts'
import { listProblems, sendTicket } from '#features/support/contact.contract.ts'
import { loadReference } from '#reference/load-reference.ts'
import { openDatabase } from '#server/database/database.ts'
import { type Live, openLive } from '#server/live/live.ts'
import { sessionCookie } from '#testing/session-cookie.ts'
import { testPassword, testShop } from '#testing/test-shop.ts'
import { readCatalogue } from '#words/read-catalogue.ts'

// A shop without demo data on its first day: no products, no customers, no texts.

const shop = testShop()
const world = {} as { app: ReturnType<typeof createWebApp>; live: Live; close: () => Promise<void> }
const assets = { entry: '/entry.js', styles: [], preloads: [], chunksOf: () => [], scripts: { guard: '', start: '' } }

beforeAll(async () => {
  await loadReference(shop.shop.db)
  const { pool, close } = openDatabase(shop.url, { max: 2 })
  world.close = close
  world.live = openLive(pool, shop.shop.log)
  const load = async () => ({ renderPage, findGuestPage, catalogueLanguages, assets })
  world.app = createWebApp(shop.shop, { isDevelopment: false, load }, world.live)
})
afterAll(async () => {
  await world.live.close()
  await world.close()
})

async function openPage(path: string, cookie = '') {
  const answer = await world.app.request(path, { headers: { cookie } })
  return { status: answer.status, html: await answer.text() }
}

const paths = Object.values(createShopRouter({} as never).routesByPath)
  .map(({ fullPath }) => fullPath)
  .filter((path) => path !== '/gallery')
/** Returns whether a page is about one resource, which an empty shop does not have. */
const isOfOne = (path: string) => path.includes('$') || ['/payment', '/guest-order'].includes(path)

test('opens every page for a guest and for a new customer', { timeout: 120_000 }, async () => {
  const ada = await shop.signedIn()
  const openable = paths.filter((path) => !isOfOne(path))
  expect(openable.length).toBeGreaterThan(20)
  for (const path of openable) {
    for (const cookie of ['', sessionCookie(ada.token)]) {
      const { status, html } = await openPage(path, cookie)
      expect([200, 302, 307], `${path} answers ${status}`).toContain(status)
      expect(html, path).not.toContain('We couldn’t load this')
      // The merchant writes the information pages. Until then no link leads to them.
      expect(html, path).not.toContain('/information/')
    }
  }
})

test('reports a missing resource on its page', { timeout: 60_000 }, async () => {
  const ada = await shop.signedIn()
  for (const path of paths.filter(isOfOne)) {
    const { status, html } = await openPage(path.replace(/\$\w+/g, '1'), sessionCookie(ada.token))
    expect(status, path).toBe(404)
    expect(/<title>([^<]*)<\/title>/.exec(html)?.[1], path).toMatch(/^.+ · Harbor$/)
  }
})

test('shows an unknown address in the title and offers a search', async () => {
  for (const path of ['/nothing', '/products/nothing']) {
    const { status, html } = await openPage(path, 'language=de')
    expect([status, /<title>([^<]*)<\/title>/.exec(html)?.[1]], path).toEqual([404, 'Nicht gefunden · Harbor'])
    expect(html, path).toContain('role="search"')
    // The search has the only button of the page. The app bar has an arrow link.
    expect(html.match(/<button(?! [^>]*aria-label)/g), path).toHaveLength(1)
  }
})

test('shows empty states on the home page and in the catalog in every language', {
  timeout: 60_000,
}, async () => {
  expect(catalogueLanguages.size).toBe(25)
  for (const language of catalogueLanguages) {
    const words = (await readCatalogue(language)) ?? {}
    for (const path of ['/', '/catalogue']) {
      const { html } = await openPage(path, `language=${language}`)
      for (const id of ['The shop has no products yet', 'The first products will be here soon.']) {
        expect(html, `${path} in ${language}`).toContain((words[id] ?? id).replaceAll("'", '&#x27;'))
      }
    }
  }
})

test('returns empty lists and the reference data of every shop', async () => {
  const ada = await shop.signedIn()
  expect((await ada.call(listOrders, { page: 1, limit: 5 })).data).toEqual([])
  expect((await ada.call(listReturns, { page: 1, limit: 5 })).data).toEqual([])
  expect((await ada.call(listCollected, {})).data).toEqual([])
  expect((await ada.call(listProducts, { currency: 'JPY' })).data).toEqual([])
  expect(await ada.call(listCategories, {})).toEqual([])
  expect(await ada.call(getNavigation, {})).toEqual([])
  await ada.call(listCoupons, {})
  await ada.call(getAccountSummary, {})
  expect((await ada.call(listLanguages, {})).map(({ code }) => code)).toEqual(
    expect.arrayContaining([...catalogueLanguages]),
  )
  expect((await ada.call(listCurrencies, {})).map(({ code }) => code)).toEqual(
    expect.arrayContaining(['USD', 'EUR', 'JPY']),
  )
  expect((await ada.call(listProblems, {})).length).toBeGreaterThan(5)
  expect((await ada.call(listReturnReasons, {})).length).toBeGreaterThan(3)
  expect(await shop.shop.db.select({ price: shippingMethods.priceAmount }).from(shippingMethods)).toEqual([
    { price: 0 },
  ])
})

test('lets a new customer register, get a mail, choose language and currency, and ask for help', async () => {
  const browser = shop.browser()
  await browser.call(register, { email: 'first@harbor.test', password: testPassword })
  expect(await shop.mailsTo('first@harbor.test')).toHaveLength(1)
  const cookie = [...browser.jar, ['language', 'de'], ['currency', 'EUR']].map((pair) => pair.join('=')).join('; ')
  const { status, html } = await openPage('/account', cookie)
  expect(status).toBe(200)
  expect(html).toContain('<html lang="de"')
  await browser.call(sendTicket, { email: 'first@harbor.test', message: 'When do you open?', problem_type: '8' })
})

test("keeps the merchant's changes and deletions at a second start", async () => {
  const { db } = shop.shop
  await db.update(languages).set({ ownName: 'Plattdüütsch' }).where(eq(languages.code, 'de'))
  await db.update(currencies).set({ sort: 99 }).where(eq(currencies.code, 'EUR'))
  await db.delete(shippingMethods)
  await loadReference(db)
  const [german] = await db.select().from(languages).where(eq(languages.code, 'de'))
  const [euro] = await db.select().from(currencies).where(eq(currencies.code, 'EUR'))
  expect([german?.ownName, euro?.sort]).toEqual(['Plattdüütsch', 99])
  expect(await db.select().from(shippingMethods)).toEqual([])
})
