import { useNow } from '#console/shell/use-now.ts'
import { dayMs } from '#contract/times/times.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import type { StaffAdvert } from '../adverts.staff.contract.ts'
import { computeBar } from './advert-form.rules.ts'
import styles from './advert-schedule.module.css'

export const weekMs = 7 * dayMs

type Props = {
  advert: StaffAdvert
  weeks: { back: number; ahead: number }
  className: string | undefined
  title?: string
}

/**
 * Renders the running time of an advert as a bar over several weeks, with a line per week. The adjacent text names the
 * dates.
 */
export function AdvertSchedule({ advert, weeks: { back, ahead }, className, title }: Props) {
  const now = useNow()
  const bar = computeBar(advert, { from: now - back * weekMs, to: now + ahead * weekMs })
  const share = (weeks: number) => `${(weeks * 100) / (back + ahead)}%`
  return (
    <span
      className={joinClasses(styles.weeks, className)}
      style={{ '--week': share(1), '--now': share(back) }}
      title={title}
      aria-hidden
    >
      {bar && (
        <span
          className={joinClasses(styles.bar, styles[advert.status])}
          style={{ insetInlineStart: `${bar.start}%`, inlineSize: `${bar.size}%` }}
        />
      )}
      <span className={styles.now} />
    </span>
  )
}
