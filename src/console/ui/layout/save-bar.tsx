import { useBlocker } from '@tanstack/react-router'
import { CircleDot } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../buttons/button.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import styles from './save-bar.module.css'

type Props = {
  /** The names of the changed fields. */
  changes: string[]
  isBusy: boolean
  onSave: () => unknown
  onDiscard: () => void
  /** Whether changes are stored in this browser, so that closing the tab loses nothing. */
  isKept?: boolean
}

const count = (changes: string[]) =>
  `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}: ${changes.join(', ')}`

/** Saves on Ctrl+S, and asks before leaving a page with unsaved changes. */
export function UnsavedGuard({ changes, onSave, isKept = false }: Pick<Props, 'changes' | 'onSave' | 'isKept'>) {
  const save = useRef(onSave)
  save.current = onSave
  const isChanged = changes.length > 0
  useEffect(() => {
    if (!isChanged) return
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) save.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isChanged])
  const leaving = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged && !isKept,
    withResolver: true,
  })
  const { status, proceed } = leaving
  const isAsking = status === 'blocked' && isChanged
  // Saving may finish after the member has left the page. No question is needed then.
  useEffect(() => {
    if (status === 'blocked' && !isChanged) proceed()
  }, [status, proceed, isChanged])
  return (
    <>
      <div className="visually-hidden" role="status">
        {isChanged ? 'There are unsaved changes' : ''}
      </div>
      <Dialog
        isOpen={isAsking}
        onClose={() => leaving.reset?.()}
        title="Leave without saving?"
        hasHistoryEntry={false}
        footer={
          <>
            <Button size="large" tone="danger" onClick={() => leaving.proceed?.()}>
              Leave
            </Button>
            <Button size="large" tone="primary" onClick={() => leaving.reset?.()}>
              Keep editing
            </Button>
          </>
        }
      >
        <p>
          {count(changes)}.{isKept && ' Your changes stay in this browser and are restored when you come back.'}
        </p>
      </Dialog>
    </>
  )
}

/** Renders the save bar at the foot of a form with unsaved changes. Leaving the page asks first. */
export function SaveBar({ changes, isBusy, onSave, onDiscard, isKept = false }: Props) {
  return (
    <>
      {changes.length > 0 && (
        <section className={styles.bar} aria-label="Changes">
          <CircleDot size={16} strokeWidth={1.75} aria-hidden className={styles.dot} />
          <span className={styles.what}>{count(changes)}</span>
          <Button onClick={onDiscard}>Discard</Button>
          <Button tone="primary" hint="Ctrl S" isBusy={isBusy} onClick={onSave}>
            Save
          </Button>
        </section>
      )}
      <UnsavedGuard changes={changes} onSave={onSave} isKept={isKept} />
    </>
  )
}
