import { Send } from 'lucide-react'
import { Button } from '#console/ui/button.tsx'
import { Note, Refusal } from '#console/ui/note.tsx'
import { Panel } from '#console/ui/panel.tsx'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import { ReturnWay } from '../refund/return-way.tsx'
import styles from '../return/aside.module.css'
import { describeDecision, sendName } from './decision.rules.ts'
import type { Judging } from './use-judging.ts'

type Props = { thing: StaffReturn; judging: Judging; shopper: string; onSend: () => void; onReject: () => void }

/** Decides about each item of a return. All decisions are sent in one request. */
export function DecidePanel({ thing, judging, shopper, onSend, onReject }: Props) {
  const { open, decisions, complete, busy, problem, isBehind, chooseAll } = judging
  const hasSome = Object.keys(complete).length > 0
  const isKeeping = Object.values(complete).some(({ decision }) => decision === 'keep')
  const all = open.length === 1 ? '' : ' all'
  return (
    <Panel title="Decide">
      <div className={styles.stack}>
        <Button
          tone="primary"
          icon={Send}
          isBlock
          disabled={!hasSome}
          isBusy={busy === 'send'}
          onClick={onSend}
          hint="Ctrl ↵"
        >
          {sendName(decisions, open.length)}
        </Button>
        <div className={styles.pair}>
          <Button isBlock onClick={() => chooseAll('approve')} hint="A">
            Approve{all}
          </Button>
          <Button isBlock onClick={() => chooseAll('keep')} hint="Y">
            Keep it
          </Button>
          <Button isBlock tone="danger" onClick={onReject} hint="F">
            Reject{all}
          </Button>
        </div>
        <p className={styles.says} role="status">
          {describeDecision(decisions, open.length, shopper)}
        </p>
        {isKeeping && <ReturnWay thing={thing} value={judging.refundTo} onChange={judging.setRefundTo} />}
        {!isBehind && <Refusal problem={problem} />}
        {isBehind && <Note tone="warning">Your decisions for open items are kept.</Note>}
      </div>
    </Panel>
  )
}
