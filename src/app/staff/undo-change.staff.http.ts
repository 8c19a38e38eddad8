import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffCall } from '#contract/calls/staff-call.ts'
import { fieldsOf, isRecord } from '#contract/values.ts'
import { undoChange } from '#features/staff/audit.staff.contract.ts'
import { auditRows } from '#features/staff/server/staff.tables.ts'
import { refuse } from '#server/http/refuse.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff-handler.ts'
import { createStaffCalls, type StaffApiParts } from '#server/http/staff-http.ts'

type Values = Record<string, unknown>

/**
 * Makes the ordinary call with what was there before, as whoever asks: their rights, the call's own checks, a row of its own in the
 * log. Only while the thing still is what that change made of it; the version that was compared is the one that is written over.
 */
export const undoHandler = (list: () => StaffHandler[], gather: (shop: StaffApiParts['shop']) => StaffApiParts) =>
  handleStaff(undoChange, async ({ shop, input, asker, request }) => {
    if (!allowsScope(asker.scopes, 'audit:read')) throw refuse('not_allowed', { message: 'This takes audit:read.' })
    const [row] = await shop.db
      .select()
      .from(auditRows)
      .where(eq(auditRows.id, Number(input.id)))
    if (!row) throw refuse('not_found')
    const calls = list().map(({ call }) => call)
    const [, path = ''] = row.call.split(' ')
    const edit = calls.find(({ method, path: one }) => method === 'PATCH' && row.call === `PATCH ${one}`)
    const get = calls.find(({ method, path: one }) => method === 'GET' && one === path)
    // What is about whoever did it would be done to whoever asks.
    if (!edit || !get || edit.scope === 'signed-in') throw refuse('cannot_undo')
    const key = readKey(path, row.about)
    const make = createStaffCalls(list(), gather(shop), asker, request.ip)
    const wanted = findFields(edit, key, row)
    if (!wanted) throw refuse('cannot_undo')
    const { data, etag } = await make(get, key)
    if (!isStill(fieldsOf(data), row)) throw refuse('changed_since')
    await make(edit, { ...key, ...wanted }, { ifMatch: etag ?? '' })
  })

/** `/currencies/:code` and `currencies/THB` are `{ code: 'THB' }`. */
function readKey(path: string, about: string): Values {
  const names = path.split('/').filter((part) => part.startsWith(':'))
  if (names.length > 1) throw refuse('cannot_undo')
  const [name] = names
  if (!name) return {}
  const written = about.slice(about.indexOf('/') + 1)
  return { [name.slice(1)]: /^\d+$/.test(written) ? Number(written) : written }
}

/** Of a group only what that change changed, so that the rest of it may have moved on. */
function narrow(before: unknown, after: unknown): unknown {
  if (!isRecord(before) || !isRecord(after)) return before
  return Object.fromEntries(Object.entries(before).filter(([name, value]) => !isDeepStrictEqual(value, after[name])))
}

/** What to send so that it is as before; null where the call takes none of it, or the log does not have all of it. */
function findFields(edit: StaffCall, key: Values, { before, after }: { before: Values; after: Values }): Values | null {
  const sent: Values = {}
  for (const [name, value] of Object.entries(before)) {
    // Long values are cut in the log.
    if (typeof value === 'string' && value.endsWith('…')) return null
    for (const one of [narrow(value, after[name]), value]) {
      const parsed = edit.input.safeParse({ ...key, [name]: one })
      const taken = parsed.success ? fieldsOf(parsed.data)[name] : undefined
      if (taken === undefined || (isRecord(taken) && Object.keys(taken).length === 0)) continue
      sent[name] = one
      break
    }
  }
  return Object.keys(sent).length > 0 ? sent : null
}

/** Whether everything that the change touched still is what it made of it. */
function isStill(now: Values, { before, after }: { before: Values; after: Values }): boolean {
  return Object.entries(after).every(([name, made]) => {
    const is = now[name]
    const was = before[name]
    if (!isRecord(made) || !isRecord(was) || !isRecord(is)) return isDeepStrictEqual(is, made)
    return Object.entries(made).every(
      ([part, value]) => isDeepStrictEqual(was[part], value) || isDeepStrictEqual(is[part], value),
    )
  })
}
