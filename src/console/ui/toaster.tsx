import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { dismissToast, readToast, subscribeToast } from './toast-store.ts'
import styles from './toaster.module.css'

/** One message at the lower start, with its undo. */
export function Toaster() {
  const toast = useSyncExternalStore(subscribeToast, readToast, () => null)
  return (
    <div className={styles.place} role="status">
      {toast && (
        <div className={styles.toast} onPointerEnter={toast.hold} onPointerLeave={toast.letGo}>
          <span>{toast.text}</span>
          {toast.action && (
            <Button
              size="small"
              onClick={() => {
                dismissToast(toast.id)
                toast.action?.run()
              }}
            >
              {toast.action.label}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
