import * as z from 'zod/mini'
import { filledText, RowId } from '#contract/calls/fields.ts'
import { defineStaffCall } from '#contract/calls/staff-call.ts'
import { defineStaffResource, StaffId } from '#contract/calls/staff-resources.ts'

const ReasonFields = z.object({
  /** Id of the parent reason. Null at the top level. */
  parent_id: z.nullable(RowId),
  reason: filledText(100),
  sort: z.int().check(z.gte(-100_000), z.lte(100_000)),
  is_active: z.boolean(),
})
/** Code of a reason. `others`, and any code that ends in `_others`, makes the description required. */
const Code = z.string().check(z.regex(/^[a-z0-9]+(?:_[a-z0-9]+)*$/), z.maxLength(60))
export const ReturnReason = z.extend(ReasonFields, { id: z.int(), code: Code })
export type ReturnReason = z.output<typeof ReturnReason>

export const {
  list: listReturnReasons,
  get: getReturnReason,
  create: createReturnReason,
  edit: editReturnReason,
  remove: removeReturnReason,
} = defineStaffResource({
  path: '/return-reasons',
  key: 'id',
  keyType: StaffId,
  one: 'a return reason',
  many: 'return reasons',
  reads: 'settings:read',
  writes: 'settings:write',
  fields: ReasonFields,
  create: z.extend(ReasonFields, {
    code: Code,
    parent_id: z._default(z.nullable(RowId), null),
    sort: z._default(ReasonFields.shape.sort, 0),
    is_active: z._default(z.boolean(), true),
  }),
  output: ReturnReason,
  example: { key: 1, create: { code: 'arrived_late', reason: 'Arrived too late' }, edit: { sort: 9 } },
})

/** 500: the latest items only, because reasons change with the products that are sold. */
export const sharesOf = 500

export const getReasonShares = defineStaffCall({
  method: 'GET',
  path: '/return-reason-shares',
  about:
    'Returns the number of items for each return reason in the latest 500 returns. Items with a specific reason are also counted for its parent reason.',
  scope: 'settings:read',
  input: z.object({}),
  output: z.object({
    items: z.int(),
    reasons: z.array(z.object({ id: z.int(), items: z.int() })),
  }),
  example: { input: {} },
})
