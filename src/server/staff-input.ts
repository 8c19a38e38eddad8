import type { Context } from 'hono'
import type { StaffCall } from '#contract/staff-call.ts'
import { hasMoreParts, isNestedDeeper, readBounded } from './bodies.ts'
import type { Bounds } from './bounds.ts'
import { refuse } from './refuse.ts'

/** What was sent, of the address, the query and the body. The address wins: `/orders/HB…/ship` is about HB…, whatever was sent along. */
export async function readStaffInput(call: StaffCall, c: Context, bounds: Bounds): Promise<Record<string, unknown>> {
  const inPath = c.req.param() as Record<string, string>
  if (call.method === 'GET' || call.sentAs === 'stream') return { ...c.req.query(), ...inPath }
  if (call.sentAs === 'multipart') return { ...(await readForm(c, bounds)), ...inPath }
  const bytes = await readBounded(c.req.raw, bounds.bodyStaff)
  if (bytes.length === 0) return inPath
  const text = new TextDecoder().decode(bytes)
  if (isNestedDeeper(text, bounds.bodyNesting)) throw refuse('malformed')
  let body: unknown
  try {
    body = JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value))
  } catch {
    throw refuse('malformed')
  }
  if (Array.isArray(body) && call.takesList) return { items: body, ...inPath }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refuse('malformed')
  return { ...body, ...inPath }
}

async function readForm(c: Context, bounds: Bounds): Promise<Record<string, unknown>> {
  const type = c.req.header('content-type') ?? ''
  const bytes = await readBounded(c.req.raw, bounds.bodyPicture, 'image_too_big')
  if (hasMoreParts(bytes, type, bounds.bodyParts)) throw refuse('malformed')
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw refuse('malformed')
  })
  return Object.fromEntries(form)
}
