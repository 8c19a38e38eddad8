import { type ReactNode, useState } from 'react'
import { useCommand } from '../data/use-command.ts'
import { Button } from '../ui/button.tsx'
import { ConflictNote } from '../ui/conflict-note.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Refusal } from '../ui/note.tsx'
import { showToast } from '../ui/toast-store.ts'
import { useForm } from './use-form.ts'

type Form<V extends Record<string, unknown>> = ReturnType<typeof useForm<V>>

type Props<V extends Record<string, unknown>> = {
  title: string
  /** What happens to what: `Add method`, `Save`. */
  button: string
  size?: 'form' | 'parcels' | 'table'
  initial: V
  about?: string
  reload?: (() => Promise<unknown>) | undefined
  /** New things are sent though nothing was typed. */
  isNew?: boolean
  says?: ReactNode
  /** Said once it is done; without it the caller says it. */
  done?: string
  onClose: () => void
  /** What comes after saving, where it is more than closing. */
  onDone?: () => void
  send: (changed: Partial<V>, values: V) => Promise<unknown>
  /** Takes it away for good; the button asks once more. */
  remove?: { button: string; run: () => Promise<unknown>; done: string } | undefined
  children: (form: Form<V>) => ReactNode
}

/** A thing of the shop in a dialog: its fields, what the shop says no with, and the ways out. */
export function EditDialog<V extends Record<string, unknown>>(props: Props<V>) {
  const {
    title,
    button,
    size,
    initial,
    about,
    reload,
    isNew,
    says,
    done,
    onClose,
    onDone = onClose,
    send,
    remove,
    children,
  } = props
  const form = useForm<V>({ initial, ...(about && { about }), ...(reload && { reload }) })
  const removing = useCommand()
  const [asksToRemove, setAsks] = useState(false)
  async function save() {
    if (!isNew && !form.isChanged) return onClose()
    if (!(await form.save((changed) => send(changed, form.values)))) return
    if (done) showToast(done)
    onDone()
  }
  async function takeAway() {
    if (!remove) return
    if (!asksToRemove) return setAsks(true)
    if (!(await removing.run('remove', remove.run))) return
    showToast(remove.done)
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      {...(size && { size })}
      isChanged={form.isChanged}
      onSubmit={save}
      says={asksToRemove ? 'This cannot be undone.' : says}
      footer={(close) => (
        <>
          {remove && (
            <Button size="large" tone="danger" isBusy={removing.busy !== null} onClick={takeAway}>
              {asksToRemove ? `${remove.button} for good` : remove.button}
            </Button>
          )}
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
