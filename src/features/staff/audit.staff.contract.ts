import * as z from 'zod/mini'
import { defineStaffAction, defineStaffList, ListInput, StaffTime } from '#contract/calls/staff-call.ts'
import { keysOf } from '#contract/values.ts'
import { auditAreas } from './audit.rules.ts'

const Values = z.record(z.string(), z.unknown())
export const AuditRow = z.object({
  id: z.string(),
  at: StaffTime,
  actor: z.object({
    kind: z.enum(['member', 'key', 'command line', 'timer', 'nobody']),
    id: z.string(),
    name: z.string(),
  }),
  call: z.string(),
  about: z.string(),
  /** Current name of the resource. Null if the resource has no name or was removed. */
  about_name: z.nullable(z.string()),
  before: Values,
  after: Values,
  ip: z.string(),
})
export type AuditRow = z.output<typeof AuditRow>

export const listAudit = defineStaffList({
  path: '/audit',
  about:
    'Lists the entries of the audit log, newest first. `q` matches the number of an order, return or ticket, or the name of a person or API key.',
  scope: 'audit:read',
  input: z.object({
    ...ListInput,
    actor: z.optional(z.string().check(z.maxLength(100))),
    about: z.optional(z.string().check(z.maxLength(200))),
    area: z.optional(z.enum(keysOf(auditAreas))),
    can_undo: z.optional(z.literal('true')),
    from: z.optional(StaffTime),
    to: z.optional(StaffTime),
  }),
  output: AuditRow,
})

export const undoChange = defineStaffAction({
  method: 'POST',
  path: '/audit/:id/undo',
  about:
    'Undoes an edit by making the same call with the old values. The caller’s rights apply. Requires `audit:read`. Fails if the edited fields have changed since.',
  // Undoing repeats the original call, which checks its own scope.
  scope: 'signed-in',
  asksOthers: true,
  input: z.object({ id: z.string().check(z.regex(/^\d{1,15}$/), z.maxLength(15)) }),
  example: { input: { id: '1204' } },
})
