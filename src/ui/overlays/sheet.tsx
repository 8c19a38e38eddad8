import ArrowLeft from 'lucide-react/icons/arrow-left'
import X from 'lucide-react/icons/x'
import { type PointerEvent, type ReactNode, type RefObject, useId, useRef } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { joinClasses } from '../content/join-classes.ts'
import { useT } from '../i18n/use-t.ts'
import styles from './sheet.module.css'
import { ToastRegion } from './toast.tsx'
import { useModal } from './use-modal.ts'

type SheetProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Shows a back arrow at the start, for a sheet with several levels. */
  onBack?: () => void
  /** The value 'tall' keeps one height while the content changes. */
  height?: 'auto' | 'tall'
  /** The content above the scrolling body, such as tabs or a path. */
  head?: ReactNode
  /** True if the sheet adds no padding at the top and the sides, for example around full-width rows. */
  flush?: boolean
  children: ReactNode
}

/** Renders a bottom sheet, or from 768 px a dialog in the middle. */
export function Sheet({ open, onClose, title, onBack, height = 'auto', head, flush, children }: SheetProps) {
  const t = useT()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const { hasContents, handlers } = useModal(dialog, open, onClose)
  const drag = useDragToClose(dialog, onClose)
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={hasContents ? titleId : undefined}
      className={joinClasses(styles.sheet, height === 'tall' && styles.tall)}
      {...handlers}
    >
      {hasContents && (
        <div className={styles.panel}>
          <div className={styles.top} {...drag}>
            <div className={styles.grabber} aria-hidden="true" />
            <div className={styles.bar}>
              <div>{onBack && <IconButton icon={ArrowLeft} flip label={t('Back')} onClick={onBack} />}</div>
              <h2 id={titleId} className={styles.title}>
                {title}
              </h2>
              <IconButton icon={X} label={t('Close')} onClick={onClose} className={styles.close} />
            </div>
          </div>
          {head}
          <div className={joinClasses(styles.body, Boolean(head) && styles.headed, flush && styles.flush)}>
            {children}
          </div>
        </div>
      )}
      <ToastRegion active={open} />
    </dialog>
  )
}

/** Moves the sheet with a finger on its head, and closes it after a long pull or a flick. */
function useDragToClose(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void) {
  const start = useRef<{ y: number; time: number } | null>(null)

  function release(event: PointerEvent, mayClose: boolean) {
    const from = start.current
    const element = dialog.current
    if (!from || !element) return
    start.current = null
    element.removeAttribute('data-dragging')
    const closes = mayClose && shouldDragClose(event.clientY - from.y, event.timeStamp - from.time)
    if (closes) onClose()
    requestAnimationFrame(() => element.style.removeProperty('--drag'))
  }

  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      const onButton = event.target instanceof Element && event.target.closest('button, a')
      if (onButton || !event.isPrimary || event.button !== 0 || matchMedia('(min-width: 48rem)').matches) return
      start.current = { y: event.clientY, time: event.timeStamp }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      if (!start.current || !dialog.current) return
      dialog.current.setAttribute('data-dragging', '')
      dialog.current.style.setProperty('--drag', `${Math.max(0, event.clientY - start.current.y)}px`)
    },
    onPointerUp: (event: PointerEvent<HTMLDivElement>) => release(event, true),
    onPointerCancel: (event: PointerEvent<HTMLDivElement>) => release(event, false),
  }
}

const FAR_PX = 96
const FLICK_PX_PER_MS = 0.5
const FLICK_MIN_PX = 24

/** Returns whether a pull of this distance and time closes the sheet. */
export function shouldDragClose(distance: number, milliseconds: number): boolean {
  if (distance >= FAR_PX) return true
  return distance >= FLICK_MIN_PX && distance / Math.max(milliseconds, 1) >= FLICK_PX_PER_MS
}
