import { eq, gte } from 'drizzle-orm'
import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { productCategories } from '#features/catalogue/server/catalogue.tables.ts'
import { blogPosts } from '#features/pages/server/pages.tables.ts'
import { saveBlogPosts, saveInformationPages } from '#features/pages/server/save-pages.service.ts'
import { goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { testShop } from '#testing/test-shop.ts'
import { addSearchEngineFiles } from './search-engines.ts'

const shop = testShop()
const app = new Hono()
const maxInPart = 3

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
  addSearchEngineFiles(app, shop.shop, maxInPart)
  app.get('*', (c) => c.text('a page'))
})

async function readAddresses(path: string) {
  const response = await app.request(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  const xml = await response.text()
  return { xml, addresses: [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address) }
}

test('lists every public page by its full address in the sitemap', async () => {
  const { xml, addresses: parts } = await readAddresses('/sitemap.xml')
  expect(xml).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
  const files = await Promise.all(parts.map((part) => readAddresses(new URL(part).pathname)))
  const addresses = files.flatMap((file) => file.addresses)
  expect(addresses).toContain('http://harbor.test/')
  expect(addresses).toContain('http://harbor.test/catalogue/dresses')
  expect(addresses).toContain('http://harbor.test/products/dress')
  expect(addresses).toContain('http://harbor.test/blog-detail/out')
  expect(addresses).toContain('http://harbor.test/information/Terms%20%26%20%3CRules%3E')
  const all = files.map((file) => file.xml).join()
  expect(all).toContain('<lastmod>2026-06-15</lastmod>')
  expect(all).not.toContain('takendown')
  expect(all).not.toContain('soon')
})

test('splits a long list into parts, with each address once, also while the list changes', async () => {
  const { db } = shop.shop
  const extra = Array.from({ length: 7 }, (_, index) => ({
    id: 1000 + index * 10,
    handle: `post-${index}`,
    title: 'Post',
    body: '',
    publishedAt: shop.clock.now(),
  }))
  await saveBlogPosts(db, extra)
  const listParts = async () =>
    (await readAddresses('/sitemap.xml')).addresses.filter((part) => part.includes('/sitemap/posts-'))
  const parts = await listParts()
  // With the existing post there are eight.
  expect(parts.map((part) => new URL(part).pathname)).toEqual([
    '/sitemap/posts-1.xml',
    '/sitemap/posts-1020.xml',
    '/sitemap/posts-1050.xml',
  ])
  const lists = await Promise.all(parts.map(async (part) => (await readAddresses(new URL(part).pathname)).addresses))
  expect(lists.map(({ length }) => length)).toEqual([3, 3, 2])
  expect(new Set(lists.flat()).size).toBe(8)

  // A part that a search engine remembers is still served when its first post is gone.
  await db.delete(blogPosts).where(eq(blogPosts.id, 1020))
  const { addresses } = await readAddresses('/sitemap/posts-1020.xml')
  expect(addresses).toEqual([3, 4, 5].map((index) => `http://harbor.test/blog-detail/post-${index}`))
  await db.delete(blogPosts).where(gte(blogPosts.id, 1000))
  expect(await listParts()).toEqual(['http://harbor.test/sitemap/posts-1.xml'])
})

test.each(['/sitemap/none.xml', '/sitemap/none-1.xml', '/sitemap/posts-x.xml', '/sitemap/constructor-1.xml'])(
  'answers 404 for the part %s',
  async (path) => {
    expect((await app.request(path)).status).toBe(404)
  },
)

test('shows robots the sitemap and excludes the API', async () => {
  expect(await (await app.request('/robots.txt')).text()).toBe(
    'User-agent: *\nDisallow: /rest/\nDisallow: /ajax-web/\nSitemap: http://harbor.test/sitemap.xml\n',
  )
})
