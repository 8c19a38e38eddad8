import { useEffect, useRef } from 'react'

const checkMs = 5_000
const gapMs = 20_000

/** Calls back after the device slept or the page was hidden for a while, because timers may then be wrong. */
export function useWakeUp(onWake: () => void): void {
  const latest = useRef(onWake)
  useEffect(() => {
    latest.current = onWake
  })
  useEffect(() => {
    let last = Date.now()
    const checkForGap = () => {
      const now = Date.now()
      const hasSlept = Math.abs(now - last) > gapMs
      last = now
      if (hasSlept && !document.hidden) latest.current()
    }
    const timer = setInterval(checkForGap, checkMs)
    document.addEventListener('visibilitychange', checkForGap)
    window.addEventListener('pageshow', checkForGap)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', checkForGap)
      window.removeEventListener('pageshow', checkForGap)
    }
  }, [])
}
