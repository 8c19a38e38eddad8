import { type ReactNode, useRef } from 'react'
import styles from './dialog.module.css'
import { ToastRegion } from './toast.tsx'
import { useModal } from './use-modal.ts'

type DialogProps = {
  open: boolean
  onClose: () => void
  role?: 'dialog' | 'alertdialog'
  labelledBy: string
  describedBy?: string
  children: ReactNode
}

/** Renders a small dialog in the middle of the screen, for questions and confirmations. */
export function Dialog({ open, onClose, role, labelledBy, describedBy, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { hasContents, handlers } = useModal(dialog, open, onClose)
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      role={role}
      aria-labelledby={hasContents ? labelledBy : undefined}
      aria-describedby={hasContents ? describedBy : undefined}
      className={styles.dialog}
      {...handlers}
    >
      {hasContents && <div className={styles.panel}>{children}</div>}
      <ToastRegion active={open} />
    </dialog>
  )
}
