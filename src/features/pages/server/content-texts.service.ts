import { and, eq, inArray, sql } from 'drizzle-orm'
import { chooseRequestLanguage } from '#features/settings/server/mail-words.service.ts'
import { languages } from '#features/settings/server/settings.tables.ts'
import { cacheValue } from '#server/cache/cached-values.ts'
import type { Database } from '#server/database/database.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import { contentTexts } from './pages.tables.ts'

export type Kind = 'page' | 'post'
export const idColumn = { page: 'pageId', post: 'postId' } as const
type Text = typeof contentTexts.$inferSelect
export type Reader = Pick<VisitorRequest, 'cookie' | 'header'>

/**
 * The languages with translations of any page or post. In most shops the set is empty, and then no query for texts is
 * needed.
 */
const readWritten = cacheValue([contentTexts, languages], async (db): Promise<Set<string>> => {
  const isWritten = sql`exists (select from ${contentTexts} where ${contentTexts.language} = ${languages.code})`
  const rows = await db.select({ code: languages.code }).from(languages).where(isWritten)
  return new Set(rows.map(({ code }) => code))
})

/**
 * Returns the texts of pages or posts in the reader's language, by id. Pages and posts without a translation have no
 * entry.
 */
export async function readTexts(db: Database, reader: Reader, kind: Kind, ids: number[]): Promise<Map<number, Text>> {
  const written = await readWritten(db)
  if (written.size === 0 || ids.length === 0) return new Map()
  const language = (await chooseRequestLanguage(db, reader))?.code
  if (language === undefined || !written.has(language)) return new Map()
  const column = contentTexts[idColumn[kind]]
  const rows = await db
    .select()
    .from(contentTexts)
    .where(and(inArray(column, ids), eq(contentTexts.language, language)))
  return new Map(rows.map((row) => [row[idColumn[kind]] ?? 0, row]))
}
