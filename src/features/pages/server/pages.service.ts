import { and, count, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import { type Pagination, toPagination } from '#contract/calls/fields.ts'
import { legalTitles } from '#contract/text/legal-titles.ts'
import { toWireTime } from '#contract/times/times.ts'
import { products } from '#features/catalogue/server/catalogue.tables.ts'
import { renderMarkdown } from '#features/settings/markdown.rules.ts'
import { cacheValue } from '#server/cache/cached-values.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import type { BlogCard, BlogPost, InformationPage, ProductTest } from '../pages.contract.ts'
import { type Reader, readTexts } from './content-texts.service.ts'
import { blogPosts, informationPages, productTests } from './pages.tables.ts'

/**
 * Returns an information page by title. An exact match takes precedence. Otherwise case is ignored, because people type
 * these links by hand.
 */
export async function getInformationPage(db: Database, reader: Reader, title: string): Promise<InformationPage> {
  const [page] = await db
    .select()
    .from(informationPages)
    .where(sql`lower(${informationPages.title}) = lower(${title})`)
    .orderBy(sql`${informationPages.title} = ${title} desc`)
    .limit(1)
  if (!page) throw refuse('not_found')
  const text = (await readTexts(db, reader, 'page', [page.id])).get(page.id)
  const { body } = text ?? page
  return {
    title: text?.title ?? page.title,
    own_title: page.title,
    description: text?.summary ?? page.description,
    body,
    html: renderMarkdown(body),
    updated_at: toWireTime(page.updatedAt),
  }
}

/** Returns the titles of the legal pages that the shop has published, in lower case. */
export const listLegalPages = cacheValue([informationPages], async (db): Promise<string[]> => {
  const lowercaseTitles = Object.values(legalTitles).map((title) => title.toLowerCase())
  const title = sql<string>`lower(${informationPages.title})`
  const found = await db.selectDistinct({ title }).from(informationPages).where(inArray(title, lowercaseTitles))
  return found.map((row) => row.title)
})

/** Returns whether the shop has both its terms and its privacy notice. If so, forms link to both pages. */
export async function hasLegalPages(db: Database): Promise<boolean> {
  return (await listLegalPages(db)).length === Object.values(legalTitles).length
}

const cardColumns = {
  id: blogPosts.id,
  handle: blogPosts.handle,
  title: blogPosts.title,
  summary: blogPosts.summary,
  image: blogPosts.image,
  author: blogPosts.author,
  publishedAt: blogPosts.publishedAt,
}

type CardRow = Omit<BlogCard, 'published_at'> & { id: number; publishedAt: Date }

function toCard({ id: _, publishedAt, ...card }: CardRow, text?: { title: string; summary: string }): BlogCard {
  const { title, summary } = text ?? card
  return { ...card, title, summary, published_at: toWireTime(publishedAt) }
}

/** Returns published posts. Scheduled posts are left out. */
export async function listBlogPosts(
  { db, clock }: Shop,
  reader: Reader,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: BlogCard[]; meta: { pagination: Pagination } }> {
  const isPublished = lte(blogPosts.publishedAt, clock.now())
  const [rows, [counted]] = await Promise.all([
    db
      .select(cardColumns)
      .from(blogPosts)
      .where(isPublished)
      .orderBy(desc(blogPosts.publishedAt), desc(blogPosts.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(blogPosts).where(isPublished),
  ])
  const texts = await readTexts(
    db,
    reader,
    'post',
    rows.map(({ id }) => id),
  )
  const data = rows.map((row) => toCard(row, texts.get(row.id)))
  return { data, meta: { pagination: toPagination(page, limit, counted?.total ?? 0) } }
}

export async function getBlogPost({ db, clock }: Shop, reader: Reader, handle: string): Promise<BlogPost> {
  const [row] = await db
    .select({ ...cardColumns, body: blogPosts.body })
    .from(blogPosts)
    .where(and(eq(blogPosts.handle, handle), lte(blogPosts.publishedAt, clock.now())))
  if (!row) throw refuse('not_found')
  const text = (await readTexts(db, reader, 'post', [row.id])).get(row.id)
  const { body: own, ...card } = row
  const body = text?.body ?? own
  return { ...toCard(card, text), body, html: renderMarkdown(body) }
}

export async function getProductTest({ db, clock }: Shop, id: number): Promise<ProductTest> {
  const now = clock.now()
  const [row] = await db
    .select({ test: productTests, product: { handle: products.handle, name: products.name } })
    .from(productTests)
    .leftJoin(products, and(eq(products.id, productTests.productId), products.wasPublished))
    .where(and(eq(productTests.id, id), lte(productTests.startsAt, now)))
  if (!row) throw refuse('not_found')
  const { title, body, image, isOpen, startsAt, endsAt } = row.test
  return {
    id,
    title,
    body,
    html: renderMarkdown(body),
    image,
    is_open: isOpen && (endsAt === null || endsAt > now),
    starts_at: toWireTime(startsAt),
    ends_at: endsAt && toWireTime(endsAt),
    product: row.product,
  }
}
