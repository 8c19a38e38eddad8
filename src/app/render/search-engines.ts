import { Readable } from 'node:stream'
import { and, asc, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { availability } from '#features/catalogue/catalogue.rules.ts'
import { products } from '#features/catalogue/server/catalogue.tables.ts'
import { listCategories } from '#features/catalogue/server/lists/product-list.service.ts'
import { blogPosts, informationPages } from '#features/pages/server/pages.tables.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import { catalogueLink, categoryLink, homeLink, productLink } from '#links/catalogue.links.ts'
import { blogLink, blogPostLink, informationLink } from '#links/pages.links.ts'
import { customerReviewsLink } from '#links/reviews.links.ts'
import { contactLink } from '#links/support.links.ts'
import type { Database } from '#server/database/database.ts'
import type { Shop } from '#server/shop.ts'

// 50,000: the limit of sitemaps.org for the addresses in one file.
const maxPartEntries = 50_000
// 2,000 rows per read, so that a file of any length takes the same memory.
const rowsAtOnce = 2_000
const hour = 'public, max-age=3600'

type Entry = { path: string; changedAt?: Date }
/**
 * A list that is too long for one sitemap file. Each part is named by its first id, so a sitemap index that a crawler has
 * cached stays valid.
 */
type LongList = {
  table: typeof products | typeof blogPosts
  changedAt: typeof products.createdAt | typeof blogPosts.publishedAt
  isShown: () => SQL
  toPath: (handle: string) => string
}

/** Serves `/robots.txt`, and `/sitemap.xml` with its parts. */
export function addSearchEngineFiles(app: Hono, shop: Shop, maxInPart = maxPartEntries): void {
  const longLists: Record<string, LongList> = {
    posts: {
      table: blogPosts,
      changedAt: blogPosts.publishedAt,
      isShown: () => lte(blogPosts.publishedAt, shop.clock.now()),
      toPath: blogPostLink,
    },
    products: {
      table: products,
      changedAt: products.createdAt,
      isShown: () => eq(products.status, availability.forSale),
      toPath: productLink,
    },
  }
  const xml = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': hour }

  app.get('/robots.txt', (c) => {
    const lines = [
      'User-agent: *',
      // Pages that search engines should not index contain a meta tag for this. A robot that is excluded here would
      // never see the tag.
      'Disallow: /rest/',
      'Disallow: /ajax-web/',
      `Sitemap: ${new URL('/sitemap.xml', shop.publicUrl).href}`,
    ]
    return c.text(`${lines.join('\n')}\n`, 200, { 'cache-control': hour })
  })
  app.get('/sitemap.xml', async (c) => {
    const parts = ['/sitemap/pages.xml']
    for (const [name, list] of Object.entries(longLists)) {
      for (const first of await listParts(shop.db, list, maxInPart)) parts.push(`/sitemap/${name}-${first}.xml`)
    }
    return c.body(writeIndex(shop.publicUrl, parts), 200, xml)
  })
  app.get('/sitemap/:part', async (c) => {
    if (c.req.param('part') === 'pages.xml') {
      return c.body(streamSitemap(shop.publicUrl, [await listPages(shop)]), 200, xml)
    }
    const [, name = '', first = ''] = /^([a-z]+)-(\d{1,9})\.xml$/.exec(c.req.param('part')) ?? []
    const list = Object.hasOwn(longLists, name) ? longLists[name] : undefined
    if (!list) return c.text('This could not be found', 404)
    return c.body(streamSitemap(shop.publicUrl, readPart(shop.db, list, Number(first), maxInPart)), 200, xml)
  })
}

/** Returns the short lists in one part. */
async function listPages({ db }: Shop): Promise<Entry[]> {
  const [reviewsSwitch, categories, pages] = await Promise.all([
    readSetting(db, 'reviews_switch'),
    listCategories(db),
    db
      .select({ title: informationPages.title, changedAt: informationPages.updatedAt })
      .from(informationPages)
      .orderBy(asc(informationPages.id)),
  ])
  return [
    ...[homeLink, catalogueLink, blogLink(), contactLink].map((path) => ({ path })),
    ...(reviewsSwitch === 'on' ? [{ path: customerReviewsLink }] : []),
    ...categories.map(({ code }) => ({ path: categoryLink(code) })),
    ...pages.map(({ title, changedAt }) => ({ path: informationLink(title), changedAt })),
  ]
}

/** Returns the first id of every part. */
async function listParts(db: Database, { table, isShown }: LongList, max: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from (
      select ${table.id} as id, row_number() over (order by ${table.id}) - 1 as place from ${table} where ${isShown()}
    ) as numbered
    where place % ${max} = 0 order by id`)
  return rows.map(({ id }) => id)
}

async function* readPart(db: Database, list: LongList, first: number, max: number): AsyncGenerator<Entry[]> {
  const { table, changedAt, isShown, toPath } = list
  for (let from = first, left = max; left > 0; ) {
    const rows = await db
      .select({ id: table.id, handle: table.handle, changedAt })
      .from(table)
      .where(and(gte(table.id, from), isShown()))
      .orderBy(asc(table.id))
      .limit(Math.min(rowsAtOnce, left))
    if (rows.length === 0) return
    yield rows.map((row) => ({ path: toPath(row.handle), changedAt: row.changedAt }))
    left -= rows.length
    from = (rows.at(-1)?.id ?? 0) + 1
  }
}

function toXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;')
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'
const xmlSpace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

function writeIndex(publicUrl: string, parts: string[]): string {
  const lines = parts.map((path) => `<sitemap><loc>${toXml(new URL(path, publicUrl).href)}</loc></sitemap>\n`)
  return `${xmlHead}<sitemapindex ${xmlSpace}>\n${lines.join('')}</sitemapindex>\n`
}

function streamSitemap(publicUrl: string, steps: Iterable<Entry[]> | AsyncIterable<Entry[]>): ReadableStream {
  async function* write() {
    yield `${xmlHead}<urlset ${xmlSpace}>\n`
    for await (const entries of steps) yield entries.map((entry) => writeEntry(publicUrl, entry)).join('')
    yield '</urlset>\n'
  }
  return Readable.toWeb(Readable.from(write(), { objectMode: false })) as ReadableStream
}

function writeEntry(publicUrl: string, { path, changedAt }: Entry): string {
  const day = changedAt ? `<lastmod>${changedAt.toISOString().slice(0, 10)}</lastmod>` : ''
  return `<url><loc>${toXml(new URL(path, publicUrl).href)}</loc>${day}</url>\n`
}
