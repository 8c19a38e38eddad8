import { CallRefused } from '#contract/calls/call.ts'
import { type RefusalCode, refusals } from '#contract/calls/refusals.ts'
import { type StaffRefusalCode, staffRefusals } from '#contract/calls/staff-refusals.ts'

/** All refusal codes with their HTTP status and message. The problems of the staff API use the same table. */
export const allRefusals = { ...refusals, ...staffRefusals }
type Code = RefusalCode | StaffRefusalCode

/** Returns a refusal's message with its number, such as 'Only 3 left'. */
export function countedMessage(code: RefusalCode, amount: number): string {
  return refusals[code][1].replace('{amount}', String(amount))
}

type Details = { errors?: Record<string, string[]>; message?: string; retryAfter?: number; cause?: unknown }

/** A refusal of the server: `throw refuse('return_window_closed')`. */
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
    // The cause is only for the log. Shoppers see the message.
    if (details.cause !== undefined) this.cause = details.cause
  }
}

export function refuse(code: Code, details: Details = {}): Refused {
  return new Refused(code, details)
}

/**
 * Returns a refusal of invalid input by field. The message of the refusal is the first sentence, for callers that show
 * only one sentence.
 */
export function refuseFields(errors: Record<string, string[]>): Refused {
  const first = Object.values(errors)[0]?.[0]
  return refuse('invalid_input', { errors, ...(first && { message: first }) })
}
