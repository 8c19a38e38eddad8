import type { Context } from 'hono'
import type { Call } from '#contract/calls/call.ts'
import { describeIssue } from '#contract/calls/fields.ts'
import { parseJson, readBounded } from './bodies.ts'
import { readForm } from './forms.ts'
import type { Bounds } from './limits/bounds.ts'
import { refuse } from './refuse.ts'

/** The unchecked values of a request by name. */
export type Sent = Record<string, unknown>

/**
 * 50: the largest number of errors in a response. A form shows each message beside its field, and no form has input
 * with more errors.
 */
export const maxErrors = 50

type CallShape = { method: string; sentAs?: 'multipart' | 'beacon' | 'stream'; takesList?: true }

/**
 * Reads the values of a request from its path, query and body. The path wins over the body, so
 * `/rest/after_sale/cancel/7` always cancels 7. `largest` is the limit of a JSON body in bytes.
 */
export async function readInput(c: Context, call: CallShape, bounds: Bounds, largest: number): Promise<Sent> {
  const inPath = c.req.param()
  if (call.method === 'GET' || call.sentAs === 'stream') return { ...c.req.query(), ...inPath }
  if (call.sentAs === 'multipart') return { ...(await readForm(c, bounds)), ...inPath }
  const bytes = await readBounded(c.req.raw, largest)
  if (bytes.length === 0) return inPath
  const body = parseJson(bytes, bounds)
  if (Array.isArray(body) && call.takesList) return { items: body, ...inPath }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refuse('malformed')
  return { ...body, ...inPath }
}

/** Checks input. Length checks also run on values that are not text, and throw if `length` is not a number. */
export function parseSafely<C extends Pick<Call, 'input'>>(call: C, sent: object) {
  try {
    return call.input.safeParse(sent, { error: describeIssue })
  } catch (error) {
    throw refuse('malformed', { cause: error })
  }
}
