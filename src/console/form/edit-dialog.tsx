import { type ReactNode, useState } from 'react'
import { useCommand } from '../data/use-command.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Refusal } from '../ui/content/note.tsx'
import { ConflictNote } from '../ui/layout/conflict-note.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'
import { type Form, useForm } from './use-form.ts'

type Removal = { button: string; run: () => Promise<unknown>; done: string }

type Props<V extends Record<string, unknown>> = {
  title: string
  /** The label of the button, such as `Add method` or `Save`. */
  button: string
  size?: 'form' | 'parcels' | 'table'
  initial: V
  about?: string
  reload?: (() => Promise<unknown>) | undefined
  /** True for a new item, which is sent even without changes. */
  isNew?: boolean
  says?: ReactNode
  /** The toast after success. Without this text, the caller shows its own toast. */
  done?: string
  onClose: () => void
  /** Called after saving, if closing is not enough. */
  onDone?: () => void
  send: (changed: Partial<V>, values: V) => Promise<unknown>
  /** Deletes the item. The button asks for confirmation. */
  remove?: Removal | undefined
  children: (form: Form<V>) => ReactNode
}

/** Renders the dialog of an item: its fields, the refusal, and the buttons. */
export function EditDialog<V extends Record<string, unknown>>(props: Props<V>) {
  const { title, button, size, initial, about, reload, isNew, says, done, onClose, send, remove, children } = props
  const { onDone = onClose } = props
  const form = useForm<V>({ initial, ...(about && { about }), ...(reload && { reload }) })
  const removing = useRemoval(remove, onClose)
  async function save() {
    if (!isNew && !form.isChanged) return onClose()
    if (!(await form.save((changed) => send(changed, form.values)))) return
    if (done) showToast(done)
    onDone()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      {...(size && { size })}
      isChanged={form.isChanged}
      onSubmit={save}
      says={removing.isAsking ? 'This cannot be undone.' : says}
      footer={(close) => (
        <>
          {removing.button}
          <Button size="large" onClick={close}>
            Cancel
          </Button>
          <Button size="large" tone="primary" type="submit" isBusy={form.isBusy} hint="Ctrl ↵">
            {button}
          </Button>
        </>
      )}
    >
      <ConflictNote conflict={form.conflict} />
      <Refusal problem={form.problem ?? removing.problem} />
      {children(form)}
    </Dialog>
  )
}

/** Returns the state of the delete button, which asks for confirmation. */
function useRemoval(remove: Removal | undefined, onClose: () => void) {
  const { run, busy, problem } = useCommand()
  const [isAsking, setAsking] = useState(false)
  if (!remove) return { button: null, isAsking, problem }
  async function confirmRemoval({ run: send, done }: Removal) {
    if (!isAsking) return setAsking(true)
    if (!(await run('remove', send))) return
    showToast(done)
    onClose()
  }
  const button = (
    <Button size="large" tone="danger" isBusy={busy !== null} onClick={() => confirmRemoval(remove)}>
      {isAsking ? `${remove.button} permanently` : remove.button}
    </Button>
  )
  return { button, isAsking, problem }
}
