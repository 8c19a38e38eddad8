import { formatIsoDay, toZonedTime } from '#console/ui/format/clock.rules.ts'
import { formatShortDay } from '#console/ui/format/day.rules.ts'
import { dayMs } from '#contract/times/times.ts'
import type { StaffCurrency } from '#features/settings/settings.staff.contract.ts'

/**
 * The age in days from which a rate is highlighted. 4: a weekend and a bank holiday. 90: a season, for rates set by
 * staff.
 */
const staleAfterDays = { ecb: 4, manual: 90 }
const names = { ecb: 'ECB', manual: 'By hand' }

/** Formats the source and age of a rate, such as `ECB, today`, `By hand, 2 Sep` or `ECB, 6 days old`. */
export function formatRateAge(
  { rate_source: source, rate_as_of }: Pick<StaffCurrency, 'rate_source' | 'rate_as_of'>,
  now: number,
  timeZone: string,
): { words: string; isOld: boolean } {
  const moment = new Date(rate_as_of)
  const clock = toZonedTime(moment, timeZone)
  const isDayOf = (at: number) => formatIsoDay(toZonedTime(at, timeZone)) === formatIsoDay(clock)
  const days = Math.floor((now - moment.getTime()) / dayMs)
  const isOld = days > staleAfterDays[source]
  const hasYear = clock.year !== toZonedTime(now, timeZone).year
  const when = isDayOf(now)
    ? 'today'
    : isDayOf(now - dayMs)
      ? 'yesterday'
      : isOld && source !== 'manual'
        ? `${days} days old`
        : formatShortDay(moment, { timeZone, hasYear })
  return { words: `${names[source]}, ${when}`, isOld }
}
