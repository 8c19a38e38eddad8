import { useEffect, useState } from 'react'
import { minuteMs } from '#contract/times.ts'

/** The reader's own clock, which the server does not know: null until the page runs, then read once a minute. */
export function useNow(): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
