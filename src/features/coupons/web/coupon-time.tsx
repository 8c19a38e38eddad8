import { use } from 'react'
import { formatInZone } from '#contract/times/time-zones.ts'
import { fromWireTime } from '#contract/times/times.ts'
import { Literal } from '#ui/content/literal.tsx'
import { useBrowserValue } from '#ui/state/use-store.ts'
import { formatLocalTime, TimeZone, useServerZoneAttribute } from '#ui/time/local-time.tsx'

/** Renders a moment in the visitor's own time zone. */
export function CouponTime({ children }: { children: string }) {
  const date = fromWireTime(children)
  const zone = use(TimeZone)
  const text = useBrowserValue(
    () => toCouponTime(formatLocalTime(date)),
    () => toCouponTime(formatInZone(date, zone)),
  )
  return (
    <time dateTime={date.toISOString()} {...useServerZoneAttribute()}>
      <Literal>{text}</Literal>
    </time>
  )
}

/** Formats `YYYY-MM-DD HH:mm:ss` as `DD/MM/YYYY HH:mm:ss`. */
export function toCouponTime(text: string): string {
  const [day = '', time = ''] = text.split(' ')
  return `${day.split('-').reverse().join('/')} ${time}`
}
