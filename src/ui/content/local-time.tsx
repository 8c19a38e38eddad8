import { createContext, use } from 'react'
import { formatInZone } from '#contract/times/time-zones.ts'
import { fromWireTime } from '#contract/times/times.ts'
import { useBrowserValue } from '../state/use-store.ts'
import { Literal } from './literal.tsx'

type LocalTimeProps = {
  children: Date | string
  /** Only the day, without the time. */
  isDay?: boolean
}

/** The visitor's time zone as far as the server knows it: the same text on the server and at hydration. */
export const TimeZone = createContext('UTC')

/**
 * Returns attributes that mark a text written in the server's time zone. A browser in another zone hides the text until it is
 * hydrated (`base.css`), so that no day jumps.
 */
export function useZoneMark(): { 'data-server-zone'?: '' } {
  const isByServer = useBrowserValue(
    () => false,
    () => true,
  )
  return isByServer ? { 'data-server-zone': '' } : {}
}

/** A moment as the visitor's own clock shows it. */
export function LocalTime({ children, isDay = false }: LocalTimeProps) {
  const date = typeof children === 'string' ? fromWireTime(children) : children
  const zone = use(TimeZone)
  const text = useBrowserValue(
    () => localTimeText(date),
    () => formatInZone(date, zone),
  )
  return (
    <time dateTime={date.toISOString()} {...useZoneMark()}>
      <Literal>{isDay ? text.slice(0, 10) : text}</Literal>
    </time>
  )
}

/** `YYYY-MM-DD HH:mm:ss` by the clock of this machine. */
export function localTimeText(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [String(date.getFullYear()).padStart(4, '0'), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}
