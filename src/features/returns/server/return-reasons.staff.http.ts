import { and, eq, isNull, ne } from 'drizzle-orm'
import { refuse, refuseFields } from '#server/refuse.ts'
import type { StaffHandler } from '#server/staff-http.ts'
import { handleThings } from '#server/staff-things.ts'
import * as calls from '../return-reasons.staff.contract.ts'
import { returnReasons } from './returns.tables.ts'

export const returnReasonStaffHandlers: StaffHandler[] = handleThings(
  {
    list: calls.listReturnReasons,
    get: calls.getReturnReason,
    create: calls.createReturnReason,
    edit: calls.editReturnReason,
    remove: calls.removeReturnReason,
  },
  {
    table: returnReasons,
    key: 'id',
    isNumbered: true,
    column: returnReasons.id,
    searched: [returnReasons.reason, returnReasons.code],
    show: ({ parentId, isActive, ...row }: typeof returnReasons.$inferSelect): calls.ReturnReason => ({
      ...row,
      parent_id: parentId,
      is_active: isActive,
    }),
    toRow: ({ parent_id, is_active, ...row }) => ({ ...row, parentId: parent_id, isActive: is_active }),
    check: async ({ db }, { before, after }) => {
      if (after && after.parent_id !== null) {
        const [parent] = await db.select().from(returnReasons).where(eq(returnReasons.id, after.parent_id))
        // Shoppers choose a reason and then one below it: there is no third level.
        if (!parent || parent.parentId !== null || parent.id === after.id) {
          throw refuseFields({ parent_id: ['Take a reason of the first level'] })
        }
      }
      const isOffered = (one: calls.ReturnReason | null) => one?.is_active && one.parent_id === null
      if (!before || !isOffered(before) || isOffered(after)) return
      const others = await db
        .select({ id: returnReasons.id })
        .from(returnReasons)
        .where(and(eq(returnReasons.isActive, true), isNull(returnReasons.parentId), ne(returnReasons.id, before.id)))
        .limit(1)
      if (others.length === 0) throw refuse('shop_needs_one', { message: 'Nothing could be sent back any more.' })
    },
  },
)
