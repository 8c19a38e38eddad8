import { Check } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { pauseWhileUsed } from '#ui/overlays/pause-while-used.ts'
import { useHint } from '../../shell/use-keys.ts'
import { Key } from '../content/key.tsx'
import { readToast, subscribeToast, undoLast } from './toast-store.ts'
import styles from './toaster.module.css'

/** Renders the toast at the lower start corner, with its undo button. */
export function Toaster() {
  const toast = useSyncExternalStore(subscribeToast, readToast, () => null)
  const { shortcut } = useHint('Z')
  return (
    <div className={styles.place} role="status">
      {toast && (
        <div className={styles.toast} {...pauseWhileUsed(toast.pauseTimer, toast.resumeTimer)}>
          <Check size={16} strokeWidth={1.75} aria-hidden />
          <span>{toast.text}</span>
          {toast.action && (
            <button type="button" className={styles.action} onClick={undoLast} aria-keyshortcuts={shortcut}>
              {toast.action.label}
              <Key>Z</Key>
            </button>
          )}
        </div>
      )}
    </div>
  )
}
