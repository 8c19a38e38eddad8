import { createContext, use } from 'react'
import { formatInZone } from '#contract/times/time-zones.ts'
import { fromWireTime } from '#contract/times/times.ts'
import { Literal } from '../content/literal.tsx'
import { useBrowserValue } from '../state/use-store.ts'

type LocalTimeProps = {
  children: Date | string
  /** Whether to show the day without the time. */
  isDay?: boolean
}

/** The visitor's time zone as known by the server, so that the server's text equals the hydrated text. */
export const TimeZone = createContext('UTC')

/**
 * Returns attributes that mark a text written in the server's time zone. A browser in another zone hides the text until
 * hydration (`base.css`), so that no date visibly changes.
 */
export function useServerZoneAttribute(): { 'data-server-zone'?: '' } {
  const isServerRender = useBrowserValue(
    () => false,
    () => true,
  )
  return isServerRender ? { 'data-server-zone': '' } : {}
}

/** Renders a moment in the visitor's own time zone. */
export function LocalTime({ children, isDay = false }: LocalTimeProps) {
  const date = typeof children === 'string' ? fromWireTime(children) : children
  const zone = use(TimeZone)
  const text = useBrowserValue(
    () => formatLocalTime(date),
    () => formatInZone(date, zone),
  )
  return (
    <time dateTime={date.toISOString()} {...useServerZoneAttribute()}>
      <Literal>{isDay ? text.slice(0, 10) : text}</Literal>
    </time>
  )
}

/** Formats a date as `YYYY-MM-DD HH:mm:ss` in the local time zone. */
export function formatLocalTime(date: Date): string {
  const padTwo = (value: number) => String(value).padStart(2, '0')
  const day = [String(date.getFullYear()).padStart(4, '0'), padTwo(date.getMonth() + 1), padTwo(date.getDate())].join(
    '-',
  )
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(padTwo).join(':')}`
}
