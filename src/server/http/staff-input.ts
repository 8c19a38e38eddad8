import type { Context } from 'hono'
import type { StaffCall } from '#contract/calls/staff-call.ts'
import { parseJson, readBounded } from './bodies.ts'
import type { Bounds } from './bounds.ts'
import { readForm } from './forms.ts'
import { refuse } from './refuse.ts'

/** What was sent, of the address, the query and the body. The address wins: `/orders/HB…/ship` is about HB…, whatever was sent along. */
export async function readStaffInput(call: StaffCall, c: Context, bounds: Bounds): Promise<Record<string, unknown>> {
  const inPath = c.req.param() as Record<string, string>
  if (call.method === 'GET' || call.sentAs === 'stream') return { ...c.req.query(), ...inPath }
  if (call.sentAs === 'multipart') return { ...(await readForm(c, bounds)), ...inPath }
  // Anybody can send to a call without a scope, so its body is as small as a shopper's.
  const bytes = await readBounded(c.req.raw, call.scope === 'anyone' ? bounds.bodyJson : bounds.bodyStaff)
  if (bytes.length === 0) return inPath
  const body = parseJson(bytes, bounds)
  if (Array.isArray(body) && call.takesList) return { items: body, ...inPath }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refuse('malformed')
  return { ...body, ...inPath }
}
