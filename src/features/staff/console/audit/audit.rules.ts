import { failedSignIn } from '#features/staff/audit.rules.ts'
import type { AuditRow } from '#features/staff/audit.staff.contract.ts'

/** Whether somebody should look at a row: more sign-ins failed than one mistyped password explains. */
export function isOdd({ call, after }: Pick<AuditRow, 'call' | 'after'>): boolean {
  return call === failedSignIn && (Number(after.tries) > 1 || !!after.locked)
}

/** A day of the address, in the reader's own time zone, as the moment it begins or ends. */
export function toMoment(day: string | undefined, edge: 'start' | 'end'): string | undefined {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const moment = new Date(`${day}T${edge === 'start' ? '00:00:00' : '23:59:59'}`)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
