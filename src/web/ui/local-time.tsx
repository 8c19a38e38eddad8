import { fromWireTime, toWireTime } from '#contract/times.ts'
import { useBrowserValue } from '#web/use-store.ts'
import { Literal } from './literal.tsx'
import { localTimeText } from './local-time-text.ts'

type LocalTimeProps = {
  children: Date | string
  /** Only the day, without the time. */
  isDay?: boolean
}

/** A moment as the visitor's own clock shows it. The server does not know that clock: until the page is hydrated it is UTC. */
export function LocalTime({ children, isDay = false }: LocalTimeProps) {
  const date = typeof children === 'string' ? fromWireTime(children) : children
  const text = useBrowserValue(
    () => localTimeText(date),
    () => toWireTime(date),
  )
  return (
    <time dateTime={date.toISOString()}>
      <Literal>{isDay ? text.slice(0, 10) : text}</Literal>
    </time>
  )
}
