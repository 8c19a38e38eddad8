import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { StatusDisc } from './status.tsx'

type AnnouncementDialogProps = {
  open: boolean
  onClose: () => void
  icon: LucideIcon
  title: string
  line: string
  /** One block button. */
  children: ReactNode
}

/** Good news with one way on: a claimed coupon. */
export function AnnouncementDialog({ open, onClose, icon, title, line, children }: AnnouncementDialogProps) {
  const id = useId()
  return (
    <Dialog open={open} onClose={onClose} labelledBy={`${id}-title`} describedBy={`${id}-line`}>
      <div className={styles.announcement}>
        <StatusDisc tone="success" icon={icon} />
        <h2 id={`${id}-title`} className={styles.announcementTitle}>
          {title}
        </h2>
        <p id={`${id}-line`} className={styles.announcementLine}>
          {line}
        </p>
        <div className={styles.wideAction}>{children}</div>
      </div>
    </Dialog>
  )
}
