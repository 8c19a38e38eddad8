import { and, eq, inArray, sql } from 'drizzle-orm'
import { chooseRequestLanguage } from '#features/settings/server/mail-words.service.ts'
import { languages } from '#features/settings/server/settings.tables.ts'
import { cacheValue } from '#server/cache/cached-values.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import { productTexts } from '../catalogue.tables.ts'

/**
 * The languages in which any product has texts. Most shops have no translated texts, and then no further query is
 * needed.
 */
const readWritten = cacheValue([productTexts, languages], async (db): Promise<Set<string>> => {
  const isWritten = sql`exists (select from ${productTexts} where ${productTexts.language} = ${languages.code})`
  const rows = await db.select({ code: languages.code }).from(languages).where(isWritten)
  return new Set(rows.map(({ code }) => code))
})

/** Returns products with name and description in the reader's language, if translated. */
export async function translateProducts<P extends { id: number; name: string; description?: string }>(
  { db }: Pick<Shop, 'db'>,
  request: Pick<VisitorRequest, 'cookie' | 'header'>,
  list: P[],
): Promise<P[]> {
  const written = await readWritten(db)
  if (written.size === 0 || list.length === 0) return list
  const language = (await chooseRequestLanguage(db, request))?.code
  if (language === undefined || !written.has(language)) return list
  const ids = list.map(({ id }) => id)
  const rows = await db
    .select()
    .from(productTexts)
    .where(and(inArray(productTexts.productId, ids), eq(productTexts.language, language)))
  const texts = new Map(rows.map((row) => [row.productId, row]))
  return list.map((product) => {
    const text = texts.get(product.id)
    if (!text) return product
    const hasDescription = product.description !== undefined && text.description !== ''
    return { ...product, name: text.name, ...(hasDescription && { description: text.description }) }
  })
}
