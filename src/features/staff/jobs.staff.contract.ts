import * as z from 'zod/mini'
import { defineStaffCall, StaffTime } from '#contract/calls/staff-call.ts'

export const StaffJob = z.object({
  id: z.string(),
  call: z.string(),
  state: z.enum(['waiting', 'working', 'done']),
  total: z.int(),
  /** Number of processed entries, including refused ones. */
  done: z.int(),
  refused: z.array(z.object({ number: z.string(), code: z.string(), detail: z.string() })),
  started_by: z.string(),
  created_at: StaffTime,
  ended_at: z.nullable(StaffTime),
})
export type StaffJob = z.output<typeof StaffJob>

export const getJob = defineStaffCall({
  method: 'GET',
  path: '/jobs/:id',
  about:
    'Returns the progress of a job, and its refused numbers with their reasons. Only its creator and owners can read a job.',
  scope: 'signed-in',
  input: z.object({ id: z.string().check(z.maxLength(40)) }),
  output: StaffJob,
})
