import { History } from '#console/ui/content/history.tsx'
import type { AuditRow } from '#features/staff/audit.staff.contract.ts'

const kinds = { member: 'staff', key: 'key', 'command line': 'system', timer: 'timer', nobody: 'system' } as const

type Props = {
  rows: AuditRow[]
  /** Formats the action as text that follows the name of the actor. */
  tell: (row: AuditRow) => string
}

/** Shows the audit history of one resource, for staff who may read the audit log. */
export function AuditHistory({ rows, tell }: Props) {
  return (
    <History
      entries={rows.map((row) => ({
        key: row.id,
        actor: { kind: kinds[row.actor.kind], name: row.actor.name },
        action: tell(row),
        at: row.at,
        words: typeof row.after.reason === 'string' ? { body: row.after.reason, isNote: true } : undefined,
      }))}
    />
  )
}
