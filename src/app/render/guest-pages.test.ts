import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { saveAdvert } from '#features/adverts/server/adverts.service.ts'
import { products, skus } from '#features/catalogue/server/catalogue.tables.ts'
import { reviews } from '#features/reviews/server/reviews.tables.ts'
import { saveLanguages, saveSetting } from '#features/settings/server/save-settings.service.ts'
import { startCaches } from '#server/cache/cached-values.ts'
import { openDatabase } from '#server/database/database.ts'
import { openLive } from '#server/live/live.ts'
import { sessionCookie } from '#testing/session-cookie.ts'
import { createSampleData, populateShop } from '#testing/shops/populated-shop.ts'
import { goods } from '#testing/shops/stocked-shop.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import type { WebContext } from '#web/root.tsx'
import { createWebApp } from '../process/web-app.ts'
import { createShopRouter } from '../router.tsx'
import { catalogueLanguages, findGuestPage, renderPage } from './entry-server.tsx'
import { hashScripts } from './page-scripts.ts'

const one = testShop()
const world = {} as { ada: Person; other: Awaited<ReturnType<typeof openOther>> }
const assets = {
  entry: '/entry.js',
  styles: ['/sheet.css'],
  preloads: [],
  chunksOf: () => [],
  scripts: { guard: 'guard()', start: 'start()' },
}
let rendered: string[] = []
let whileRendering = async () => {}

/** Opens a second instance with pages on the same database, with the cache freshness of production. */
async function openOther() {
  const { db, pool, close } = openDatabase(one.url, { max: 3 })
  const live = openLive(pool, one.shop.log)
  startCaches(db, live)
  await live.subscribe('nothing', () => {}).ready
  const load = async () => ({
    renderPage: async (input: Parameters<typeof renderPage>[0]) => {
      const response = await renderPage(input)
      rendered.push(new URL(input.request.url).pathname)
      await whileRendering()
      return response
    },
    findGuestPage,
    catalogueLanguages,
    assets,
  })
  const app = createWebApp({ ...one.shop, db }, { isDevelopment: false, load }, live)
  return {
    ask: async (path: string, headers: Record<string, string> = {}, sentBefore?: number) =>
      app.request(path, { headers }, { incoming: { socket: { bytesWritten: sentBefore } } }),
    /** Resolves once this instance has received all changes so far. */
    hearAll: () => live.catchUp(),
    close: async () => {
      await live.close()
      await close()
    },
  }
}

beforeAll(async () => {
  await populateShop(one)
  await saveLanguages(one.shop.db, [
    { id: 1, code: 'en', ownName: 'English', englishName: 'English' },
    { id: 4, code: 'de', ownName: 'Deutsch', englishName: 'German' },
  ])
  world.ada = await one.signedIn()
  await createSampleData(one, world.ada)
  world.other = await openOther()
})
afterAll(() => world.other.close())
beforeEach(() => {
  rendered = []
  whileRendering = async () => {}
})

const ask = (path: string, headers?: Record<string, string>, sentBefore?: number) =>
  world.other.ask(path, headers, sentBefore)
const read = async (path: string, headers?: Record<string, string>) => (await ask(path, headers)).text()
const guestPages = [
  '/',
  '/catalogue',
  '/catalogue/dresses',
  '/products/dress',
  '/blog',
  '/blog-detail/linen',
  '/information/Privacy%20Notice',
  '/new-product-test/1',
]

test.each(guestPages)('renders %s for the first guest and reuses it for the next', async (path) => {
  const first = await ask(path)
  const second = await ask(path)
  expect([first.status, second.status]).toEqual([200, 200])
  expect(await second.text()).toBe(await first.text())
  expect(rendered).toEqual([decodeURI(new URL(path, 'http://harbor.test').pathname)].map(encodeURI))
})

test('answers 304 to a browser that has the page', async () => {
  const etag = (await ask('/')).headers.get('etag') ?? ''
  const known = await ask('/', { 'if-none-match': `"other", W/${etag}` })
  expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', etag])
  expect(known.headers.get('content-security-policy')).toContain('sha256-')
  expect((await ask('/', { 'if-none-match': '"other"' })).status).toBe(200)
})

test('answers an address that starts like another host without caching it', async () => {
  expect((await ask('//')).status).toBeLessThan(500)
  expect((await ask('//')).headers.get('etag')).toBeNull()
})

test('caches a page per language, currency, device and encoding', async () => {
  expect(await read('/products/dress')).toContain('$150.00')
  expect(await read('/products/dress', { cookie: 'currency=EUR; cart=anything' })).toContain('€135.00')
  expect(await read('/products/dress', { cookie: 'language=de' })).toContain('lang="de"')
  expect(await read('/products/dress', { 'accept-language': 'de-AT,de;q=0.9' })).toContain('lang="de"')
  expect(await read('/products/dress', { 'user-agent': 'Mozilla (iPhone)' })).toContain('"device":"ios"')
  expect((await ask('/products/dress', { 'accept-encoding': 'gzip, br' })).headers.get('content-encoding')).toBe('br')
  expect(await read('/products/dress')).toContain('$150.00')
})

