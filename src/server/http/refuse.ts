import { CallRefused } from '#contract/calls/call.ts'
import { type RefusalCode, refusals } from '#contract/calls/refusals.ts'
import { type StaffRefusalCode, staffRefusals } from '#contract/calls/staff-refusals.ts'

/** Every code with its HTTP status and its message. Problems of the staff API are made from the same table. */
export const allRefusals = { ...refusals, ...staffRefusals }
type Code = RefusalCode | StaffRefusalCode

/** A refusal's message with its number in it, as in 'Only 3 left'. */
export function countedMessage(code: RefusalCode, amount: number): string {
  return refusals[code][1].replace('{amount}', String(amount))
}

type Details = { errors?: Record<string, string[]>; message?: string; retryAfter?: number; cause?: unknown }

/** A no of the server: `throw refuse('return_window_closed')`. */
export class Refused extends CallRefused {
  readonly retryAfter: number | undefined
  constructor(code: Code, details: Details) {
    const [status, message] = allRefusals[code]
    super(status, {
      code,
      message: details.message ?? message,
      ...(details.errors && { errors: details.errors }),
    })
    this.retryAfter = details.retryAfter
    // For the log; shoppers only see the message.
    if (details.cause !== undefined) this.cause = details.cause
  }
}

export function refuse(code: Code, details: Details = {}): Refused {
  return new Refused(code, details)
}

/** Bad input, named by field; the message repeats the first sentence for callers that show only one. */
export function refuseFields(errors: Record<string, string[]>): Refused {
  const first = Object.values(errors)[0]?.[0]
  return refuse('invalid_input', { errors, ...(first && { message: first }) })
}
