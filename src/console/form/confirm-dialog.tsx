import type { ReactNode } from 'react'
import { useCommand } from '../data/use-command.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Refusal } from '../ui/content/note.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'

type Props = {
  /** The question, such as `Delete the summer dress?` */
  title: string
  /** The label of the confirm button, such as `Delete the product`. */
  button: string
  says?: ReactNode
  run: () => Promise<unknown>
  onClose: () => void
  /** The explanation of the consequences. */
  children: ReactNode
}

/** Asks before a permanent action. The dialog closes after success, and shows the reason after a refusal. */
export function ConfirmDialog({ title, button, says, run, onClose, children }: Props) {
  const command = useCommand()
  const confirm = async () => {
    if (await command.run('confirm', run)) onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      onSubmit={confirm}
      says={says}
      footer={(close) => (
        <>
          <Button size="large" onClick={close}>
            Keep it
          </Button>
          <Button size="large" tone="danger" type="submit" isBusy={command.busy !== null}>
            {button}
          </Button>
        </>
      )}
    >
      {children}
      <Refusal problem={command.problem} />
    </Dialog>
  )
}
