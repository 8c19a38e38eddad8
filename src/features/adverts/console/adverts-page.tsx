import { useRouter } from '@tanstack/react-router'
import { Calendar, List, Plus } from 'lucide-react'
import { useRef } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData, usePageSearch } from '#console/data/use-page-data.ts'
import { useStaffLive } from '#console/data/use-staff-live.ts'
import { ViewTabs } from '#console/list/filters/view-tabs.tsx'
import { ListFoot } from '#console/list/table/list-foot.tsx'
import { type Rows, useRows } from '#console/list/table/use-rows.ts'
import { usePaletteCommands } from '#console/palette/palette-store.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { advertsLink, newAdvertLink } from '#console/shell/console-links.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { useNow, useZone } from '#console/shell/use-now.ts'
import { buttonClass } from '#console/ui/buttons/button.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { formatShortDay } from '#console/ui/format/day.rules.ts'
import { PageHead } from '#console/ui/layout/page-head.tsx'
import { Table } from '#console/ui/layout/table.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { listStaffWidgets, type StaffWidget } from '#features/coupons/widgets.staff.contract.ts'
import {
  editAdvert,
  listAdvertFigures,
  listAdvertTexts,
  listStaffAdverts,
  type StaffAdvert,
} from '../adverts.staff.contract.ts'
import { formatAdvertName, placeOrder } from './advert-badges.ts'
import { AdvertCalendar } from './advert-calendar.tsx'
import { AdvertPlace, shownWeeks } from './advert-place.tsx'
import { weekMs } from './advert-schedule.tsx'
import { AdvertTexts } from './advert-texts.tsx'
import styles from './adverts.module.css'

const countedDays = 14
type State = StaffAdvert['status']

export async function loadAdverts({ context: { load } }: { context: ConsoleContext }) {
  const [adverts, widgets, texts, figures] = await Promise.all([
    loadAll(load, listStaffAdverts, {}),
    loadAll(load, listStaffWidgets, {}),
    loadAll(load, listAdvertTexts, {}),
    load(listAdvertFigures, { days: countedDays }),
  ])
  return { adverts, widgets, texts, totals: figures.data.adverts }
}

/** The views of the page. The first shows running, scheduled and paused adverts. Ended adverts have their own view. */
const views: { name: string; state?: State }[] = [
  { name: 'By placement' },
  { name: 'Live', state: 'running' },
  { name: 'Planned', state: 'scheduled' },
  { name: 'Paused', state: 'off' },
  { name: 'Ended', state: 'ended' },
]

const listTabs = (adverts: StaffAdvert[], view: string | undefined) =>
  views.map(({ name, state }) => ({
    name,
    href: advertsLink + toQuery({ state, view }),
    count: state ? adverts.filter(({ status }) => status === state).length : null,
  }))

function listColumns(now: ReturnType<typeof useNow>, timeZone: string) {
  const day = (weeks: number) => now && formatShortDay(now + weeks * weekMs, { timeZone })
  return [
    { name: 'Picture', isNameHidden: true },
    { name: 'Ad' },
    { name: 'State' },
    {
      name: now ? `${day(-shownWeeks.back)} to ${day(shownWeeks.ahead)}` : 'Days',
      ends: now ? `to ${day(shownWeeks.ahead)}` : '',
    },
    { name: 'Views', isEnd: true },
    { name: 'Clicks', isEnd: true },
    { name: 'Click rate', isEnd: true },
    { name: `${countedDays} days`, isEnd: true },
  ]
}

const hints = [
  { keys: ['P'], does: 'pause' },
  { keys: ['D'], does: 'double' },
]

