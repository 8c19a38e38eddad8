import { useEffect, useRef } from 'react'

const tickMs = 5_000
const gapMs = 20_000

/** Calls back after the device slept or the page was hidden for a while, because timers may then be wrong. */
export function useWakeUp(onWake: () => void): void {
  const latest = useRef(onWake)
  useEffect(() => {
    latest.current = onWake
  })
  useEffect(() => {
    let last = Date.now()
    const look = () => {
      const now = Date.now()
      const hasSlept = Math.abs(now - last) > gapMs
      last = now
      if (hasSlept && !document.hidden) latest.current()
    }
    const timer = setInterval(look, tickMs)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pageshow', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pageshow', look)
    }
  }, [])
}
