import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from '../content/icon.tsx'
import { useStore } from '../state/use-store.ts'
import { pauseWhileUsed } from './pause-while-used.ts'
import styles from './toast.module.css'
import { dismissToast, openToastOutlet, pauseToast, resumeToast, type Toast, toastAt, toasts } from './toast-store.ts'

export { showToast } from './toast-store.ts'

/** Renders the toasts of the page. Mounted once, at the end of the page. */
export function Toaster() {
  return <ToastRegion active />
}

/**
 * Renders a live region that always exists. Sheets and dialogs have a region of their own. Everything outside of an
 * open modal is inert, so a toast there could be neither announced nor pressed.
 */
export function ToastRegion({ active }: { active: boolean }) {
  const id = useId()
  const toast = useStore(toasts, (state) => toastAt(id, state))
  useEffect(() => (active ? openToastOutlet({ id }) : undefined), [active, id])
  return <div role="status">{toast && <ToastSlab key={toast.id} toast={toast} />}</div>
}

function ToastSlab({ toast }: { toast: Toast }) {
  const slab = useRef<HTMLDivElement>(null)
  // A popover is in the top layer, above any open dialog.
  useLayoutEffect(() => slab.current?.showPopover?.(), [])
  return (
    <div ref={slab} popover="manual" className={styles.toast} {...pauseWhileUsed(pauseToast, resumeToast)}>
      {toast.icon && <Icon of={toast.icon === 'ok' ? Check : CircleAlert} size="s" className={styles.icon} />}
      <span>{toast.text}</span>
      {toast.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            // The toast closes before the action runs, because the action may show another toast.
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
