import { asc, desc, eq, lte } from 'drizzle-orm'
import type { Hono, MiddlewareHandler } from 'hono'
import { products } from '#features/catalogue/server/catalogue.tables.ts'
import { listCategories } from '#features/catalogue/server/product-list.service.ts'
import { blogPosts, informationPages } from '#features/pages/server/pages.tables.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import type { Shop } from '#server/shop.ts'

// One file of a sitemap holds 50,000 addresses at most; the newest products have the most to gain from it.
const mostProducts = 45_000
const hour = 'public, max-age=3600'

/** Pages of one shopper, searches and forms: nobody should come to them from a search engine. */
const hiddenPaths = /^\/(?:account|return|returndetail|order-query|checkout|payment|cart|search|menu|gallery)(?:\/|$)/

type Entry = { path: string; changedAt?: Date }

/** `/robots.txt` and `/sitemap.xml`. */
export function addSearchEngineFiles(app: Hono, shop: Shop): void {
  app.get('/robots.txt', (c) => {
    const lines = [
      'User-agent: *',
      // The pages that are not for search engines say so themselves; whoever may not read them would never know.
      'Disallow: /rest/',
      'Disallow: /ajax-web/',
      `Sitemap: ${new URL('/sitemap.xml', shop.publicUrl).href}`,
    ]
    return c.text(`${lines.join('\n')}\n`, 200, { 'cache-control': hour })
  })
  app.get('/sitemap.xml', async (c) => {
    const xml = writeSitemap(shop.publicUrl, await listEntries(shop))
    return c.body(xml, 200, { 'content-type': 'application/xml; charset=utf-8', 'cache-control': hour })
  })
}

/** Tells search engines on the way out which pages to forget. */
export function hideFromSearchEngines(): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (hiddenPaths.test(c.req.path)) c.header('x-robots-tag', 'noindex')
  }
}

async function listEntries({ db, clock }: Shop): Promise<Entry[]> {
  const [reviewsSwitch, categories, pages, posts, wares] = await Promise.all([
    readSetting(db, 'reviews_switch'),
    listCategories(db),
    db
      .select({ title: informationPages.title, changedAt: informationPages.updatedAt })
      .from(informationPages)
      .orderBy(asc(informationPages.id)),
    db
      .select({ handle: blogPosts.handle, changedAt: blogPosts.publishedAt })
      .from(blogPosts)
      .where(lte(blogPosts.publishedAt, clock.now()))
      .orderBy(desc(blogPosts.publishedAt)),
    db
      .select({ handle: products.handle, changedAt: products.createdAt })
      .from(products)
      .where(eq(products.status, 1))
      .orderBy(desc(products.createdAt), desc(products.id))
      .limit(mostProducts),
  ])
  return [
    ...['/', '/catalogue', '/blog', '/contact-us'].map((path) => ({ path })),
    ...(reviewsSwitch === 'on' ? [{ path: '/customer-reviews' }] : []),
    ...categories.map(({ code }) => ({ path: `/catalogue/${code}` })),
    ...pages.map(({ title, changedAt }) => ({ path: `/information/${encodeURIComponent(title)}`, changedAt })),
    ...posts.map(({ handle, changedAt }) => ({ path: `/blog-detail/${encodeURIComponent(handle)}`, changedAt })),
    ...wares.map(({ handle, changedAt }) => ({ path: `/products/${handle}`, changedAt })),
  ]
}

/** As sitemaps.org has it. */
function writeSitemap(publicUrl: string, entries: Entry[]): string {
  const toXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;')
  const urls = entries.map(({ path, changedAt }) => {
    const day = changedAt ? `<lastmod>${changedAt.toISOString().slice(0, 10)}</lastmod>` : ''
    return `<url><loc>${toXml(new URL(path, publicUrl).href)}</loc>${day}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}
