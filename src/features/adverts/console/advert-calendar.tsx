import { ConsoleLink } from '#console/shell/console-link.tsx'
import { staffAdvertLink } from '#console/shell/console-links.ts'
import { useNow, useZone } from '#console/shell/use-now.ts'
import { Status } from '#console/ui/content/status.tsx'
import { formatShortDay } from '#console/ui/format/day.rules.ts'
import type { StaffWidget } from '#features/coupons/widgets.staff.contract.ts'
import type { StaffAdvert } from '../adverts.staff.contract.ts'
import { advertBadges, formatAdvertName, placeNames, placeOrder } from './advert-badges.ts'
import styles from './advert-calendar.module.css'
import { AdvertSchedule, weekMs } from './advert-schedule.tsx'

/** The visible range in weeks: one month before today and three months after. */
const weeks = { back: 4, ahead: 12 }

/**
 * Renders the schedule of all adverts by position. Bars that overlap at one position show adverts that run at the same
 * time.
 */
export function AdvertCalendar({ adverts, widgets }: { adverts: StaffAdvert[]; widgets: StaffWidget[] }) {
  const now = useNow()
  const from = now - weeks.back * weekMs
  const zone = useZone()
  const day = (at: number) => formatShortDay(at, { timeZone: zone })
  const marks = Array.from({ length: (weeks.back + weeks.ahead) / 2 }, (_, at) => day(from + at * 2 * weekMs))
  const formatPeriod = ({ starts_at, ends_at }: StaffAdvert) =>
    `from ${day(Date.parse(starts_at))}${ends_at ? ` until ${day(Date.parse(ends_at))}` : ', no end date'}`
  return (
    <div className={styles.calendar}>
      <p className={styles.weeks} aria-hidden>
        <span className={styles.marks}>
          {marks.map((mark) => (
            <span key={mark}>{mark}</span>
          ))}
        </span>
      </p>
      {placeOrder.map((place) => {
        const here = adverts.filter(({ position }) => position === place)
        return (
          <section key={place} aria-labelledby={`place-${place}`}>
            <h2 id={`place-${place}`} className={styles.place}>
              {placeNames[place]}
            </h2>
            {here.length === 0 && <p className={styles.none}>No ads in this period</p>}
            <ul>
              {here.map((advert) => (
                <li key={advert.id} className={styles.row}>
                  <span className={styles.name}>
                    <ConsoleLink href={staffAdvertLink(advert.id)}>{formatAdvertName(advert, widgets)}</ConsoleLink>
                    <Status badge={advertBadges[advert.status]} />
                    <span className="visually-hidden">{formatPeriod(advert)}</span>
                  </span>
                  <AdvertSchedule advert={advert} weeks={weeks} className={styles.days} title={formatPeriod(advert)} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
