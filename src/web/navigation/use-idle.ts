import { useEffect } from 'react'

const idleDelayMs = 3000

/** Runs a function once the page is idle. */
export function useIdle(work: (() => void) | null): void {
  useEffect(() => {
    if (!work) return
    const timer = setTimeout(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(work)
      else work()
    }, idleDelayMs)
    return () => clearTimeout(timer)
  }, [work])
}
