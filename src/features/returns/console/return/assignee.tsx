import { useCommand } from '#console/data/use-command.ts'
import { AssignMenu } from '#console/shell/assign-menu.tsx'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { Note } from '#console/ui/content/note.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import { assignReturn } from '#features/returns/return-commands.staff.contract.ts'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import styles from './assignee.module.css'

type Props = { returnRequest: StaffReturn; people: readonly { id: string; name: string }[] }

/** Shows the assignee of a return. Staff who may decide about returns can take, assign or release the return. */
export function Assignee({ returnRequest: { number, assignee }, people }: Props) {
  const { call } = useConsole()
  const me = useMe()
  const { run, problem } = useCommand()
  const assignTo = (to: string | null) => run('assign', () => call(assignReturn, { no: number, assignee: to }))
  if (!allowsScope(me.scopes, 'returns:judge')) {
    return assignee && <span className={styles.who}>Assigned to {assignee.name}</span>
  }
  return (
    <span className={styles.assignee}>
      <AssignMenu assignee={assignee} people={people} none="Assign" assignTo={assignTo} />
      {problem && <Note tone="danger">{problem}</Note>}
    </span>
  )
}
