import { formatCappedCount } from '#console/list/filters/view-tabs.tsx'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { newAdvertLink, staffAdvertLink } from '#console/shell/console-links.ts'
import { Sparkline } from '#console/ui/content/sparkline.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { currentRow, endCell } from '#console/ui/layout/table.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { pickReadableColor } from '#features/coupons/widget-style.rules.ts'
import type { StaffWidget } from '#features/coupons/widgets.staff.contract.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import type { AdPosition } from '../adverts.contract.ts'
import type { AdvertTotals, StaffAdvert } from '../adverts.staff.contract.ts'
import { advertBadges, deviceNames, formatAdvertName, placeNames } from './advert-badges.ts'
import { formatRate } from './advert-form.rules.ts'
import { AdvertSchedule } from './advert-schedule.tsx'
import styles from './adverts.module.css'

/** The weeks before and after today that the bars cover. */
export const shownWeeks = { back: 2, ahead: 6 }

type Props = {
  place: AdPosition
  adverts: StaffAdvert[]
  /** Whether the list is unfiltered. Only an unfiltered list shows positions without adverts. */
  isWhole: boolean
  /** The id of the row that keyboard commands act on. */
  currentId: number | undefined
  onFocus: (id: number) => void
  widgets: StaffWidget[]
  totals: AdvertTotals[]
  mayWrite: boolean
}

/** Renders the adverts of one position as rows below its name. */
export function AdvertPlace({ place, adverts, isWhole, currentId, onFocus, widgets, totals, mayWrite }: Props) {
  const count = adverts.length
  if (count === 0 && !isWhole) return null
  return (
    <>
      <tr className={styles.place}>
        <th colSpan={8} scope="rowgroup">
          <b>{placeNames[place]}</b>
          <small>
            {count === 0 && 'no ads here '}
            {count === 1 && '1 ad'}
            {count > 1 && `${count} ads${isWhole ? ', shoppers see the first that matches' : ''}`}
            {count === 0 && mayWrite && <ConsoleLink href={newAdvertLink + toQuery({ place })}>Add an ad</ConsoleLink>}
          </small>
        </th>
      </tr>
      {adverts.map((advert) => (
        <AdvertRow
          key={advert.id}
          advert={advert}
          isCurrent={advert.id === currentId}
          onFocus={() => onFocus(advert.id)}
          widgets={widgets}
          found={totals.find(({ id }) => id === advert.id)}
        />
      ))}
    </>
  )
}

type RowProps = {
  advert: StaffAdvert
  isCurrent: boolean
  onFocus: () => void
  widgets: StaffWidget[]
  /** The views and clicks of the advert. Undefined if nothing was counted. */
  found: AdvertTotals | undefined
}

function AdvertRow({ advert, isCurrent, onFocus, widgets, found }: RowProps) {
  return (
    <tr
      className={joinClasses(styles.advert, isCurrent && currentRow)}
      data-current={isCurrent || undefined}
      onFocus={onFocus}
    >
      <td>
        <Picture advert={advert} widgets={widgets} />
      </td>
      <td>
        <span className={styles.name}>
          <ConsoleLink href={staffAdvertLink(advert.id)}>{formatAdvertName(advert, widgets)}</ConsoleLink>
          <span className={styles.second}>{formatTarget(advert, widgets)}</span>
        </span>
      </td>
      <td>
        <Status badge={advertBadges[advert.status]} />
      </td>
      <td>
        <AdvertSchedule advert={advert} weeks={shownWeeks} className={styles.days} />
      </td>
      <td className={endCell}>
        {found && formatCappedCount(found.shown)}
        {found && <span className={styles.onCard}> shown</span>}
      </td>
      <td className={joinClasses(endCell, styles.clicks)}>
        {found && formatCappedCount(found.clicks)}
        {found && <span className={styles.onCard}> clicks</span>}
      </td>
      <td className={joinClasses(endCell, styles.rate)}>{found && formatRate(found)}</td>
      <td className={endCell}>
        {found && found.clicks > 0 && <Sparkline values={found.clicks_by_day} size="small" />}
      </td>
    </tr>
  )
}

function Picture({ advert, widgets }: { advert: StaffAdvert; widgets: StaffWidget[] }) {
  const { picture } = advert
  if (!picture) return <Poster advert={advert} widgets={widgets} />
  return (
    <img
      className={styles.small}
      src={picture.path}
      alt=""
      width={picture.width}
      height={picture.height}
      loading="lazy"
    />
  )
}

/**
 * Renders the name of a widget on its background color, because a widget has no picture. The text color contrasts with
 * the background.
 */
function Poster({ advert, widgets }: { advert: StaffAdvert; widgets: StaffWidget[] }) {
  const background = widgets.find(({ id }) => id === advert.widget_id)?.background_color
  const badge = background ? { background, color: pickReadableColor('#FFFFFF', background) } : undefined
  return (
    <span className={styles.poster} aria-hidden style={badge}>
      {formatAdvertName(advert, widgets)}
    </span>
  )
}

function formatTarget({ kind, link, device, widget_id }: StaffAdvert, widgets: StaffWidget[]): string {
  const count = widgets.find(({ id }) => id === widget_id)?.coupons.length ?? 0
  const where = {
    link: `to ${link}`,
    app: 'to the app stores',
    widget: `Widget, ${count} ${count === 1 ? 'coupon' : 'coupons'}`,
  }
  return `${where[kind]} · ${device === 'all' ? 'all devices' : deviceNames[device]}`
}
