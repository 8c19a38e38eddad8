import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Status, type StatusBadge } from '#console/ui/content/status.tsx'
import { AreaField, TextField } from '#console/ui/fields/field.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { DialogButtons } from '#console/ui/overlays/dialog-buttons.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import { retryRefund, settleRefund } from '#features/payments/payments.staff.contract.ts'
import { failRefund } from '#features/returns/return-commands.staff.contract.ts'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import styles from '../return/aside.module.css'

type Refund = StaffReturn['refunds'][number]
type Asking = { refund: Refund; about: 'settle' | 'fail' }

const badges: Record<Refund['status'], StatusBadge> = {
  pending: { name: 'On its way', tone: 'info', gauge: 0.75 },
  succeeded: { name: 'Arrived', tone: 'success', gauge: 'tick' },
  failed: { name: 'Failed', tone: 'danger', gauge: 'cross' },
}

/** Shows the refunds of a return: pending, settled and failed. */
export function MoneyPanel({ returnRequest, shopper }: { returnRequest: StaffReturn; shopper: string }) {
  const { call } = useConsole()
  const me = useMe()
  const mayPay = allowsScope(me.scopes, 'refunds:write')
  const { run, busy, problem, isOutdated } = useCommand()
  const [asking, setAsking] = useState<Asking | null>(null)
  const nameOf = ({ item_id }: Refund) => returnRequest.items.find(({ id }) => id === item_id)?.name ?? 'Postage'
  const canFail = (refund: Refund) =>
    returnRequest.items.some(({ id, possible }) => id === refund.item_id && possible.includes('fail-refund'))
  return (
    <Panel title="Money">
      <ul className={styles.stack}>
        {returnRequest.refunds.map((refund) => (
          <li key={refund.id} className={styles.refund}>
            <span className={styles.line}>
              {nameOf(refund)} <Money of={refund.amount} />
            </span>
            <span className={styles.line}>
              <Status badge={badges[refund.status]} />
              <span className={styles.says}>
                {refund.to === 'credit' && 'Store credit · '}
                <Moment at={refund.created_at} />
              </span>
            </span>
            {refund.failure && <span className={styles.bad}>{refund.failure}</span>}
            {mayPay && (
              <RefundCommands
                refund={refund}
                canFail={canFail(refund)}
                isRetrying={busy === refund.id}
                onRetry={() => run(refund.id, () => call(retryRefund, { id: refund.id }))}
                onAsk={(about) => setAsking({ refund, about })}
              />
            )}
          </li>
        ))}
      </ul>
      {!isOutdated && <Refusal problem={problem} />}
      {asking && (
        <AskDialog
          key={asking.refund.id}
          {...asking}
          name={nameOf(asking.refund)}
          number={returnRequest.number}
          shopper={shopper}
          onClose={() => setAsking(null)}
        />
      )}
    </Panel>
  )
}

type CommandProps = {
  refund: Refund
  canFail: boolean
  isRetrying: boolean
  onRetry: () => void
  onAsk: (about: Asking['about']) => void
}

function RefundCommands({ refund: { possible, status }, canFail, isRetrying, onRetry, onAsk }: CommandProps) {
  return (
    <span className={styles.row}>
      {possible.includes('retry') && (
        <Button size="small" isBusy={isRetrying} onClick={onRetry}>
          {status === 'failed' ? 'Try again' : 'Ask the provider now'}
        </Button>
      )}
      {possible.includes('settle') && (
        <Button size="small" onClick={() => onAsk('settle')}>
          Sent by hand
        </Button>
      )}
      {status === 'pending' && canFail && (
        <Button size="small" tone="danger" onClick={() => onAsk('fail')}>
          Did not arrive
        </Button>
      )}
    </span>
  )
}

type AskProps = Asking & { name: string; number: string; shopper: string; onClose: () => void }

function AskDialog({ refund, about, name, number, shopper, onClose }: AskProps) {
  const { call } = useConsole()
  const me = useMe()
  const { run, busy, problem } = useCommand()
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const isSettle = about === 'settle'
  async function submit() {
    setTried(true)
    if (text.trim() === '') return
    const isDone = await run('ask', () =>
      isSettle
        ? call(settleRefund, { id: refund.id, reference: text })
        : call(failRefund, { no: number, items: [refund.item_id ?? ''], text }),
    )
    if (isDone) onClose()
  }
  const error = isTried && text.trim() === '' ? 'Please fill in this field' : null
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isSettle ? 'The refund was sent by hand' : 'The refund did not arrive'}
      isChanged={text !== ''}
      onSubmit={submit}
      says={isSettle ? me.name : `${me.name}. ${shopper} gets an email.`}
      footer={(close) => (
        <DialogButtons close={close} cancel="Back" isBusy={busy === 'ask'} hint="Ctrl ↵">
          {isSettle ? 'Mark as sent' : 'Mark as failed'}
        </DialogButtons>
      )}
    >
      <p className={styles.line}>
        {name} <Money of={refund.amount} />
      </p>
      {isSettle ? (
        <TextField
          label="Bank reference"
          hint="The reference of the transfer"
          value={text}
          onChange={setText}
          maxLength={100}
          required
          error={error}
        />
      ) : (
        <AreaField
          label={`Reason shown to ${shopper}`}
          value={text}
          onChange={setText}
          maxLength={500}
          required
          error={error}
        />
      )}
      <Refusal problem={problem} />
    </Dialog>
  )
}
