import { useRouterState } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import styles from './waiting.module.css'
import { readWait, type Wait } from './waiting.rules.ts'

/** A page that comes sooner needs no sign: it would only flash. */
const signAfterMs = 100

/** What is being fetched and has taken longer than a moment: other rows of this page, or another page. */
export function useWait(): Wait {
  const wait = useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      readWait({ isLoading, to: location.pathname, from: resolvedLocation?.pathname }),
  })
  const [shown, setShown] = useState<Wait>('none')
  useEffect(() => {
    if (wait === 'none') return setShown('none')
    const timer = setTimeout(() => setShown(wait), signAfterMs)
    return () => clearTimeout(timer)
  }, [wait])
  // Shown no longer than it lasts, also while the timer's word is on its way.
  return wait === 'none' ? 'none' : shown
}

/** A line at the top while something is fetched, and one in words while there is no connection. */
export function WaitLines({ wait }: { wait: Wait }) {
  const isOnline = useSyncExternalStore(followConnection, readConnection, isOnlineAtServer)
  return (
    <>
      {wait !== 'none' && <div className={styles.line} aria-hidden />}
      <div role="status">
        {!isOnline && (
          <p className={styles.offline}>
            <CloudOff size={16} strokeWidth={1.75} aria-hidden />
            No connection. What is here can be read; changes wait until it is back.
          </p>
        )}
      </div>
    </>
  )
}

function followConnection(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
const readConnection = () => navigator.onLine
const isOnlineAtServer = () => true
