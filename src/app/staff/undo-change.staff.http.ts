import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { StaffCall } from '#contract/calls/staff-call.ts'
import { fieldsOf, isRecord } from '#contract/values.ts'
import { undoChange } from '#features/staff/audit.staff.contract.ts'
import { auditRows } from '#features/staff/server/staff.tables.ts'
import { refuse } from '#server/http/refuse.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import { createStaffCalls, type StaffApiParts } from '#server/http/staff/staff-http.ts'

type Values = Record<string, unknown>

/**
 * Undoes a change by making the normal call with the old values, as the current actor. The actor's scopes and the
 * call's own checks apply, and the call gets its own audit row. The resource must still have the values of the change.
 * The call names the version that was read for this comparison, so a concurrent change is never overwritten.
 */
export const undoHandler = (
  list: () => StaffHandler[],
  collectFields: (shop: StaffApiParts['shop']) => StaffApiParts,
) =>
  handleStaff(undoChange, async ({ shop, input, actor, request }) => {
    if (!allowsScope(actor.scopes, 'audit:read'))
      throw refuse('not_allowed', { message: 'This requires the scope audit:read.' })
    const [row] = await shop.db
      .select()
      .from(auditRows)
      .where(eq(auditRows.id, Number(input.id)))
    if (!row) throw refuse('not_found')
    const calls = list().map(({ call }) => call)
    const [, path = ''] = row.call.split(' ')
    const edit = calls.find(({ method, path: one }) => method === 'PATCH' && row.call === `PATCH ${one}`)
    const get = calls.find(({ method, path: one }) => method === 'GET' && one === path)
    // Undoing an actor's change of their account would change the account of the current actor.
    if (!edit || !get || edit.scope === 'signed-in') throw refuse('cannot_undo')
    const key = readKey(path, row.about)
    const make = createStaffCalls(list(), collectFields(shop), actor, request.ip)
    const oldFields = findFields(edit, key, row)
    if (!oldFields) throw refuse('cannot_undo')
    const { data, etag } = await make(get, key)
    if (!isStill(fieldsOf(data), row)) throw refuse('changed_since')
    await make(edit, { ...key, ...oldFields }, { ifMatch: etag ?? '' })
  })

/**
 * Returns the key of a subject, such as `{ code: 'THB' }` for the path `/currencies/:code` and the subject
 * `currencies/THB`.
 */
function readKey(path: string, about: string): Values {
  const names = path.split('/').filter((part) => part.startsWith(':'))
  if (names.length > 1) throw refuse('cannot_undo')
  const [name] = names
  if (!name) return {}
  const written = about.slice(about.indexOf('/') + 1)
  return { [name.slice(1)]: /^\d+$/.test(written) ? Number(written) : written }
}

/** Returns only the changed fields of a group, so that later changes of other fields stay. */
function narrow(before: unknown, after: unknown): unknown {
  if (!isRecord(before) || !isRecord(after)) return before
  return Object.fromEntries(Object.entries(before).filter(([name, value]) => !isDeepStrictEqual(value, after[name])))
}

/**
 * Returns the input that restores the old values. Returns null if the call accepts none of the values, or if the log
 * has only a part of them.
 */
function findFields(edit: StaffCall, key: Values, { before, after }: { before: Values; after: Values }): Values | null {
  const sent: Values = {}
  for (const [name, value] of Object.entries(before)) {
    // The log cuts long values.
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

/** Returns whether all changed fields still have the values of the change. */
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
