import { fromWireTime } from '#contract/times.ts'
import { Literal } from '#web/ui/literal.tsx'
import { useBrowserValue } from '#web/use-store.ts'

/** A moment as the visitor's own clock shows it; until the page is hydrated, as UTC has it. */
export function CouponTime({ children }: { children: string }) {
  const date = fromWireTime(children)
  const text = useBrowserValue(
    () => couponTimeText(date, -date.getTimezoneOffset()),
    () => couponTimeText(date, 0),
  )
  return (
    <time dateTime={date.toISOString()}>
      <Literal>{text}</Literal>
    </time>
  )
}

/** `DD/MM/YYYY HH:mm:ss`, that many minutes east of Greenwich. */
export function couponTimeText(date: Date, minutesEast: number): string {
  const [day = '', time = ''] = new Date(date.getTime() + minutesEast * 60_000).toISOString().slice(0, 19).split('T')
  return `${day.split('-').reverse().join('/')} ${time}`
}
