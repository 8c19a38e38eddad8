import { Check, Gift, UserCheck, UserMinus, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { BulkBar, type BulkCommand } from '#console/list/bulk/bulk-bar.tsx'
import type { useJob } from '#console/list/bulk/use-job.ts'
import type { Rows } from '#console/list/table/use-rows.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { changeReturns } from '#features/returns/return-jobs.staff.contract.ts'
import type { ReturnHead } from '#features/returns/returns.staff.contract.ts'
import type { DecisionName } from '../decide/decision.rules.ts'

/**
 * Loaded on demand, since only some users decide about returns. The keyboard shortcuts of the bar work before the
 * dialog has loaded.
 */
const DecideManyDialog = lazy(async () => ({ default: (await import('./decide-many-dialog.tsx')).DecideManyDialog }))

type Props = {
  returns: ReturnHead[]
  rows: Rows
  job: ReturnType<typeof useJob>
  /** Whether a dialog or a preview handles the keys. */
  isCovered: boolean
}

/**
 * Offers the commands for all selected returns, or for the return under the cursor. The command runs separately for
 * each return, and each refusal is shown on the row of its return.
 */
export function ReturnsBulk({ returns, rows, job, isCovered }: Props) {
  const { call } = useConsole()
  const me = useMe()
  const [opened, setOpened] = useState<{ decision: DecisionName; chosen: ReturnHead[] } | null>(null)
  const canDecide = allowsScope(me.scopes, 'returns:judge')
  const ticked = returns.filter(({ number }) => rows.isTicked(number))
  const waiting = ticked.filter(({ status }) => status === 'processing')
  const mine = ticked.filter(({ assignee }) => assignee?.id === me.id)
  const others = ticked.filter(({ assignee }) => assignee?.id !== me.id)
  const assign = async (name: string, chosen: ReturnHead[], assignee: 'me' | null) => {
    const numbers = chosen.map(({ number }) => number)
    if (await job.start(name, () => call(changeReturns, { command: 'assign', numbers, assignee }))) rows.clear()
  }
  const open = (decision: DecisionName) => () => setOpened({ decision, chosen: waiting })
  const commands: BulkCommand[] = [
    { name: 'Approve', icon: Check, fits: waiting.length, key: 'A', run: open('approve') },
    { name: 'Keep it', icon: Gift, fits: waiting.length, key: 'Y', run: open('keep') },
    { name: 'Reject', icon: X, fits: waiting.length, key: 'F', run: open('reject') },
    { name: 'Assign to me', icon: UserCheck, fits: others.length, run: () => assign('Assigning', others, 'me') },
    { name: 'Unassign', icon: UserMinus, fits: mine.length, run: () => assign('Unassigning', mine, null) },
  ]
  const current = returns[rows.index]
  const isOneToJudge = canDecide && !isCovered && ticked.length === 0 && current?.status === 'processing'
  const openOne = (decision: DecisionName) => () => current && setOpened({ decision, chosen: [current] })
  useKeys(isOneToJudge ? { a: openOne('approve'), y: openOne('keep'), f: openOne('reject') } : {})
  if (!canDecide) return null
  return (
    <>
      <BulkBar count={ticked.length} commands={commands} clear={rows.clear} isBusy={job.isBusy} />
      {opened && (
        <Suspense>
          <DecideManyDialog {...opened} job={job} close={() => setOpened(null)} done={rows.clear} />
        </Suspense>
      )}
    </>
  )
}
