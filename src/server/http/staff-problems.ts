import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { CallRefused } from '#contract/calls/call.ts'
import { refusals } from '#contract/calls/refusals.ts'
import { type Problem, StaffProblem } from '#contract/calls/staff-call.ts'
import { staffRefusals } from '#contract/calls/staff-refusals.ts'
import { Refused } from './refuse.ts'

/** Where the reference explains a code. */
export const problemType = (code: string) => `/docs/staff-api#${code}`

/** A no in the words of RFC 9457. A fault of ours is thrown on: whoever mounts the API tells it. */
export function toProblem(error: unknown): { problem: Problem; retryAfter?: number | undefined } {
  if (error instanceof StaffProblem) return { problem: error.problem }
  if (!(error instanceof CallRefused)) throw error
  const { code, message, errors } = error.refusal
  const [known, title] = { ...refusals, ...staffRefusals }[code as keyof typeof refusals] ?? [error.status, message]
  // Some refusals of the shop travel with 200, because its wire says so in the body.
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
  return c.body(body, problem.status as ContentfulStatusCode, { 'content-type': 'application/problem+json' })
}