export function AdvertsPage() {
  const { adverts, widgets, texts, totals } = usePageData<typeof loadAdverts>(advertsLink)
  const { state, view } = usePageSearch<{ state?: string; view?: string }>(advertsLink)
  const isCalendar = view === 'calendar'
  const router = useRouter()
  const now = useNow()
  const zone = useZone()
  const mayWrite = allowsScope(useMe().scopes, 'marketing:write')
  useStaffLive(['marketing'], () => router.invalidate({ sync: true }))
  const shown = placeOrder.flatMap((place) =>
    adverts.filter(({ position, status }) => position === place && (state ? status === state : status !== 'ended')),
  )
  const rows = useRows(
    shown.map(({ id }) => String(id)),
    { max: 0 },
  )
  const current = shown[rows.index]
  const { toggle, problem } = useToggleAdvert(widgets)
  const table = useAdvertKeys({ current, rows, isCalendar, mayWrite, toggle })
  return (
    <main className={styles.page}>
      <Head state={state} isCalendar={isCalendar} mayWrite={mayWrite} />
      <ViewTabs label="Views" views={listTabs(adverts, view)} current={advertsLink + toQuery({ state, view })} />
      <Refusal problem={problem} />
      {isCalendar && <AdvertCalendar adverts={shown} widgets={widgets} />}
      <div className={styles.list} ref={table} hidden={isCalendar}>
        <Table label="Ads" columns={listColumns(now, zone)}>
          {placeOrder.map((place) => (
            <AdvertPlace
              key={place}
              place={place}
              adverts={shown.filter(({ position }) => position === place)}
              isWhole={!state}
              currentId={current?.id}
              onFocus={(id) => rows.moveTo(String(id))}
              widgets={widgets}
              totals={totals}
              mayWrite={mayWrite}
            />
          ))}
        </Table>
        {shown.length === 0 && state && (
          <EmptyView title="No matching ads" text="No ad has this status.">
            <ConsoleLink href={advertsLink}>Show ads by placement</ConsoleLink>
          </EmptyView>
        )}
      </div>
      {!state && !isCalendar && (
        <div className={styles.texts}>
          <AdvertTexts texts={texts} mayWrite={mayWrite} />
        </div>
      )}
      {!isCalendar && (
        <ListFoot isTable={false} hints={mayWrite ? hints : []}>
          Last {countedDays} days. Repeated clicks of a person within an hour count once.
        </ListFoot>
      )}
    </main>
  )
}

type AdvertKeysInput = {
  current: StaffAdvert | undefined
  rows: Rows
  isCalendar: boolean
  mayWrite: boolean
  toggle: (advert: StaffAdvert) => void
}

/** Registers the keyboard commands of the page. Returns the ref of the table that the cursor moves in. */
function useAdvertKeys({ current, rows, isCalendar, mayWrite, toggle }: AdvertKeysInput) {
  const router = useRouter()
  const pause = () => current && toggle(current)
  const create = () => router.navigate({ href: newAdvertLink })
  const double = () => current && router.navigate({ href: newAdvertLink + toQuery({ like: String(current.id) }) })
  const table = useRef<HTMLDivElement>(null)
  const move = (step: number) => {
    rows.move(step)
    // The row is rendered in the next frame.
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>('[data-current] a')?.focus())
  }
  // The calendar has no cursor, so commands on a row work in the list only.
  const keys = isCalendar ? {} : { j: () => move(1), k: () => move(-1), ...(mayWrite && { p: pause, d: double }) }
  useKeys(mayWrite ? { ...keys, c: create } : keys)
  usePaletteCommands(mayWrite ? [{ name: 'New ad', hint: 'C', icon: Plus, run: create }] : [], 'Ads')
  return table
}

/** Pauses or resumes an advert. The toast offers undo. */
function useToggleAdvert(widgets: StaffWidget[]) {
  const { call } = useConsole()
  const { run, problem } = useCommand()
  const setActive = (id: number, is_active: boolean) =>
    run('pause', () => call(editAdvert, { id: String(id), is_active }, { ifMatch: '*' }))
  async function toggle(advert: StaffAdvert) {
    const { id, is_active: wasActive } = advert
    if (!(await setActive(id, !wasActive))) return
    const name = formatAdvertName(advert, widgets)
    showToast(wasActive ? `${name} is paused` : `${name} is shown`, {
      action: { label: 'Undo', run: () => void setActive(id, wasActive) },
    })
  }
  return { toggle, problem }
}

type HeadProps = { state: string | undefined; isCalendar: boolean; mayWrite: boolean }

function Head({ state, isCalendar, mayWrite }: HeadProps) {
  return (
    <PageHead title="Ads">
      <ConsoleLink
        href={advertsLink + toQuery({ state, view: isCalendar ? undefined : 'calendar' })}
        className={buttonClass()}
      >
        {isCalendar ? (
          <List size={16} strokeWidth={1.75} aria-hidden />
        ) : (
          <Calendar size={16} strokeWidth={1.75} aria-hidden />
        )}
        {isCalendar ? 'List' : 'Calendar'}
      </ConsoleLink>
      {mayWrite && (
        <ConsoleLink href={newAdvertLink} className={buttonClass({ tone: 'primary' })} hint="C">
          <Plus size={16} strokeWidth={1.75} aria-hidden />
          New ad
        </ConsoleLink>
      )}
    </PageHead>
  )
}
