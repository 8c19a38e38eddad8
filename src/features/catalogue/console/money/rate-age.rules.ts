import { readClock, writeIsoDay } from '#console/ui/clock.rules.ts'
import { writeDay } from '#console/ui/day.rules.ts'
import { dayMs } from '#contract/times/times.ts'
import type { StaffCurrency } from '#features/settings/settings.staff.contract.ts'

/** The age in days from which a rate is highlighted: a weekend and a holiday for a bank, a season for staff. */
const oldDays = { ecb: 4, manual: 90 }
const names = { ecb: 'ECB', manual: 'By hand' }

/** Formats the source and age of a rate, such as `ECB, today`, `By hand, 2 Sep` or `ECB, 6 days old`. */
export function showRateAge(
  { rate_source: source, rate_as_of }: Pick<StaffCurrency, 'rate_source' | 'rate_as_of'>,
  now: number,
  timeZone: string,
): { words: string; isOld: boolean } {
  const moment = new Date(rate_as_of)
  const clock = readClock(moment, timeZone)
  const isDayOf = (at: number) => writeIsoDay(readClock(at, timeZone)) === writeIsoDay(clock)
  const days = Math.floor((now - moment.getTime()) / dayMs)
  const isOld = days > oldDays[source]
  const hasYear = clock.year !== readClock(now, timeZone).year
  const when = isDayOf(now)
    ? 'today'
    : isDayOf(now - dayMs)
      ? 'yesterday'
      : isOld && source !== 'manual'
        ? `${days} days old`
        : writeDay(moment, { timeZone, hasYear })
  return { words: `${names[source]}, ${when}`, isOld }
}
