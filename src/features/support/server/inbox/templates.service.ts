import { and, asc, desc, eq, getTableColumns, ilike, or, sql } from 'drizzle-orm'
import type { StaffPage, StaffParsed } from '#contract/calls/staff-call.ts'
import type {
  addTemplate,
  editTemplate,
  listTemplates,
  Template,
  TemplateRow,
} from '#features/support/inbox.staff.contract.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { readCursor, toPage, toPattern } from '#server/http/cursors.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { answerTemplates } from './inbox.tables.ts'

const maxTemplates = 1000
const { usedCount: _, ...columns } = getTableColumns(answerTemplates)

export async function readTemplates(
  { db }: Shop,
  { limit, after, q, area, language }: StaffParsed<typeof listTemplates>,
): Promise<StaffPage<TemplateRow>> {
  const cursor = readCursor(after, 'int', 'text')
  const beyond = cursor
    ? sql`(-${answerTemplates.usedCount}, ${answerTemplates.id}) > (${-cursor[0]}, ${cursor[1]})`
    : undefined
  const condition = and(
    area ? eq(answerTemplates.area, area) : undefined,
    language ? eq(answerTemplates.language, language) : undefined,
    q ? or(ilike(answerTemplates.name, toPattern(q)), ilike(answerTemplates.body, toPattern(q))) : undefined,
  )
  const rows = await db
    .select()
    .from(answerTemplates)
    .where(and(condition, beyond))
    .orderBy(desc(answerTemplates.usedCount), asc(answerTemplates.id))
    .limit(limit + 1)
  const total = await db.$count(answerTemplates, condition)
  return toPage(rows, {
    limit,
    total,
    cursorOf: ({ usedCount, id }) => [usedCount, id],
    show: ({ usedCount, ...row }) => ({ ...row, used: usedCount }),
  })
}

export async function findTemplate({ db }: Shop, id: string): Promise<Template> {
  const [found] = await db.select(columns).from(answerTemplates).where(eq(answerTemplates.id, id))
  if (!found) throw refuse('not_found')
  return found
}

export async function createTemplate({ db }: Shop, fields: StaffParsed<typeof addTemplate>): Promise<Template> {
  if ((await db.$count(answerTemplates)) >= maxTemplates) {
    throw refuse('too_many', { message: `A shop can have at most ${maxTemplates} templates.` })
  }
  const [made] = await db
    .insert(answerTemplates)
    .values({ id: newId(), ...fields })
    .onConflictDoNothing()
    .returning(columns)
  if (!made) throw refuse('exists_already', { message: 'A template with this name already exists in this language.' })
  return made
}

export async function changeTemplate(
  shop: Shop,
  { id, ...fields }: StaffParsed<typeof editTemplate>,
): Promise<Template> {
  const input = { ...(await findTemplate(shop, id)), ...fields }
  const { area, name, language } = input
  const isTaken = sql`${answerTemplates.area} = ${area} and ${answerTemplates.name} = ${name}
    and ${answerTemplates.language} = ${language} and ${answerTemplates.id} <> ${id}`
  if ((await shop.db.$count(answerTemplates, isTaken)) > 0) {
    throw refuse('exists_already', { message: 'A template with this name already exists in this language.' })
  }
  await shop.db.update(answerTemplates).set(input).where(eq(answerTemplates.id, id))
  return input
}

export async function deleteTemplate({ db }: Shop, id: string): Promise<void> {
  await db.delete(answerTemplates).where(eq(answerTemplates.id, id))
}

/** Counts the use of a template. A removed template is ignored. */
export async function countTemplate(db: Database, id: string): Promise<void> {
  await db
    .update(answerTemplates)
    .set({ usedCount: sql`${answerTemplates.usedCount} + 1` })
    .where(eq(answerTemplates.id, id))
}
