import { redirect, useRouter } from '@tanstack/react-router'
import { Search as Magnifier, PackageCheck } from 'lucide-react'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData, usePageSearch } from '#console/data/use-page-data.ts'
import { useStaffLive } from '#console/data/use-staff-live.ts'
import { paletteStore, usePaletteCommands } from '#console/palette/palette-store.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ordersLink, profileLink, todayLink } from '#console/shell/console-links.ts'
import { findPlaces } from '#console/shell/places.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { useNarrow } from '#console/shell/use-narrow.ts'
import { useNow, useZone } from '#console/shell/use-now.ts'
import { Button } from '#console/ui/button.tsx'
import { nameWeekday, readClock } from '#console/ui/clock.rules.ts'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { showDayAndTime } from '#console/ui/moment.rules.ts'
import { Note } from '#console/ui/note.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { ScanButton } from '#console/ui/scan-button.tsx'
import { SegmentedLinks } from '#console/ui/segmented-links.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { getToday, getTodayFigures } from '../figures.staff.contract.ts'
import { findNext, takeMostUrgent } from './take-next.ts'
import { groupWaiting } from './today.rules.ts'
import { TodayDue } from './today-due.tsx'
import { TodayFigures } from './today-figures.tsx'
import styles from './today-page.module.css'
import { TodayPeople } from './today-people.tsx'
import { WaitingRow } from './waiting-row.tsx'

type Search = { whose?: string; due?: string }

export async function loadToday({ context: { load, me }, deps }: { context: ConsoleContext; deps: Search }) {
  // Staff members without a part in orders start on the first page they may see.
  const [first] = findPlaces(me?.scopes ?? [])
  if (first?.href !== todayLink) throw redirect({ href: first?.href ?? profileLink })
  const asked = {
    ...(deps.whose === 'me' && { whose: 'me' as const }),
    ...(deps.due === 'all' && { due: 'all' as const }),
  }
  const [today, figures] = await Promise.all([load(getToday, asked), load(getTodayFigures, {})])
  return { ...today.data, figures: figures.data }
}

/** Renders the waiting work, most urgent first. */
export function TodayPage() {
  const router = useRouter()
  const { shop } = useConsole()
  const { waiting, due, due_count: dueCount, people, figures } = usePageData<typeof loadToday>(todayLink)
  const search = usePageSearch<Search>(todayLink)
  useStaffLive(['counts'], () => router.invalidate())
  const now = useNow()
  const zone = useZone()
  const isNarrow = useNarrow()
  const isMine = search.whose === 'me'
  const { next, takeNext, isBusy, problem } = useTakeNext(waiting)
  return (
    <main>
      <PageHead title="Today" beside={<span suppressHydrationWarning>{showDayAndTime(now, zone)}</span>}>
        {isNarrow && <PhoneSearch />}
        <Whose isMine={isMine} />
        {next && (
          <Button tone="primary" hint="N" isBusy={isBusy} onClick={takeNext}>
            Take next
          </Button>
        )}
      </PageHead>
      {problem && (
        <div className={styles.problem}>
          <Note tone="danger">{problem}</Note>
        </div>
      )}
      <div className={styles.figures}>
        <TodayFigures figures={figures} weekday={nameWeekday(readClock(now, shop.time_zone))} />
      </div>
      <div className={styles.body}>
        <Waiting waiting={waiting} isMine={isMine} />
        <div className={styles.aside}>
          {due.length > 0 && <TodayDue due={due} other={findOtherDue(search, due.length, dueCount)} />}
          {people.length > 0 && <TodayPeople people={people} />}
        </div>
      </div>
    </main>
  )
}

/** Returns the link between the most urgent due work and all due work. Returns null if both are the same. */
function findOtherDue({ whose, due }: Search, shown: number, count: number) {
  const isAll = due === 'all'
  if (count <= shown && !isAll) return null
  return {
    name: isAll ? 'Fewer' : `All ${count}`,
    href: todayLink + toQuery({ whose, due: isAll ? undefined : 'all' }),
  }
}

/** Renders scanning and search, which on a computer are keyboard commands. */
function PhoneSearch() {
  const router = useRouter()
  const find = (text: string) => router.navigate({ href: ordersLink + toQuery({ view: 'all', q: text }) })
  return (
    <>
      <ScanButton name="order or parcel" onRead={find} />
      <Button tone="quiet" icon={Magnifier} aria-label="Search" onClick={() => paletteStore.write(true)} />
    </>
  )
}

/** Renders the choice between everyone's work and the member's own, for members who can be assigned work. */
function Whose({ isMine }: { isMine: boolean }) {
  const { scopes } = useMe()
  if (!allowsScope(scopes, 'inbox:read') && !allowsScope(scopes, 'returns:read')) return null
  const mine = todayLink + toQuery({ whose: 'me' })
  return (
    <SegmentedLinks
      label="Whose work"
      parts={[
        { name: 'Everyone', href: todayLink },
        { name: 'Mine', href: mine },
      ]}
      isOn={(href) => (href === mine) === isMine}
    />
  )
}

function Waiting({ waiting, isMine }: { waiting: Parameters<typeof groupWaiting>[0]; isMine: boolean }) {
  const groups = groupWaiting(waiting)
  return (
    <section className={styles.panel} aria-label="What waits">
      {groups.length === 0 && (
        <EmptyView icon={PackageCheck} title="Nothing waits" text="New orders, returns and questions show up here." />
      )}
      {groups.map(({ name, rows }) => (
        <div key={name}>
          <h2 className={styles.group}>{name}</h2>
          {rows.map((one) => (
            <WaitingRow key={one.kind} waiting={one} isMine={isMine} />
          ))}
        </div>
      ))}
    </section>
  )
}

/** Returns a command that takes the most urgent task that the staff member may do. */
function useTakeNext(waiting: Parameters<typeof findNext>[0]) {
  const router = useRouter()
  const { call } = useConsole()
  const me = useMe()
  const next = findNext(waiting)
  const { run, busy, problem } = useCommand()
  const takeNext = () =>
    run('take', async () => {
      const href = next && (await takeMostUrgent(call, me, next))
      if (href) await router.navigate({ href })
    })
  useKeys({ n: takeNext })
  usePaletteCommands(next ? [{ name: 'Take next', hint: 'N', run: takeNext }] : [], 'Today')
  return { next, takeNext, isBusy: busy !== null, problem }
}
