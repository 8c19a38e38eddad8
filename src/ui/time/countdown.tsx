import { useEffect, useRef, useState } from 'react'
import { Literal } from '../content/literal.tsx'
import { useT } from '../i18n/use-t.ts'
import styles from './countdown.module.css'
import { secondsLeft, splitSeconds, twoDigits, untilNextSecond } from './countdown-parts.ts'

type CountdownProps = {
  /** The seconds left at the time of the server's response. */
  seconds: number
  /** The time of the response on `performance.now()`. The default is the time of mounting. */
  measuredAt?: number
  /** Called once at zero, but not for a countdown that starts at zero. */
  onComplete?: () => void
}

export function Countdown({ seconds, measuredAt, onComplete }: CountdownProps) {
  const t = useT()
  const left = useSecondsLeft(seconds, measuredAt, onComplete)
  const parts = splitSeconds(left)
  const cells = [
    [parts.days, t('days', { n: parts.days })],
    [parts.hours, t('hours', { n: parts.hours })],
    [parts.minutes, t('minutes', { n: parts.minutes })],
    [parts.seconds, t('seconds', { n: parts.seconds })],
  ] as const
  return (
    <div
      role="timer"
      aria-live="off"
      aria-label={t('{days} days and {hours} hours left', { days: parts.days, hours: parts.hours })}
      className={styles.countdown}
    >
      {cells.map(([value, word], position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: there are always the same four parts, whose words change with their numbers.
        <div key={position} className={styles.cell} aria-hidden="true">
          <b className={styles.figure}>
            <Literal>{twoDigits(value)}</Literal>
          </b>
          <span className={styles.word}>{word}</span>
        </div>
      ))}
    </div>
  )
}

/**
 * Returns the seconds left by the monotonic clock, which neither a changed wall clock nor a throttled background tab
 * affects.
 */
function useSecondsLeft(seconds: number, measuredAt: number | undefined, onComplete: (() => void) | undefined): number {
  const [left, setLeft] = useState(seconds)
  const complete = useRef(onComplete)
  useEffect(() => {
    complete.current = onComplete
  })

  useEffect(() => {
    setLeft(seconds)
    if (seconds <= 0) return
    const start = measuredAt ?? performance.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const tick = () => {
      clearTimeout(timer)
      if (isOver) return
      const elapsed = performance.now() - start
      const now = secondsLeft(seconds, elapsed)
      setLeft(now)
      if (now > 0) {
        timer = setTimeout(tick, untilNextSecond(seconds, elapsed))
        return
      }
      isOver = true
      complete.current?.()
    }
    tick()
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [seconds, measuredAt])

  return Math.max(0, Math.ceil(left))
}
