import * as z from 'zod/mini'
import { filledText } from '#contract/calls/fields.ts'
import { defineStaffCall } from '#contract/calls/staff-call.ts'
import { StaffJob } from '#features/staff/jobs.staff.contract.ts'
import { ReturnNo } from './returns.staff.contract.ts'

/** What can be done with many returns at once: the same about every item that waits for an answer, or who looks after them. */
export const bulkCommands = ['approve', 'keep', 'reject', 'assign'] as const
export type BulkCommandName = (typeof bulkCommands)[number]
/** As many as somebody looks through in one go. */
export const returnsAtOnce = 200

export const changeReturns = defineStaffCall({
  method: 'POST',
  path: '/returns/bulk',
  about:
    'The same decision about every item that waits for one, of many returns, one after the other; or who looks after them. Answers a job that says how far it is.',
  scope: 'returns:judge',
  input: z.object({
    command: z.enum(bulkCommands),
    numbers: z.array(ReturnNo).check(z.minLength(1), z.maxLength(returnsAtOnce)),
    /** For `reject`, which needs it: what every shopper will read. */
    text: z.optional(filledText(500)),
    /** The template that the words began with: it is counted for each return. */
    template: z.optional(filledText(50)),
    /** For `assign`: the id of somebody who works here, or `me`; without it they are everybody's again. */
    assignee: z.optional(z.nullable(filledText(50))),
  }),
  output: StaffJob,
})
