import { and, desc, eq, lt } from 'drizzle-orm'
import { toStaffTime } from '#contract/calls/staff-call.ts'
import { listLanguages } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import { readCursor, toPage } from '#server/http/cursors.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import { lockForWriting } from '#server/http/staff/staff-resources.ts'
import * as calls from '../texts.staff.contract.ts'
import { idColumn, type Kind } from './content-texts.service.ts'
import { isInLanguage, isOfContent, readLastPublished, saveVersion } from './content-versions.service.ts'
import { blogPosts, contentTexts, contentVersions, informationPages } from './pages.tables.ts'

const owners = { page: informationPages, post: blogPosts }

async function checkOwner(db: Database, kind: Kind, id: number): Promise<void> {
  const table = owners[kind]
  const [found] = await db.select({ id: table.id }).from(table).where(eq(table.id, id))
  if (!found) throw refuse('not_found')
}

const isText = (kind: Kind, id: number, language: string) =>
  and(eq(contentTexts[idColumn[kind]], id), eq(contentTexts.language, language))

async function findText(db: Database, kind: Kind, id: number, language: string): Promise<calls.ContentText | null> {
  const { title, summary, body } = contentTexts
  const [text] = await db
    .select({ language: contentTexts.language, title, summary, body })
    .from(contentTexts)
    .where(isText(kind, id, language))
  return text ?? null
}

async function getText(db: Database, kind: Kind, id: number, language: string): Promise<calls.ContentText> {
  const text = await findText(db, kind, id, language)
  if (!text) throw refuse('not_found')
  return text
}

async function lockAndFind(db: Database, kind: Kind, id: number, language: string) {
  await lockForWriting(db, contentTexts)
  return findText(db, kind, id, language)
}

async function listWritten(db: Database, kind: Kind, id: number): Promise<calls.WrittenLanguage[]> {
  await checkOwner(db, kind, id)
  const [offered, rows, published] = await Promise.all([
    listLanguages(db),
    db.select({ language: contentTexts.language }).from(contentTexts).where(eq(contentTexts[idColumn[kind]], id)),
    readLastPublished(db, kind, id),
  ])
  return offered.map(({ code, name, english_name, direction }, at) => {
    const isOwn = at === 0
    const last = published.get(isOwn ? '' : code)
    const isWritten = isOwn || rows.some(({ language }) => language === code)
    return {
      ...{ language: code, name, english_name, direction, is_own: isOwn, is_written: isWritten },
      published_at: last && isWritten ? toStaffTime(last.at) : null,
      published_by: (isWritten && last?.by) || '',
    }
  })
}

const toVersion = ({ id, language, title, publishedAt, publishedBy }: typeof contentVersions.$inferSelect) => ({
  ...{ id, language, title, published_by: publishedBy },
  published_at: toStaffTime(publishedAt),
})

type TextCalls = Pick<
  typeof calls,
  'listPageTexts' | 'getPageText' | 'savePageText' | 'removePageText' | 'listPageVersions' | 'getPageVersion'
>

function handleTexts(kind: Kind, of: TextCalls): StaffHandler[] {
  return [
    handleStaff(of.listPageTexts, async ({ shop: { db }, input: { id, limit, after } }) => {
      const all = await listWritten(db, kind, id)
      const from = readCursor(after, 'int')?.[0] ?? 0
      const rows = all.map((one, at) => ({ ...one, at: at + 1 })).filter(({ at }) => at > from)
      return toPage(rows.slice(0, limit + 1), {
        ...{ limit, total: all.length },
        cursorOf: ({ at }) => [at],
        show: ({ at: _, ...one }) => one,
      })
    }),
    handleStaff(of.getPageText, ({ shop: { db }, input }) => getText(db, kind, input.id, input.language)),
    handleStaff(
      of.savePageText,
      async ({ shop, actor, input: { id, language, ...words } }) => {
        const { db } = shop
        await checkOwner(db, kind, id)
        const offered = await listLanguages(db)
        const at = offered.findIndex(({ code }) => code === language)
        if (at < 0) throw refuseFields({ language: [`This shop does not have the language ${language}.`] })
        if (at === 0) throw refuseFields({ language: [`This is the original language of the ${kind}.`] })
        const before = await findText(db, kind, id, language)
        if (before)
          await db
            .update(contentTexts)
            .set(words)
            .where(isText(kind, id, language))
        else await db.insert(contentTexts).values({ [idColumn[kind]]: id, language, ...words })
        await saveVersion(shop, {
          ...{ kind, id, language, after: words, by: actor.name },
          before: before && { ...before, publishedAt: null },
        })
        return getText(db, kind, id, language)
      },
      { resource: ({ shop, input }) => lockAndFind(shop.db, kind, input.id, input.language) },
    ),
    handleStaff(
      of.removePageText,
      async ({ shop: { db }, input: { id, language } }) => {
        await getText(db, kind, id, language)
        await db.delete(contentTexts).where(isText(kind, id, language))
      },
      { resource: ({ shop, input }) => lockAndFind(shop.db, kind, input.id, input.language) },
    ),
    handleStaff(of.listPageVersions, async ({ shop: { db }, input: { id, language, limit, after } }) => {
      await checkOwner(db, kind, id)
      const [own] = await listLanguages(db)
      const cursor = readCursor(after, 'int')
      const condition = and(
        isOfContent(kind, id),
        language ? isInLanguage(language === own?.code ? null : language) : undefined,
      )
      const rows = await db
        .select()
        .from(contentVersions)
        .where(and(condition, cursor ? lt(contentVersions.id, cursor[0]) : undefined))
        .orderBy(desc(contentVersions.id))
        .limit(limit + 1)
      return toPage(rows, { limit, total: null, cursorOf: (row) => [row.id], show: toVersion })
    }),
    handleStaff(of.getPageVersion, async ({ shop: { db }, input: { id, version } }) => {
      const [row] = await db
        .select()
        .from(contentVersions)
        .where(and(isOfContent(kind, id), eq(contentVersions.id, version)))
      if (!row) throw refuse('not_found')
      const { summary, body } = row
      return { ...toVersion(row), summary, body }
    }),
  ]
}

export const textStaffHandlers: StaffHandler[] = [
  ...handleTexts('page', calls),
  ...handleTexts('post', {
    listPageTexts: calls.listPostTexts,
    getPageText: calls.getPostText,
    savePageText: calls.savePostText,
    removePageText: calls.removePostText,
    listPageVersions: calls.listPostVersions,
    getPageVersion: calls.getPostVersion,
  }),
]
