import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from '../content/icon.tsx'
import { useStore } from '../state/use-store.ts'
import { holdWhileUsed } from './hold-while-used.ts'
import styles from './toast.module.css'
import { dismissToast, openToastOutlet, pauseToast, resumeToast, type Toast, toastAt, toasts } from './toast-store.ts'

export { showToast } from './toast-store.ts'

/** Mounted once, at the end of the page. */
export function Toaster() {
  return <ToastRegion active />
}

/**
 * A live region that is always there. Sheets and dialogs carry one of their own, because what lies outside an open
 * modal is inert: a toast there could be neither heard nor pressed.
 */
export function ToastRegion({ active }: { active: boolean }) {
  const id = useId()
  const toast = useStore(toasts, (state) => toastAt(id, state))
  useEffect(() => (active ? openToastOutlet({ id }) : undefined), [active, id])
  return <div role="status">{toast && <ToastSlab key={toast.id} toast={toast} />}</div>
}

function ToastSlab({ toast }: { toast: Toast }) {
  const slab = useRef<HTMLDivElement>(null)
  // As a popover it lies in the top layer, above whatever dialog is open.
  useLayoutEffect(() => slab.current?.showPopover?.(), [])
  return (
    <div ref={slab} popover="manual" className={styles.toast} {...holdWhileUsed(pauseToast, resumeToast)}>
      {toast.icon && <Icon of={toast.icon === 'ok' ? Check : CircleAlert} size="s" className={styles.icon} />}
      <span>{toast.text}</span>
      {toast.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            // Dismissed before the action runs, because the action may show a toast of its own.
            dismissToast()
            toast.action?.onClick()
          }}
        >
          {toast.action.label}
        </button>
      )}
    </div>
  )
}
