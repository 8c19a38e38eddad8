import { StaffProblem } from '#contract/calls/staff-call.ts'
import { findJobActor, type JobRow, runJobs } from '#features/staff/server/work/staff-jobs.service.ts'
import { createStaffCalls } from '#server/http/staff/staff-http.ts'
import type { Shop } from '#server/shop.ts'
import { createStaffApiParts, staffApiHandlers } from '../staff-api.ts'

/** Makes the calls of jobs. Each call runs as the member who started the job, with its own audit row. */
export function runStaffJobs(shop: Shop): Promise<number> {
  return runJobs(shop, (db, job, number) => makeCall({ ...shop, db }, job, number))
}

async function makeCall(shop: Shop, job: JobRow, number: string): Promise<{ code: string; detail: string } | null> {
  const actor = await findJobActor(shop, job)
  if (!actor) return { code: 'not_allowed', detail: 'The staff member who started the job is no longer active.' }
  const handler = staffApiHandlers.find(({ call }) => `${call.method} ${call.path}` === job.call)
  if (!handler) return { code: 'not_found', detail: 'This endpoint no longer exists.' }
  const call = createStaffCalls(staffApiHandlers, createStaffApiParts(shop), actor)
  try {
    await call(handler.call, { ...job.input, ...job.inputs[number], no: number })
    return null
  } catch (error) {
    if (error instanceof StaffProblem) {
      const { code, title, detail = title } = error.problem
      return { code, detail }
    }
    // A failed call does not stop the other calls. The writes of the failed call are rolled back.
    shop.log.error('a step of a job failed', { jobId: job.id, number, error })
    return { code: 'failed', detail: 'Something went wrong. See the server log.' }
  }
}
