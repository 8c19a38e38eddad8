import { CallRefused } from '#contract/call.ts'

/** Every way to say no: code → HTTP status and the message shown to people (an id of the catalogues). */
const refusals = {
  invalid_input: [422, 'Please check the marked fields'],
  malformed: [400, 'The request could not be read'],
  too_large: [413, 'The request is too large'],
  not_signed_in: [401, 'Please sign in'],
  foreign_origin: [403, 'This request came from another site'],
  not_found: [404, 'This is not here'],
  too_many: [429, 'Too many tries. Please wait a little and try again.'],
  still_working: [409, 'The same request is still being worked on'],
  key_reused: [422, 'This Idempotency-Key was used for another request'],
  wrong_password: [401, 'The email or the password is not right'],
  email_taken: [409, 'This email address already has an account. Please log in instead.'],
  reset_expired: [422, 'This link has expired. Please ask for a new one.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type RefusalCode = keyof typeof refusals
export const refusalMessages: string[] = Object.values(refusals).map(([, message]) => message)

type Details = { errors?: Record<string, string[]>; message?: string; retryAfter?: number }

/** A no of the server: `throw refuse('return_window_closed')`. */
export class Refused extends CallRefused {
  readonly retryAfter: number | undefined
  constructor(code: RefusalCode, details: Details) {
    const [status, message] = refusals[code]
    super(status, {
      code,
      message: details.message ?? message,
      ...(details.errors && { errors: details.errors }),
    })
    this.retryAfter = details.retryAfter
  }
}

export function refuse(code: RefusalCode, details: Details = {}): Refused {
  return new Refused(code, details)
}

/** Bad input, named by field; the message repeats the first sentence for callers that show only one. */
export function refuseFields(errors: Record<string, string[]>): Refused {
  const first = Object.values(errors)[0]?.[0]
  return refuse('invalid_input', { errors, ...(first && { message: first }) })
}
