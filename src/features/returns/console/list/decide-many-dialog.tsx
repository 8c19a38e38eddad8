import { useState } from 'react'
import { defineTextDraft } from '#console/data/text-draft.ts'
import type { useJob } from '#console/list/bulk/use-job.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { Thumb } from '#console/ui/content/thumbs.tsx'
import { AreaField } from '#console/ui/fields/field.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { DialogButtons } from '#console/ui/overlays/dialog-buttons.tsx'
import { changeReturns } from '#features/returns/return-jobs.staff.contract.ts'
import type { ReturnHead } from '#features/returns/returns.staff.contract.ts'
import { TemplateList } from '#features/support/console/parts/template-list.tsx'
import { useDraft, useDraftSaver } from '#web/data/use-draft.ts'
import { type DecisionName, formatBulkButton, sumAsked } from '../decide/decision.rules.ts'
import styles from '../decide/reject-dialog.module.css'
import { countItems } from '../parts/return-badges.rules.ts'

const longest = 500
const shown = 6

const drafts = defineTextDraft('staff_reject_many')

type Props = {
  decision: DecisionName
  chosen: ReturnHead[]
  job: ReturnType<typeof useJob>
  close: () => void
  done: () => void
}

/**
 * Makes the same decision about every waiting item of all chosen returns. The consequence is shown above the button.
 */
export function DecideManyDialog(props: Props) {
  const kept = useDraft(drafts, 'returns')
  return (
    <DecideForm key={kept ? 'kept' : 'new'} {...props} kept={props.decision === 'reject' ? (kept?.text ?? '') : ''} />
  )
}

/** Manages the text of the decision, and sends the decision for all chosen returns. */
function useDeciding({ decision, chosen, job, close, done, kept }: Props & { kept: string }) {
  const { call } = useConsole()
  const [text, setText] = useState(kept)
  const [template, setTemplate] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isTried, setTried] = useState(false)
  const forget = useDraftSaver(drafts, 'returns', { text })
  const isRejecting = decision === 'reject'
  const isEmpty = text.trim() === ''
  const name = formatBulkButton(decision, chosen.length)
  async function submit() {
    setTried(true)
    if (isBusy || (isRejecting && isEmpty)) return
    setBusy(true)
    const numbers = chosen.map(({ number }) => number)
    const input = { command: decision, numbers, ...(isRejecting && { text, ...(template && { template }) }) }
    const isTaken = await job.start(name, () => call(changeReturns, input))
    setBusy(false)
    if (!isTaken) return
    forget()
    done()
    close()
  }
  const choose = ({ id, body }: { id: string; body: string }) => {
    setTemplate(id)
    setText(body.slice(0, longest))
  }
  return { name, isRejecting, text, setText, template, choose, submit, isBusy, isMissing: isTried && isEmpty }
}

function DecideForm(props: Props & { kept: string }) {
  const { decision, chosen, job, close } = props
  const me = useMe()
  const { name, isRejecting, text, setText, template, choose, submit, isBusy, isMissing } = useDeciding(props)
  const words = isRejecting && (
    <AreaField
      label={chosen.length === 1 ? 'Message to the shopper' : 'Message to each shopper'}
      value={text}
      onChange={setText}
      rows={6}
      maxLength={longest}
      required
      data-first
      error={isMissing ? 'Please enter a reason' : null}
    />
  )
  return (
    <Dialog
      isOpen
      onClose={close}
      size={isRejecting ? 'table' : 'form'}
      title={name}
      onSubmit={submit}
      says={`${me.name}, one email for each return.`}
      footer={(leave) => (
        <DialogButtons
          close={leave}
          cancel="Back"
          isBusy={isBusy}
          hint="Ctrl ↵"
          {...(!isRejecting && { 'data-first': true })}
        >
          {name}
        </DialogButtons>
      )}
    >
      <div className={isRejecting ? styles.columns : undefined}>
        {isRejecting && <TemplateList area="returns" language={null} chosen={template} onChoose={choose} />}
        <div className={isRejecting ? styles.form : styles.plain}>
          <ChosenReturns returns={chosen} />
          {words}
          <DecisionExplanation decision={decision} chosen={chosen} />
          <Refusal problem={job.problem} />
        </div>
      </div>
    </Dialog>
  )
}

function ChosenReturns({ returns }: { returns: ReturnHead[] }) {
  return (
    <>
      {returns.slice(0, shown).map((one) => (
        <div key={one.number} className={styles.item}>
          <Thumb src={one.shown_items[0]?.image ?? ''} />
          <b>{one.customer.name || one.customer.email}</b>
          <span className={styles.quiet}>
            <bdi dir="ltr">{one.number}</bdi> · {countItems(one.items_count)}
          </span>
          <span className={styles.paid}>
            <Money of={one.asked} />
          </span>
        </div>
      ))}
      {returns.length > shown && <p className={styles.quiet}>and {returns.length - shown} more</p>}
    </>
  )
}

function DecisionExplanation({ decision, chosen }: Pick<Props, 'decision' | 'chosen'>) {
  if (decision === 'reject') {
    return (
      <Note tone="warning">
        A rejected item cannot be returned again. Your message is sent in the language you write it in.
      </Note>
    )
  }
  const sums = sumAsked(chosen).map((one, at) => (
    <span key={one.currency}>
      {at > 0 && ' + '}
      <Money of={one} />
    </span>
  ))
  if (decision === 'keep') {
    return (
      <Note tone="warning">
        {sums} is refunded now, and the shoppers keep the items. Each refund must be within the limit of your role.
      </Note>
    )
  }
  return (
    <Note>
      The shoppers have the promised number of days to send the items back. {sums} is refunded after the items arrive.
    </Note>
  )
}
