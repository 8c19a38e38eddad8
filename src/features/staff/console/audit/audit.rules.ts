import { failedSignIn } from '#features/staff/audit.rules.ts'
import type { AuditRow } from '#features/staff/audit.staff.contract.ts'

/** Returns whether a row is suspicious: more failed sign-ins than a single mistyped password. */
export function isSuspicious({ call, after }: Pick<AuditRow, 'call' | 'after'>): boolean {
  return call === failedSignIn && (Number(after.tries) > 1 || !!after.locked)
}

/** Returns the start or end of a day in the filter, in the reader's time zone. */
export function toMoment(day: string | undefined, boundary: 'start' | 'end'): string | undefined {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const moment = new Date(`${day}T${boundary === 'start' ? '00:00:00' : '23:59:59'}`)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
