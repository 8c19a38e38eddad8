import type { Context } from 'hono'
import { CallRefused } from '#contract/calls/call.ts'
import { type Problem, StaffProblem } from '#contract/calls/staff-call.ts'
import { toContentStatus } from '../compress.ts'
import { allRefusals, Refused } from '../refuse.ts'

/** Returns the address of a code in the reference. */
const problemType = (code: string) => `/docs/staff-api#${code}`

/** Turns a refusal into a problem of RFC 9457. Throws any other error. */
export function toProblem(error: unknown): { problem: Problem; retryAfter?: number | undefined } {
  if (error instanceof StaffProblem) return { problem: error.problem }
  if (!(error instanceof CallRefused)) throw error
  const { code, message, errors } = error.refusal
  const [known, title] = code === 'unknown' ? [error.status, message] : allRefusals[code]
  // Some refusals of the shop have HTTP status 200, because the body carries the error.
  const status = known < 400 ? 409 : known
  const fields = Object.entries(errors ?? {}).flatMap(([field, details]) =>
    details.map((detail) => ({ field, code: 'custom', detail })),
  )
  return {
    problem: {
      type: problemType(code),
      title,
      status,
      code,
      ...(message !== title && { detail: message }),
      ...(fields.length > 0 && { errors: fields }),
    },
    retryAfter: error instanceof Refused ? error.retryAfter : undefined,
  }
}

export function sendProblem(c: Context, problem: Problem): Response {
  const requestId: string | undefined = c.get('requestId')
  const body = JSON.stringify({ ...problem, ...(requestId && { request_id: requestId }) })
  return c.body(body, toContentStatus(problem.status), { 'content-type': 'application/problem+json' })
}
