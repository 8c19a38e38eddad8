import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type StaffCall, StaffProblem } from '#contract/calls/staff-call.ts'
import { fieldsOf } from '#contract/values.ts'
import { publish } from '../../live/live.ts'
import type { Shop } from '../../shop.ts'
import { refuse } from '../refuse.ts'
import { type Changes, findChanges, nameResource, toRecord } from './staff-changes.ts'
import type { Actor, StaffContext, StaffHandler } from './staff-handler.ts'
import { toProblem } from './staff-problems.ts'

// A write of staff checks the version that was seen, adds a row to the audit log, and notifies open screens.

/** The topic of all changes that staff can follow: `{ about: 'orders/HB…' }`. */
export const staffTopic = 'staff'

export type AuditEntry = {
  actor: (Omit<Actor, 'kind'> & { kind: Actor['kind'] | 'timer' }) | null
  call: string
  /** The subject of the change, as `orders/HB2A3B4C5D6E7`. */
  about: string
  ip: string
} & Changes

export type WriteAudit = (db: Shop['db'], at: Date, entry: AuditEntry) => Promise<void>

/**
 * Runs a write: locks the resource, compares its version, does the work, adds a row to the audit log and publishes the
 * change.
 */
export async function runWrite(
  handler: StaffHandler,
  callContext: StaffContext<StaffCall>,
  { ifMatch, writeAudit }: { ifMatch: string | undefined; writeAudit: WriteAudit },
): Promise<unknown> {
  const { call } = handler
  const { shop, request } = callContext
  const input = fieldsOf(callContext.input)
  let actor: Actor | null = callContext.actor
  const nameActor = (newActor: Actor) => {
    actor = newActor
  }
  const context = { ...callContext, nameActor }
  const isEdit = call.method !== 'POST'
  // A concurrent edit of the same resource waits here, and then sees the first edit.
  if (handler.resource && isEdit) await lockResource(shop, nameResource(call, input, null))
  const before = handler.resource ? await handler.resource(context) : null
  if (before && isEdit) checkVersion(handler, before, ifMatch)
  // The subject is read before the work, because an erased customer can no longer be found by email address.
  const name = handler.auditName && (await handler.auditName(context))
  const data = await handler.answer(context)
  // Calls without an actor are not logged, such as a stranger's request for a link, or a sign-out without a session.
  if (!actor) return data
  const isSecret = call.carriesSecret && !handler.auditView
  const after = await readAfter(handler, context, data)
  const about = name ?? nameResource(call, input, after ?? before)
  await writeAudit(shop.db, shop.clock.now(), {
    actor: actor,
    call: `${call.method} ${call.path}`,
    about,
    ...(isSecret ? { before: {}, after: {} } : findChanges(before, after, call.method !== 'PATCH')),
    ip: request.ip,
  })
  await publish(shop.db, staffTopic, { about })
  return data
}

async function readAfter(
  handler: StaffHandler,
  context: StaffContext<StaffCall>,
  data: unknown,
): Promise<object | null> {
  const { call } = handler
  if (handler.auditView) return handler.auditView(data)
  if (call.carriesSecret || call.method === 'DELETE') return null
  return handler.resource ? handler.resource(context) : toRecord(call, data)
}

async function lockResource({ db }: Shop, name: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** Throws with the current state if the client saw another version. `*` matches every version. */
function checkVersion(handler: StaffHandler, current: object, ifMatch: string | undefined): void {
  if (!ifMatch) throw refuse('if_match_needed')
  if (ifMatch.trim() === '*' || ifMatch.split(',').some((one) => one.trim() === etagOf(handler, current))) return
  throw new StaffProblem({ ...toProblem(refuse('changed_meanwhile')).problem, current })
}

/** Returns the version of a resource. The GET and the writes of a resource must share `versionOf`. */
export function etagOf(handler: StaffHandler, resource: object): string {
  const version = handler.versionOf ? handler.versionOf(resource) : resource
  return `"${createHash('sha256').update(JSON.stringify(version)).digest('base64url').slice(0, 22)}"`
}
