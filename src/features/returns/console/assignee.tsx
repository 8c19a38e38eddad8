import { UserCheck } from 'lucide-react'
import { useConsole, useMe } from '#console/console-context.ts'
import { Button } from '#console/ui/button.tsx'
import { Note } from '#console/ui/note.tsx'
import { useCommand } from '#console/use-command.ts'
import { allowsScope } from '#contract/scopes.ts'
import { assignReturn, type StaffReturn } from '../returns.staff.contract.ts'
import styles from './assignee.module.css'

/** Who looks after a return; whoever judges may take it, or give it back. */
export function Assignee({ thing: { number, assignee } }: { thing: StaffReturn }) {
  const { call } = useConsole()
  const me = useMe()
  const { run, busy, problem } = useCommand()
  const isMine = assignee?.id === me.id
  const take = () => run('assign', () => call(assignReturn, { no: number, assignee: isMine ? null : me.id }))
  return (
    <span className={styles.assignee}>
      {assignee && <span className={styles.who}>{isMine ? 'Yours' : `Assigned to ${assignee.name}`}</span>}
      {allowsScope(new Set(me.scopes), 'returns:judge') && (
        <Button icon={UserCheck} isBusy={busy !== null} onClick={take}>
          {isMine ? 'Give it back' : 'Take it'}
        </Button>
      )}
      {problem && <Note tone="danger">{problem}</Note>}
    </span>
  )
}
