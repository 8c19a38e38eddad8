import { useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ConsoleContext, useMe } from '#console/console-context.ts'
import { ConsoleLink } from '#console/console-link.tsx'
import { advertsLink, newAdvertLink, staffAdvertLink } from '#console/console-links.ts'
import { showCount } from '#console/list/view-tabs.tsx'
import { loadAll } from '#console/load-all.ts'
import { usePaletteCommands } from '#console/palette/palette-store.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { Panel } from '#console/ui/panel.tsx'
import { Status } from '#console/ui/status.tsx'
import { endCell, Table } from '#console/ui/table.tsx'
import { useKeys } from '#console/use-keys.ts'
import { useNow } from '#console/use-now.ts'
import { usePageData } from '#console/use-page-data.ts'
import { useStaffLive } from '#console/use-staff-live.ts'
import { toQuery } from '#contract/call.ts'
import { allowsScope } from '#contract/scopes.ts'
import { dayMs } from '#contract/times.ts'
import { listStaffWidgets, type StaffWidget } from '#features/coupons/widgets.staff.contract.ts'
import { joinClasses } from '#web/ui/join-classes.ts'
import { type AdPosition, adPositions } from '../adverts.contract.ts'
import { getAdvertFigures, listAdvertTexts, listStaffAdverts, type StaffAdvert } from '../adverts.staff.contract.ts'
import { findBar } from './advert-form.rules.ts'
import { advertLooks, deviceNames, nameAdvert, placeNames } from './advert-looks.ts'
import { AdvertTexts } from './advert-texts.tsx'
import styles from './adverts.module.css'

/** Each asks for its own taps, so not more of them than a shop shows at once. */
const countedMost = 20
const countedDays = 14

export async function loadAdverts({ context: { load } }: { context: ConsoleContext }) {
  const [adverts, widgets, texts] = await Promise.all([
    loadAll(load, listStaffAdverts, {}),
    loadAll(load, listStaffWidgets, {}),
    loadAll(load, listAdvertTexts, {}),
  ])
  const counted = adverts.filter(({ status }) => status === 'running' || status === 'off').slice(0, countedMost)
  const clicks = await Promise.all(
    counted.map(async ({ id }) => {
      const { data } = await load(getAdvertFigures, { id: String(id), days: countedDays })
      return { id, clicks: data.clicks }
    }),
  )
  return { adverts, widgets, texts, clicks }
}

export function AdvertsPage() {
  const { adverts, widgets, texts, clicks } = usePageData<typeof loadAdverts>(advertsLink)
  const router = useRouter()
  const mayWrite = allowsScope(new Set(useMe().scopes), 'marketing:write')
  useStaffLive(['marketing'], () => router.invalidate())
  const create = () => router.navigate({ href: newAdvertLink })
  useKeys(mayWrite ? { c: create } : {})
  usePaletteCommands(mayWrite ? [{ name: 'New advert', hint: 'C', icon: Plus, run: create }] : [], 'Adverts')
  return (
    <main className={styles.page}>
      <PageHead title="Adverts">
        {mayWrite && (
          <ConsoleLink href={newAdvertLink} className={buttonClass({ tone: 'primary' })} aria-keyshortcuts="c">
            <Plus size={16} strokeWidth={1.75} aria-hidden />
            New advert
          </ConsoleLink>
        )}
      </PageHead>
      <div className={styles.list}>
        <Panel title="By place" isFlush>
          <Table
            label="Adverts"
            columns={[
              { name: 'Picture', isNameHidden: true },
              { name: 'Advert' },
              { name: 'State' },
              { name: 'Two weeks ago to six weeks on' },
              { name: `Taps, ${countedDays} days`, isEnd: true },
            ]}
          >
            {adPositions.map((place) => (
              <Place
                key={place}
                place={place}
                adverts={adverts.filter(({ position }) => position === place)}
                widgets={widgets}
                clicks={clicks}
                mayWrite={mayWrite}
              />
            ))}
          </Table>
        </Panel>
        <AdvertTexts texts={texts} mayWrite={mayWrite} />
      </div>
    </main>
  )
}

type PlaceProps = {
  place: AdPosition
  adverts: StaffAdvert[]
  widgets: StaffWidget[]
  clicks: { id: number; clicks: number }[]
  mayWrite: boolean
}

function Place({ place, adverts, widgets, clicks, mayWrite }: PlaceProps) {
  const count = adverts.length
  return (
    <>
      <tr className={styles.place}>
        <th colSpan={5} scope="rowgroup">
          {placeNames[place]}
          <small>
            {count === 0 && 'nothing here '}
            {count === 1 && '1 advert'}
            {count > 1 && `${count} adverts, the first that fits is shown`}
            {count === 0 && mayWrite && <ConsoleLink href={newAdvertLink + toQuery({ place })}>Add one</ConsoleLink>}
          </small>
        </th>
      </tr>
      {adverts.map((advert) => {
        const found = clicks.find(({ id }) => id === advert.id)
        return (
          <tr key={advert.id} className={styles.advert}>
            <td>
              {advert.picture ? (
                <img
                  className={styles.small}
                  src={advert.picture.path}
                  alt=""
                  width={advert.picture.width}
                  height={advert.picture.height}
                  loading="lazy"
                />
              ) : (
                <span className={styles.poster} aria-hidden>
                  {nameAdvert(advert, widgets)}
                </span>
              )}
            </td>
            <td>
              <span className={styles.name}>
                <ConsoleLink href={staffAdvertLink(advert.id)}>{nameAdvert(advert, widgets)}</ConsoleLink>
                <span className={styles.second}>{showWhere(advert, widgets)}</span>
              </span>
            </td>
            <td>
              <Status look={advertLooks[advert.status]} />
            </td>
            <td>
              <Schedule advert={advert} />
            </td>
            <td className={endCell}>
              {found && showCount(found.clicks)}
              {found && <span className={styles.onCard}> taps</span>}
            </td>
          </tr>
        )
      })}
    </>
  )
}

function showWhere({ kind, link, device, widget_id }: StaffAdvert, widgets: StaffWidget[]): string {
  const count = widgets.find(({ id }) => id === widget_id)?.coupons.length ?? 0
  const where = {
    link: `to ${link}`,
    app: 'to the app stores',
    widget: `Widget, ${count} ${count === 1 ? 'coupon' : 'coupons'}`,
  }
  return `${where[kind]} · ${deviceNames[device]}`
}

/** Two weeks back and six ahead, a line for each; the words beside it are the state's. */
function Schedule({ advert }: { advert: StaffAdvert }) {
  const now = useNow()
  const bar = findBar(advert, { from: now - 14 * dayMs, to: now + 42 * dayMs })
  return (
    <span className={styles.days} aria-hidden>
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
