import { and, eq, ne } from 'drizzle-orm'
import { fixedTypeIds } from '#features/support/contact.rules.ts'
import * as calls from '#features/support/question-types.staff.contract.ts'
import type { Database } from '#server/database/database.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { StaffHandler } from '#server/http/staff/staff-handler.ts'
import { handleResource } from '#server/http/staff/staff-resources.ts'
import { problemTypes } from './contact.tables.ts'

const maxLevels = 3

export const questionTypeStaffHandlers: StaffHandler[] = handleResource(
  {
    list: calls.listQuestionTypes,
    get: calls.getQuestionType,
    create: calls.createQuestionType,
    edit: calls.editQuestionType,
    remove: calls.removeQuestionType,
  },
  {
    table: problemTypes,
    key: 'id',
    isNumbered: true,
    column: problemTypes.id,
    searched: [problemTypes.name],
    show: ({ parentId, isActive, ...row }: typeof problemTypes.$inferSelect): calls.StaffQuestionType => ({
      ...row,
      parent_id: parentId,
      is_active: isActive,
    }),
    toRow: async ({ parent_id, is_active, ...row }, { db }) => ({
      ...row,
      level: await findLevel(db, parent_id),
      parentId: parent_id,
      isActive: is_active,
    }),
    check: async ({ db }, { before, after }) => {
      if (!before) return
      if (!after && fixedTypeIds.includes(before.id)) throw refuse('shop_needs_this')
      const isOffered = (one: calls.StaffQuestionType | null) => one?.is_active && one.level === 1
      if (!isOffered(before) || isOffered(after)) return
      const others = await db
        .select({ id: problemTypes.id })
        .from(problemTypes)
        .where(and(eq(problemTypes.isActive, true), eq(problemTypes.level, 1), ne(problemTypes.id, before.id)))
        .limit(1)
      if (others.length === 0)
        throw refuse('shop_needs_one', { message: 'The contact form needs at least one question type.' })
    },
  },
)

async function findLevel(db: Database, parentId: number | null): Promise<number> {
  if (parentId === null) return 1
  const [parent] = await db.select().from(problemTypes).where(eq(problemTypes.id, parentId))
  if (!parent || parent.level >= maxLevels) {
    throw refuseFields({ parent_id: [`Choose a type of the first ${maxLevels - 1} levels`] })
  }
  return parent.level + 1
}
