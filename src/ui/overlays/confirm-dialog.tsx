import { useId } from 'react'
import { Button } from '../buttons/button.tsx'
import { useT } from '../i18n/use-t.ts'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  question: string
  onNo: () => void
  onYes: () => void
  busy?: boolean
}

export function ConfirmDialog({ open, question, onNo, onYes, busy }: ConfirmDialogProps) {
  const t = useT()
  const id = useId()
  return (
    <Dialog open={open} onClose={onNo} role="alertdialog" labelledBy={id}>
      <p id={id} className={styles.question}>
        {question}
      </p>
      <div className={styles.answers}>
        <Button tone="secondary" onClick={onNo}>
          {t('No')}
        </Button>
        <Button onClick={onYes} busy={busy}>
          {t('Yes')}
        </Button>
      </div>
    </Dialog>
  )
}
