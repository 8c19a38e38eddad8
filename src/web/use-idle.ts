import { useEffect } from 'react'

const afterMs = 3000

/** Does something once the page has long had what it needs itself. */
export function useIdle(work: (() => void) | null): void {
  useEffect(() => {
    if (!work) return
    const timer = setTimeout(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(work)
      else work()
    }, afterMs)
    return () => clearTimeout(timer)
  }, [work])
}
