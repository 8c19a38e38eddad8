import * as z from 'zod/mini'
import { filledText } from '#contract/calls/fields.ts'
import { defineStaffCall } from '#contract/calls/staff-call.ts'
import { StaffJob } from '#features/staff/jobs.staff.contract.ts'
import { ReturnNo } from './returns.staff.contract.ts'

/**
 * Commands for many returns at once. Three commands make the same decision about every waiting item, and `assign` sets
 * the assignee.
 */
export const bulkCommands = ['approve', 'keep', 'reject', 'assign'] as const
export type BulkCommandName = (typeof bulkCommands)[number]
/** 200: above the number of returns that a person checks at once. */
export const returnsAtOnce = 200

export const changeReturns = defineStaffCall({
  method: 'POST',
  path: '/returns/bulk',
  about:
    'Starts a job that handles many returns, one after the other. The command either decides about all waiting items of each return, or assigns the return. The response is the job with its progress.',
  scope: 'returns:judge',
  input: z.object({
    command: z.enum(bulkCommands),
    numbers: z.array(ReturnNo).check(z.minLength(1), z.maxLength(returnsAtOnce)),
    /** Text for every shopper. Required for `reject`. */
    text: z.optional(filledText(500)),
    /** Template that the text began with. Its usage is counted for each return. */
    template: z.optional(filledText(50)),
    /** Assignee for `assign`: the id of a staff member, or `me`. Without it, the returns are unassigned. */
    assignee: z.optional(z.nullable(filledText(50))),
  }),
  output: StaffJob,
})