describe('data of one visitor', () => {
  test("never appears in another visitor's page", async () => {
    const secret = 'geheim-1234'
    const first = await ask(`/catalogue?utm_source=${secret}&page=1`, {
      cookie: `cart=${secret}; known=${secret}; odd=${secret}`,
      'user-agent': secret,
      'x-request-id': secret,
      'x-forwarded-for': secret,
      referer: `http://harbor.test/${secret}`,
      'accept-language': `${secret}, en`,
    })
    expect(first.headers.getSetCookie()).toEqual([])
    const second = await ask('/catalogue?page=1')
    expect(rendered).toHaveLength(1)
    expect(await second.text()).not.toContain(secret)
    expect(JSON.stringify([...second.headers])).not.toContain(secret)
  })

  test.each([
    ['a session', 1, () => sessionCookie(world.ada.token)],
    // Rendered with the session, then once more for a guest, because the session has ended.
    ['a session that has ended', 2, () => sessionCookie('nobody-s')],
    ['coupons of a guest', 1, () => 'claims=x'],
    ['an address', 1, () => 'subscribe_email=a%40harbor.test'],
  ])('renders a page with %s for that visitor only', async (_, times, cookie) => {
    await ask('/')
    rendered = []
    const own = await ask('/', { cookie: cookie() })
    await ask('/', { cookie: cookie() })
    expect(rendered).toHaveLength(2 * times)
    expect(own.headers.get('etag')).toBeNull()
    expect(own.headers.get('content-security-policy')).toContain('nonce-')
  })

  test('compresses the first page of a connection harder for signed-in shoppers, and later pages faster', async () => {
    const expires = Math.floor(one.clock.now().getTime() / 1000) + 3600
    const cookie = `token=${world.ada.token}; token_expires=${expires}`
    const headers = { cookie, 'accept-encoding': 'gzip, br, zstd' }
    const packed = async (sentBefore?: number) => {
      const { headers: sent } = await ask('/account/orderlist', headers, sentBefore)
      return sent.get('content-encoding')
    }
    expect([await packed(0), await packed(20_000), await packed()]).toEqual(['br', 'zstd', 'zstd'])
  })

  test('never caches personal pages', async () => {
    for (const path of [
      '/account',
      '/cart',
      '/search?q=dress',
      '/track',
      '/catalogue?size=M',
      '/catalogue?sort=price_asc',
    ]) {
      rendered = []
      const { headers } = await ask(path)
      await ask(path)
      expect([path, rendered.length, headers.get('etag')]).toEqual([path, 2, null])
    }
  })
})

test('caches no page for unknown query parameters or missing resources', async () => {
  await ask('/')
  rendered = []
  for (let n = 0; n < 20; n++) expect((await ask(`/?page=${n}&q=${n}`)).status).toBe(200)
  expect(rendered).toEqual([])
  for (let n = 0; n < 2; n++) {
    const missing = await ask('/products/nothing')
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store'])
  }
  expect(rendered).toHaveLength(2)
})

test('renders once for concurrent requests', async () => {
  await saveSetting(one.shop.db, 'site_name', 'Elsewhere')
  await vi.waitFor(async () => expect(await read('/blog')).toContain('Elsewhere'), 1_000)
  rendered = []
  await Promise.all(Array.from({ length: 20 }, () => ask('/products/bag')))
  expect(rendered).toHaveLength(1)
})

