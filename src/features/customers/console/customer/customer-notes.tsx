import { X } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { AreaField } from '#console/ui/fields/field.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { Dialog } from '#console/ui/overlays/dialog.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { fieldsOf } from '#contract/values.ts'
import { customerNoteLength } from '#features/customers/customers.rules.ts'
import {
  noteCustomer,
  removeCustomerNote,
  restoreCustomerNote,
  type StaffCustomer,
} from '#features/customers/customers.staff.contract.ts'
import { defineDraft, useDraft, useDraftSaver } from '#web/data/use-draft.ts'
import styles from './customer-notes.module.css'

type Notes = StaffCustomer['notes']
type Props = { customer: StaffCustomer; mayWrite: boolean; onAdd: () => void }

export function CustomerNotes({ customer: { id, notes, possible }, mayWrite, onAdd }: Props) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const restoreNote = (note_id: string) => run('back', () => call(restoreCustomerNote, { id, note_id }))
  async function remove(note_id: string) {
    if (!(await run(note_id, () => call(removeCustomerNote, { id, note_id })))) return
    showToast('Note removed', { action: { label: 'Undo', run: () => restoreNote(note_id) } })
  }
  const mayNote = mayWrite && possible.includes('note')
  if (!mayNote && notes.length === 0) return null
  return (
    <Panel
      title="Notes"
      actions={
        mayNote && (
          <Button tone="quiet" size="small" onClick={onAdd} hint="M">
            Add
          </Button>
        )
      }
    >
      {notes.length === 0 ? (
        <p className={styles.none}>No notes yet. Shoppers never see notes.</p>
      ) : (
        <NoteList notes={notes} remove={mayNote ? remove : undefined} busy={busy} />
      )}
      <Refusal problem={problem} />
    </Panel>
  )
}

type ListProps = { notes: Notes; remove?: ((id: string) => void) | undefined; busy?: string | null }

export function NoteList({ notes, remove, busy = null }: ListProps) {
  return (
    <ul className={styles.notes}>
      {notes.map(({ id, body, author, at, is_mine }) => (
        <li key={id} className={styles.note}>
          <p className={styles.body} dir="auto">
            {body}
          </p>
          <span className={styles.by}>
            {author}, <Moment at={at} />
          </span>
          {remove && is_mine && (
            <Button
              tone="quiet"
              size="small"
              icon={X}
              className={styles.remove}
              aria-label="Remove the note"
              title="Remove the note"
              isBusy={busy === id}
              onClick={() => remove(id)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

type Words = { body: string }
const drafts = defineDraft<Words>('staff_customer_note', {
  parse: (kept) => {
    const { body } = fieldsOf(kept)
    return typeof body === 'string' ? { body } : null
  },
  isEmpty: ({ body }) => body.trim() === '',
})

type DialogProps = { customer: StaffCustomer; onClose: () => void }

/** Renders the dialog for a new note. The browser stores the typed text as a draft until the note is sent. */
export function NoteDialog(props: DialogProps) {
  const kept = useDraft(drafts, props.customer.id)
  return <NoteForm key={kept ? 'kept' : 'new'} {...props} kept={kept?.body ?? ''} />
}

function NoteForm({ customer, onClose, kept }: DialogProps & { kept: string }) {
  const { call } = useConsole()
  const me = useMe()
  const [body, setBody] = useState(kept)
  const forget = useDraftSaver(drafts, customer.id, { body })
  const { run, busy, problem } = useCommand()
  const isEmpty = body.trim() === ''
  async function send() {
    if (isEmpty || !(await run('note', () => call(noteCustomer, { id: customer.id, body })))) return
    forget()
    showToast('Note saved')
    onClose()
  }
  return (
    <Dialog
      isOpen
      title={`Note on ${customer.name || customer.email}`}
      onClose={onClose}
      onSubmit={send}
      says={`By ${me.name}. Shoppers do not see notes.`}
      footer={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button size="large" tone="primary" type="submit" isBusy={busy !== null} disabled={isEmpty} hint="Ctrl ↵">
            Save note
          </Button>
        </>
      }
    >
      <Refusal problem={problem} />
      <AreaField
        label="Note for staff"
        value={body}
        onChange={setBody}
        maxLength={customerNoteLength}
        rows={4}
        data-first
      />
    </Dialog>
  )
}
