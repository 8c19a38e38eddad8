import { Send } from 'lucide-react'
import { Button } from '#console/ui/buttons/button.tsx'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import { ReturnWay } from '../refund/return-refund-method.tsx'
import styles from '../return/aside.module.css'
import { formatDecisionSummary, formatSendButton } from './decision.rules.ts'
import type { Judging } from './use-judging.ts'

type Props = { returnRequest: StaffReturn; judging: Judging; shopper: string; onSend: () => void; onReject: () => void }

/** Decides about each item of a return. All decisions are sent in one request. */
export function DecidePanel({ returnRequest, judging, shopper, onSend, onReject }: Props) {
  const { open, decisions, complete, busy, problem, isOutdated, chooseAll } = judging
  const hasDecisions = Object.keys(complete).length > 0
  const isKeeping = Object.values(complete).some(({ decision }) => decision === 'keep')
  const all = open.length === 1 ? '' : ' all'
  return (
    <Panel title="Decide">
      <div className={styles.stack}>
        <Button
          tone="primary"
          icon={Send}
          isBlock
          disabled={!hasDecisions}
          isBusy={busy === 'send'}
          onClick={onSend}
          hint="Ctrl ↵"
        >
          {formatSendButton(decisions, open.length)}
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
          {formatDecisionSummary(decisions, open.length, shopper)}
        </p>
        {isKeeping && (
          <ReturnWay returnRequest={returnRequest} value={judging.refundTo} onChange={judging.setRefundTo} />
        )}
        {!isOutdated && <Refusal problem={problem} />}
        {isOutdated && <Note tone="warning">Your decisions about open items are kept.</Note>}
      </div>
    </Panel>
  )
}
