import { History } from '#console/ui/history.tsx'
import type { AuditRow } from '#features/staff/audit.staff.contract.ts'

const kinds = { member: 'staff', key: 'key', 'command line': 'system', timer: 'timer', nobody: 'system' } as const

type Props = {
  rows: AuditRow[]
  /** What they did, after their name. */
  tell: (row: AuditRow) => string
}

/** Who changed one thing, for those who may read the audit log. */
export function AuditHistory({ rows, tell }: Props) {
  return (
    <History
      entries={rows.map((row) => ({
        key: row.id,
        actor: { kind: kinds[row.actor.kind], name: row.actor.name },
        deed: tell(row),
        at: row.at,
        words: typeof row.after.reason === 'string' ? { body: row.after.reason, isNote: true } : undefined,
      }))}
    />
  )
}
