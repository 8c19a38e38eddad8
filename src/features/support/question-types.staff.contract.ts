import * as z from 'zod/mini'
import { filledText, RowId } from '#contract/calls/fields.ts'
import { defineStaffResource, StaffId } from '#contract/calls/staff-resources.ts'

const TypeFields = z.object({
  name: filledText(100),
  sort: z.int().check(z.gte(-100_000), z.lte(100_000)),
  is_active: z.boolean(),
})
/** Id of the parent type, at most three levels. Null at the top level. It cannot change, since tickets refer to the path. */
const ParentId = z.nullable(RowId)
export const StaffQuestionType = z.extend(TypeFields, { id: z.int(), parent_id: ParentId, level: z.int() })
export type StaffQuestionType = z.output<typeof StaffQuestionType>

export const {
  list: listQuestionTypes,
  get: getQuestionType,
  create: createQuestionType,
  edit: editQuestionType,
  remove: removeQuestionType,
} = defineStaffResource({
  path: '/question-types',
  key: 'id',
  keyType: StaffId,
  one: 'a question type',
  many: 'question types of the contact form',
  reads: 'settings:read',
  writes: 'settings:write',
  fields: TypeFields,
  create: z.extend(TypeFields, {
    parent_id: z._default(ParentId, null),
    sort: z._default(TypeFields.shape.sort, 0),
    is_active: z._default(z.boolean(), true),
  }),
  output: StaffQuestionType,
  example: { key: 6, create: { parent_id: 1, name: 'How do I wash it' }, edit: { sort: 9 } },
})
