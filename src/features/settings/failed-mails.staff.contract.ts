import * as z from 'zod/mini'
import { defineStaffCall, defineStaffList, ListInput, StaffTime } from '#contract/calls/staff-call.ts'

export const FailedMail = z.object({
  id: z.string(),
  /** The kind of the mail in the queue, such as `order-paid`. */
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  /** The response of the mail server to the last attempt. */
  reason: z.string(),
  tries: z.int(),
  created_at: StaffTime,
  failed_at: StaffTime,
})
export type FailedMail = z.output<typeof FailedMail>

export const listFailedMails = defineStaffList({
  path: '/failed-mails',
  about:
    'Lists mails that failed after too many attempts, the oldest failure first. Mails whose text was deleted are not listed.',
  scope: 'settings:read',
  input: z.object({ limit: ListInput.limit, after: ListInput.after }),
  output: FailedMail,
})

export const sendMailAgain = defineStaffCall({
  method: 'POST',
  path: '/failed-mails/:id/retry',
  about: 'Sends a failed mail again. Its attempts are counted from zero.',
  scope: 'settings:write',
  input: z.object({ id: z.string().check(z.maxLength(50)) }),
  output: z.object({ id: z.string(), to: z.string(), subject: z.string() }),
})
