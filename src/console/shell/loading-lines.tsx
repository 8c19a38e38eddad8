import { useRouterState } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useStore } from '#ui/state/use-store.ts'
import { useReload } from '../data/reload-page.ts'
import { formatProblem } from '../data/use-command.ts'
import { restoreWaitingNotes, sendWaitingNotes, waitingNotes } from '../data/waiting-notes.ts'
import { showToast } from '../ui/overlays/toast-store.ts'
import { useConsole } from './console-context.ts'
import { formatOffline, type LoadingKind, toLoadingKind } from './loading-kind.rules.ts'
import styles from './loading-lines.module.css'

/** 100: a faster page shows no indicator, which would only flash. */
const indicatorDelayMs = 100

/**
 * Returns the kind of loading once the loading takes longer than a moment: other rows of this page, or another page.
 */
export function useLoadingKind(): LoadingKind {
  const wait = useRouterState({
    select: ({ isLoading, location, resolvedLocation }) =>
      toLoadingKind({ isLoading, to: location.pathname, from: resolvedLocation?.pathname }),
  })
  const [shown, setShown] = useState<LoadingKind>('none')
  useEffect(() => {
    if (wait === 'none') return setShown('none')
    const timer = setTimeout(() => setShown(wait), indicatorDelayMs)
    return () => clearTimeout(timer)
  }, [wait])
  // The indicator ends together with the loading, even before the timer has fired.
  return wait === 'none' ? 'none' : shown
}

/** Renders a line at the top while loading, and a text while offline. */
export function LoadingLines({ wait }: { wait: LoadingKind }) {
  const isOnline = useSyncExternalStore(subscribeToConnection, readConnection, isOnlineAtServer)
  const waiting = useWaitingNotes(isOnline)
  return (
    <>
      {wait !== 'none' && <div className={styles.line} aria-hidden />}
      <div role="status">
        {(!isOnline || waiting > 0) && (
          <p className={styles.offline} data-offline>
            <CloudOff size={16} strokeWidth={1.75} aria-hidden />
            {formatOffline(waiting)}
          </p>
        )}
      </div>
    </>
  )
}

function subscribeToConnection(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
const readConnection = () => navigator.onLine
const isOnlineAtServer = () => true

/** 15,000: the browser may not notice a lost connection, so waiting notes are retried at this interval. */
const retryMs = 15_000

/** Returns the number of waiting notes, which are sent as soon as there is a connection. */
function useWaitingNotes(isOnline: boolean): number {
  const reload = useReload()
  const { call, additions } = useConsole()
  const waiting = useStore(waitingNotes).length
  useEffect(() => restoreWaitingNotes(additions.notes), [additions])
  useEffect(() => {
    if (!isOnline || waiting === 0) return
    const send = async () => {
      const { sent, refused } = await sendWaitingNotes(call, additions.notes)
      const [first] = refused
      if (first) showToast(`A note written offline could not be saved: ${formatProblem(first)}`)
      else if (sent > 0)
        showToast(
          sent === 1
            ? 'The note that was written offline is saved'
            : `${sent} notes that were written offline are saved`,
        )
      if (sent > 0) await reload()
    }
    send()
    const timer = setInterval(send, retryMs)
    return () => clearInterval(timer)
  }, [isOnline, waiting, call, additions, reload])
  return waiting
}