describe('the policy of a cached page', () => {
  test("allows exactly the page's own scripts by their hashes", async () => {
    const answer = await ask('/products/dress')
    const html = await answer.text()
    const [, allowed = ''] = /script-src ([^;]*);/.exec(answer.headers.get('content-security-policy') ?? '') ?? []
    const scripts = [...html.matchAll(/<script(?![^>]*type="application)[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
    expect(scripts.length).toBeGreaterThan(3)
    expect(allowed.split(' ').sort()).toEqual([...new Set(["'self'", ...scripts])].sort())
    expect(html).not.toContain('nonce')
  })

  test('does not hash a script without the nonce', () => {
    const made = hashScripts('<script nonce="abc">ours()</script><script>theirs()</script><p>x</p>', 'abc')
    const ours = `sha256-${createHash('sha256').update('ours()').digest('base64')}`
    expect(made).toEqual({
      html: '<script>ours()</script><script>theirs()</script><p>x</p>',
      scripts: [ours],
    })
    expect(hashScripts('<p>abc</p>', 'abc')).toBeNull()
  })
})

describe('propagates to guests of another instance within a second', () => {
  const soon = (path: string, text: string) => vi.waitFor(async () => expect(await read(path)).toContain(text), 1_000)

  test("a price on the product's page and in lists", async () => {
    const shown = ['/products/gift', '/', '/catalogue']
    for (const path of shown) await ask(path)
    await one.shop.db.update(skus).set({ priceAmount: 4_242 }).where(eq(skus.id, goods.gift))
    for (const path of shown) await soon(path, '$42.42')
  })

  test('a name and a setting', async () => {
    await ask('/products/dress')
    await one.shop.db.update(products).set({ name: 'Renamed dress' }).where(eq(products.id, goods.dress))
    await soon('/products/dress', 'Renamed dress')
    await saveSetting(one.shop.db, 'site_name', 'Somewhere')
    await soon('/products/dress', 'Somewhere')
  })

  test('the remaining stock, without affecting lists and other products', async () => {
    const countSoldOut = async () => (await read('/')).split('Sold out').length
    for (const path of ['/products/shoe', '/products/dress']) await ask(path)
    const before = await countSoldOut()
    await one.shop.db.update(skus).set({ inventory: 3 }).where(eq(skus.id, goods.shoe))
    await soon('/products/shoe', 'Only 3 left')
    rendered = []
    for (const path of ['/products/dress', '/']) await ask(path)
    expect(rendered).toEqual([])
    await one.shop.db.update(skus).set({ inventory: 0 }).where(eq(skus.id, goods.shoe))
    await soon('/products/shoe', 'Sold out')
    await vi.waitFor(async () => expect(await countSoldOut()).toBeGreaterThan(before), 1_000)
    rendered = []
    await ask('/products/dress')
    expect(rendered).toEqual([])
  })

  test('a hidden review', async () => {
    expect(await read('/products/dress')).toContain('Lovely')
    await one.shop.db.update(reviews).set({ status: 'hidden' }).where(eq(reviews.productId, goods.dress))
    await vi.waitFor(async () => expect(await read('/products/dress')).not.toContain('>Lovely<'), 1_000)
  })
})

test('shows a change made during rendering on the next page', async () => {
  await one.shop.db.update(products).set({ name: 'Old bag' }).where(eq(products.id, goods.bag))
  await vi.waitFor(async () => expect(await read('/products/bag')).toContain('Old bag'), 1_000)
  // The cached page is too old now and is rendered again.
  one.clock.advance(61_000)
  whileRendering = async () => {
    whileRendering = async () => {}
    await one.shop.db.update(products).set({ name: 'New bag' }).where(eq(products.id, goods.bag))
    await world.other.hearAll()
  }
  expect(await read('/products/bag')).toContain('Old bag')
  expect(await read('/products/bag')).toContain('New bag')
})

test('starts and ends an advert at its time without a database change', async () => {
  const now = one.clock.now().getTime()
  const times = { startsAt: new Date(now + 5_000), endsAt: new Date(now + 10_000) }
  const look = { imagePath: '/art/soon.svg', linkPath: '/catalogue', alt: 'Soon' }
  await saveAdvert(one.shop.db, { id: 7, position: 'home', linkType: 'link', ...look, ...times })
  await world.other.hearAll()
  expect(await read('/')).not.toContain('/art/soon.svg')
  one.clock.advance(5_001)
  expect(await read('/')).toContain('/art/soon.svg')
  one.clock.advance(5_001)
  expect(await read('/')).not.toContain('/art/soon.svg')
})

test('has a trigger on every table that guest pages read', async () => {
  const querySpy = vi.spyOn(Client.prototype, 'query')
  one.clock.advance(61_000)
  for (const path of guestPages) await ask(path)
  expect(rendered).toHaveLength(guestPages.length)
  const texts = querySpy.mock.calls.map(([query]) => (query as { text?: string } | undefined)?.text ?? String(query))
  querySpy.mockRestore()
  const { rows } = await one.shop.db.execute<{ name: string; isTold: boolean }>(sql`
    select c.relname as name, exists (
      select from pg_trigger t where t.tgrelid = c.oid and t.tgname in ('tell_kept_table', 'tell_shown', 'tell_shown_added')) as "isTold"
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`)
  const used = rows.filter(({ name }) =>
    texts.some((text) => new RegExp(`(?:from|join)\\s+"?${name}\\b`, 'i').test(text)),
  )
  expect(used.length).toBeGreaterThan(15)
  // Exceptions: guests have no wishlist, and bought lines never change. Review counts and list data change together
  // with reviews and products, in the same transaction.
  const untriggeredTables = used.filter(({ isTold }) => !isTold).map(({ name }) => name)
  expect(untriggeredTables.sort()).toEqual([
    'listed_prices',
    'listed_products',
    'order_lines',
    'review_counts',
    'wishlist_items',
  ])
})

test('finds the data of a guest page again in the browser when the address has tracking parameters of a mail', () => {
  const routes = Object.values(createShopRouter({} as WebContext).routesById)
  const kept = routes.filter(({ options }) => options.staticData?.guestWords && options.loaderDeps)
  expect(kept.length).toBeGreaterThan(2)
  for (const { id, options } of kept) {
    const readDeps = options.loaderDeps as (opened: { search: object }) => object
    const deps = (search: object) => JSON.stringify(readDeps({ search }))
    expect(deps({ page: '2', utm_source: 'letter' }), id).toBe(deps({ page: '2' }))
  }
})
