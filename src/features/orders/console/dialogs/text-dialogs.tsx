import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { sendOrQueue } from '#console/data/waiting-notes.ts'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import { useMe } from '#console/shell/console-context.ts'
import { Note, Refusal } from '#console/ui/content/note.tsx'
import { AreaField, TextField } from '#console/ui/fields/field.tsx'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { DialogButtons } from '#console/ui/overlays/dialog-buttons.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { holdOrder, noteOrder, releaseOrder, sendPaymentLink } from '#features/orders/order-commands.staff.contract.ts'
import { markPaid } from '#features/payments/payments.staff.contract.ts'
import { isRecord, isText } from '#web/data/drafts.ts'
import { defineDraft, useDraft, useDraftSaver } from '#web/data/use-draft.ts'
import type { OrderDialog } from '../parts/order-dialog.tsx'

type TextDraft = { body: string }
const drafts = defineDraft<TextDraft>('staff_order_words', {
  parse: (kept) => (isRecord(kept) && isText(kept.body) ? { body: kept.body } : null),
  isEmpty: ({ body }) => body.trim() === '',
})

type TextDialogProps = {
  /** Draft key, such as `note/` and the order number. */
  about: string
  title: string
  label: string
  button: string
  says: string
  max: number
  close: () => void
  send: (body: string) => Promise<unknown>
  done: () => void
}

/** Asks for a text. This browser stores the typed text as a draft until it is sent. */
function TextDialog(props: TextDialogProps) {
  const kept = useDraft(drafts, props.about)
  return <TextForm key={kept ? 'kept' : 'new'} {...props} kept={kept?.body ?? ''} />
}

function TextForm({
  about,
  title,
  label,
  button,
  says,
  max,
  close,
  send,
  done,
  kept,
}: TextDialogProps & { kept: string }) {
  const [body, setBody] = useState(kept)
  const forget = useDraftSaver(drafts, about, { body })
  const { run, busy, problem } = useCommand()
  async function submit() {
    if (body.trim() === '' || !(await run('send', () => send(body)))) return
    forget()
    close()
    done()
  }
  return (
    <Dialog
      isOpen
      title={title}
      onClose={close}
      onSubmit={submit}
      says={says}
      footer={
        <DialogButtons close={close} isBusy={busy !== null} disabled={body.trim() === ''} hint="Ctrl ↵">
          {button}
        </DialogButtons>
      }
    >
      <Refusal problem={problem} />
      <AreaField label={label} value={body} onChange={setBody} maxLength={max} data-first />
    </Dialog>
  )
}

/** Adds a note that only staff can read. */
export function NoteDialog({ order: { number }, send, close }: OrderDialog) {
  const me = useMe()
  return (
    <TextDialog
      about={`note/${number}`}
      title="Note on the order"
      label="Note for staff"
      button="Save note"
      says={`By ${me.name}. Shoppers do not see notes.`}
      max={2000}
      close={close}
      send={(body) => sendOrQueue('order', { no: number, body }, (once) => send(noteOrder, { body }, once))}
      done={() => showToast('Note saved')}
    />
  )
}

export function HoldDialog({ order: { number }, send, close }: OrderDialog) {
  const me = useMe()
  const { run } = useCommand()
  const release = () => run('release', () => send(releaseOrder, {}))
  return (
    <TextDialog
      about={`hold/${number}`}
      title="Hold order"
      label="Reason for the hold"
      button="Hold order"
      says={`By ${me.name}. The shopper is not notified.`}
      max={500}
      close={close}
      send={(reason) => send(holdOrder, { reason })}
      done={() => showToast(`Held ${number}`, { action: { label: 'Undo', run: release } })}
    />
  )
}

/** Marks an order as paid when the money arrived outside of the payment provider. */
export function PaidDialog({ order: { number, total, customer }, send, close }: OrderDialog) {
  return (
    <EditDialog
      title="Mark the order as paid"
      button={`Mark ${formatMoney(total)} as paid`}
      isNew
      initial={{ method: 'Bank transfer', reference: '' }}
      says={`${customer.name || customer.email} gets a confirmation by email.`}
      done={`Paid ${number}`}
      onClose={close}
      send={(_, { method, reference }) => send(markPaid, { method, ...(reference && { reference }) })}
    >
      {(form) => (
        <>
          <Note>
            The order continues as if the payment provider had confirmed the payment. You cannot undo this, only refund
            the order.
          </Note>
          <TextField label="Payment method" maxLength={60} {...form.field('method')} />
          <TextField label="Reference" hint="Bank reference" maxLength={100} {...form.field('reference')} />
        </>
      )}
    </EditDialog>
  )
}

/** Mails the payment link to the customer. Shows the content of the mail first. */
export function LinkDialog({ order: { number, total, customer }, send, close }: OrderDialog) {
  const me = useMe()
  const { run, busy, problem } = useCommand()
  async function submit() {
    if (!(await run('send', () => send(sendPaymentLink, {})))) return
    close()
    showToast(`Payment link sent for ${number}`)
  }
  return (
    <Dialog
      isOpen
      title="Send a payment link"
      onClose={close}
      onSubmit={submit}
      says={`By ${me.name}.`}
      footer={
        <DialogButtons close={close} isBusy={busy !== null} hint="Ctrl ↵" data-first>
          Send the link
        </DialogButtons>
      }
    >
      <Refusal problem={problem} />
      <p>
        <bdi dir="ltr">{customer.email}</bdi> gets an email with the order number, the amount of {formatMoney(total)}{' '}
        and a link to the payment page. The page opens without signing in.
      </p>
    </Dialog>
  )
}
