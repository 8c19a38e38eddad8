import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { TextField } from '#console/ui/fields/field.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { DialogButtons } from '#console/ui/overlays/dialog-buttons.tsx'
import { hideReview, type StaffReview } from '../reviews.staff.contract.ts'
import styles from './reviews-page.module.css'

const usual = ['Advertising', 'Insulting', 'Names a person', 'About another product']

type Props = { review: StaffReview; onClose: () => void; onHidden: (review: StaffReview) => void }

/** Asks for the reason why a review is hidden. Staff see the reason, the shopper does not. */
export function HideDialog({ review, onClose, onHidden }: Props) {
  const { call } = useConsole()
  const me = useMe()
  const { run, busy, problem } = useCommand()
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  async function hide() {
    setTried(true)
    if (reason.trim() === '') return
    let hidden: StaffReview | null = null
    const isDone = await run('hide', async () => {
      hidden = (await call(hideReview, { id: review.id, reason })).data
    })
    if (!isDone || !hidden) return
    onHidden(hidden)
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Hide this review"
      onSubmit={hide}
      says={`${me.name}. It can be shown again.`}
      footer={(close) => (
        <DialogButtons close={close} cancel="Back" isBusy={busy === 'hide'} hint="Ctrl ↵">
          Hide review
        </DialogButtons>
      )}
    >
      <TextField
        label="Reason (visible to staff only)"
        value={reason}
        onChange={setReason}
        maxLength={300}
        autoFocus
        error={isTried && reason.trim() === '' ? 'Please enter a reason' : null}
      />
      <span className={styles.tags}>
        {usual.map((one) => (
          <Button key={one} size="small" onClick={() => setReason(one)}>
            {one}
          </Button>
        ))}
      </span>
      <Refusal problem={problem} />
    </Dialog>
  )
}
