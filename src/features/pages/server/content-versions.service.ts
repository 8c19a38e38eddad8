import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import type { Shop } from '#server/shop.ts'
import { idColumn, type Kind } from './content-texts.service.ts'
import { contentVersions } from './pages.tables.ts'

/** 50: the number of stored versions per page or post, in all languages together. */
export const maxVersions = 50

export type Words = { title: string; summary: string; body: string }
export type Published = {
  kind: Kind
  id: number
  /** The language code, or null for the text in the shop's first language. */
  language: string | null
  before: (Words & { publishedAt: Date | null }) | null
  after: Words
  by: string
}

export const isOfContent = (kind: Kind, id: number) => eq(contentVersions[idColumn[kind]], id)
export const isInLanguage = (language: string | null) =>
  language === null ? isNull(contentVersions.language) : eq(contentVersions.language, language)

const isSame = (a: Words, b: Words) => a.title === b.title && a.summary === b.summary && a.body === b.body

/** Stores a version of the published text. The first change also stores the earlier text as a version. */
export async function saveVersion({ db, clock }: Shop, published: Published): Promise<void> {
  const { kind, id, language, before, after, by } = published
  if (before && isSame(before, after)) return
  const common = { [idColumn[kind]]: id, language }
  const [known] = await db
    .select({ id: contentVersions.id })
    .from(contentVersions)
    .where(and(isOfContent(kind, id), isInLanguage(language)))
    .limit(1)
  const now = clock.now()
  const first = !known && before ? [{ ...common, ...toWords(before), publishedAt: before.publishedAt ?? now }] : []
  await db
    .insert(contentVersions)
    .values([...first, { ...common, ...toWords(after), publishedAt: now, publishedBy: by }])
  await deleteOldVersions(db, kind, id)
}

const toWords = ({ title, summary, body }: Words): Words => ({ title, summary, body })

async function deleteOldVersions(db: Database, kind: Kind, id: number): Promise<void> {
  const [oldest] = await db
    .select({ id: contentVersions.id })
    .from(contentVersions)
    .where(isOfContent(kind, id))
    .orderBy(desc(contentVersions.id))
    .offset(maxVersions - 1)
    .limit(1)
  if (oldest) await db.delete(contentVersions).where(and(isOfContent(kind, id), lt(contentVersions.id, oldest.id)))
}

/** Returns the author and time of the current text by language. The empty key represents the shop's first language. */
export async function readLastPublished(db: Database, kind: Kind, id: number) {
  const language = sql<string>`coalesce(${contentVersions.language}, '')`
  const rows = await db
    .selectDistinctOn([language], {
      language,
      at: contentVersions.publishedAt,
      by: contentVersions.publishedBy,
    })
    .from(contentVersions)
    .where(isOfContent(kind, id))
    .orderBy(language, desc(contentVersions.id))
  return new Map(rows.map((row) => [row.language, row]))
}
