import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { productCategories } from '#features/catalogue/server/catalogue.tables.ts'
import { saveBlogPosts, saveInformationPages } from '#features/pages/server/save-pages.service.ts'
import { goods, stockShop } from '#testing/stocked-shop.ts'
import { testShop } from '#testing/test-shop.ts'
import { addSearchEngineFiles, hideFromSearchEngines } from './search-engines.ts'

const shop = testShop()
const app = new Hono()

beforeAll(async () => {
  const { db, clock } = shop.shop
  await stockShop(db, clock.now())
  await db.insert(productCategories).values({ productId: goods.dress, categoryId: 1 })
  await saveInformationPages(shop.shop, [{ id: 1, title: 'Terms & <Rules>', body: '' }])
  const later = new Date(clock.now().getTime() + 1000)
  await saveBlogPosts(db, [
    { id: 1, handle: 'out', title: 'Out', body: '', publishedAt: clock.now() },
    { id: 2, handle: 'soon', title: 'Soon', body: '', publishedAt: later },
  ])
  app.use(hideFromSearchEngines())
  addSearchEngineFiles(app, shop.shop)
  app.get('*', (c) => c.text('a page'))
})

test('the sitemap names every page that is for everybody, by its whole address', async () => {
  const response = await app.request('/sitemap.xml')
  expect(response.headers.get('content-type')).toContain('application/xml')
  const xml = await response.text()
  const addresses = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)
  expect(addresses).toContain('http://harbor.test/')
  expect(addresses).toContain('http://harbor.test/catalogue/dresses')
  expect(addresses).toContain('http://harbor.test/products/dress')
  expect(addresses).toContain('http://harbor.test/blog-detail/out')
  expect(addresses).toContain('http://harbor.test/information/Terms%20%26%20%3CRules%3E')
  expect(xml).toContain('<lastmod>2026-06-15</lastmod>')
  expect(xml).not.toContain('takendown')
  expect(xml).not.toContain('soon')
})

test('robots are shown the sitemap and kept from the calls', async () => {
  expect(await (await app.request('/robots.txt')).text()).toBe(
    'User-agent: *\nDisallow: /rest/\nDisallow: /ajax-web/\nSitemap: http://harbor.test/sitemap.xml\n',
  )
})

test.each([
  ['/account', true],
  ['/account/orderlist', true],
  ['/returndetail/abc', true],
  ['/search', true],
  ['/order-query', true],
  ['/', false],
  ['/accounting', false],
  ['/products/dress', false],
  ['/information/Return%20Policy', false],
])('%s is hidden from search engines: %s', async (path, isHidden) => {
  expect((await app.request(path)).headers.get('x-robots-tag')).toBe(isHidden ? 'noindex' : null)
})
