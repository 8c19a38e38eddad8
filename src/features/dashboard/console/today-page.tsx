import { redirect, useRouter } from '@tanstack/react-router'
import { Search as Magnifier, PackageCheck } from 'lucide-react'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData, usePageSearch } from '#console/data/use-page-data.ts'
import { useStaffLive } from '#console/data/use-staff-live.ts'
import { paletteStore, usePaletteCommands } from '#console/palette/palette-store.ts'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { ordersLink, profileLink, todayLink } from '#console/shell/console-links.ts'
import { listMenuEntries } from '#console/shell/main-menu.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { useNarrow } from '#console/shell/use-narrow.ts'
import { useNow, useZone } from '#console/shell/use-now.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { ScanButton } from '#console/ui/buttons/scan-button.tsx'
import { SegmentedLinks } from '#console/ui/buttons/segmented-links.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Note } from '#console/ui/content/note.tsx'
import { formatWeekday, toZonedTime } from '#console/ui/format/clock.rules.ts'
import { formatDayAndTime } from '#console/ui/format/moment.rules.ts'
import { PageHead } from '#console/ui/layout/page-head.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { getToday, getTodayFigures } from '../figures.staff.contract.ts'
import { listKindsByUrgency, takeMostUrgentTask } from './next-task.ts'
import { groupWaiting } from './today.rules.ts'
import { TodayDue } from './today-due.tsx'
import { TodayFigures } from './today-figures.tsx'
import styles from './today-page.module.css'
import { TodayPeople } from './today-people.tsx'
import { WaitingRow } from './waiting-row.tsx'

type Search = { whose?: string; due?: string }

export async function loadToday({ context: { load, me }, deps }: { context: ConsoleContext; deps: Search }) {
  // Staff members who may not see orders start on the first page that they may see.
  const [first] = listMenuEntries(me?.scopes ?? [])
  if (first?.href !== todayLink) throw redirect({ href: first?.href ?? profileLink })
  const input = {
    ...(deps.whose === 'me' && { whose: 'me' as const }),
    ...(deps.due === 'all' && { due: 'all' as const }),
  }
  const [today, figures] = await Promise.all([load(getToday, input), load(getTodayFigures, {})])
  return { ...today.data, figures: figures.data }
}

/** Renders the waiting work, most urgent first. */
export function TodayPage() {
  const router = useRouter()
  const { shop } = useConsole()
  const { waiting, due, due_count: dueCount, people, figures } = usePageData<typeof loadToday>(todayLink)
  const search = usePageSearch<Search>(todayLink)
  useStaffLive(['counts'], () => router.invalidate({ sync: true }))
  const now = useNow()
  const zone = useZone()
  const isNarrow = useNarrow()
  const isMine = search.whose === 'me'
  const { next, takeNextTask, isBusy, problem } = useNextTask(waiting)
  return (
    <main>
      <PageHead title="Today" beside={<span suppressHydrationWarning>{formatDayAndTime(now, zone)}</span>}>
        {isNarrow && <PhoneSearch />}
        <OwnerFilter isMine={isMine} />
        {next && (
          <Button tone="primary" hint="N" isBusy={isBusy} onClick={takeNextTask}>
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
        <TodayFigures figures={figures} weekday={formatWeekday(toZonedTime(now, shop.time_zone))} />
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

/**
 * Returns the link that switches between the most urgent tasks and all due tasks. Returns null if there are no further
 * due tasks.
 */
function findOtherDue({ whose, due }: Search, shown: number, count: number) {
  const isAll = due === 'all'
  if (count <= shown && !isAll) return null
  return {
    name: isAll ? 'Show fewer' : `Show all ${count}`,
    href: todayLink + toQuery({ whose, due: isAll ? undefined : 'all' }),
  }
}

/** Renders scanning and search for phones. On a computer, keyboard commands do the same. */
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

/** Renders the choice between all work and the member's assigned work, for members who can be assigned work. */
function OwnerFilter({ isMine }: { isMine: boolean }) {
  const { scopes } = useMe()
  if (!allowsScope(scopes, 'inbox:read') && !allowsScope(scopes, 'returns:read')) return null
  const mine = todayLink + toQuery({ whose: 'me' })
  return (
    <SegmentedLinks
      label="Assigned to"
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
    <section className={styles.panel} aria-label="Waiting tasks">
      {groups.length === 0 && (
        <EmptyView
          icon={PackageCheck}
          title="Nothing is waiting"
          text="New orders, returns and questions appear here."
        />
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
function useNextTask(waiting: Parameters<typeof listKindsByUrgency>[0]) {
  const router = useRouter()
  const { call } = useConsole()
  const me = useMe()
  const next = listKindsByUrgency(waiting)
  const { run, busy, problem } = useCommand()
  const takeNextTask = () =>
    run('take', async () => {
      const href = next && (await takeMostUrgentTask(call, me, next))
      if (href) await router.navigate({ href })
    })
  useKeys({ n: takeNextTask })
  usePaletteCommands(next ? [{ name: 'Take next', hint: 'N', run: takeNextTask }] : [], 'Today')
  return { next, takeNextTask, isBusy: busy !== null, problem }
}
