import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import { handleResource } from '#server/http/staff/staff-resources.ts'
import type { Shop } from '#server/shop.ts'
import * as calls from '../return-reasons.staff.contract.ts'
import { returnReasons } from './returns.tables.ts'

/** Counts the items of the latest returns by reason. Each of the two tables is read by an index. */
async function countReasons({ db }: Shop): Promise<StaffOutput<typeof calls.getReasonShares>> {
  const { rows } = await db.execute<{ id: number; items: number; is_top: boolean }>(sql`
    with given as (
      select i.reason_id, i.child_reason_id
      from (select id from returns order by created_at desc, id desc limit ${calls.sharesOf}) t
      join return_items i on i.return_id = t.id)
    select reason_id as id, count(*)::int as items, true as is_top from given group by reason_id
    union all
    select child_reason_id, count(*)::int, false from given where child_reason_id is not null group by child_reason_id`)
  const items = rows.reduce((sum, row) => sum + (row.is_top ? row.items : 0), 0)
  return { items, reasons: rows.map(({ id, items: given }) => ({ id, items: given })) }
}

const reasonHandlers = handleResource(
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
        // Reasons have two levels: shoppers choose a category and then a specific reason.
        if (!parent || parent.parentId !== null || parent.id === after.id) {
          throw refuseFields({ parent_id: ['Choose a reason of the top level'] })
        }
      }
      const isOffered = (one: calls.ReturnReason | null) => one?.is_active && one.parent_id === null
      if (!before || !isOffered(before) || isOffered(after)) return
      const others = await db
        .select({ id: returnReasons.id })
        .from(returnReasons)
        .where(and(eq(returnReasons.isActive, true), isNull(returnReasons.parentId), ne(returnReasons.id, before.id)))
        .limit(1)
      if (others.length === 0) throw refuse('shop_needs_one', { message: 'The return form needs at least one reason.' })
    },
  },
)

export const returnReasonStaffHandlers: StaffHandler[] = [
  ...reasonHandlers,
  handleStaff(calls.getReasonShares, ({ shop }) => countReasons(shop)),
]
