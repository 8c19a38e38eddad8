import { redirect, useRouter } from '@tanstack/react-router'
import {
  ChevronRight,
  CircleAlert,
  CirclePause,
  type LucideIcon,
  Mail,
  MessageCircle,
  Package,
  PackageCheck,
  Scale,
  Store,
  Truck,
  Undo2,
  UsersRound,
} from 'lucide-react'
import { type ConsoleContext, useConsole, useMe } from '#console/console-context.ts'
import { ConsoleLink } from '#console/console-link.tsx'
import {
  inboxLink,
  ordersLink,
  profileLink,
  requestsLink,
  returnsLink,
  settingsLink,
  startLink,
  todayLink,
} from '#console/console-links.ts'
import { usePaletteCommands } from '#console/palette/palette-store.ts'
import { findPlaces } from '#console/places.ts'
import { Button } from '#console/ui/button.tsx'
import { showAgo } from '#console/ui/due.rules.ts'
import { DueBar } from '#console/ui/due-bar.tsx'
import { EmptyView } from '#console/ui/empty-view.tsx'
import { Note } from '#console/ui/note.tsx'
import { PageHead } from '#console/ui/page-head.tsx'
import { useCommand } from '#console/use-command.ts'
import { useKeys } from '#console/use-keys.ts'
import { useNow } from '#console/use-now.ts'
import { usePageData } from '#console/use-page-data.ts'
import { useStaffLive } from '#console/use-staff-live.ts'
import { joinClasses } from '#web/ui/join-classes.ts'
import { getToday, type waitingKinds } from '../figures.staff.contract.ts'
import { findNext, takeMostUrgent } from './take-next.ts'
import { TodayFigures } from './today-figures.tsx'
import styles from './today-page.module.css'

type Kind = (typeof waitingKinds)[number]
type Row = { name: string; icon: LucideIcon; href: string; group: string; tone?: 'danger' | 'hot' }

/** In the order of the work: what has failed, what leaves the house, what comes back, who asks. */
const rows: Record<Kind, Row> = {
  shop_closed: {
    name: 'Shoppers cannot order yet',
    icon: Store,
    href: startLink,
    group: 'Late',
    tone: 'danger',
  },
  refunds_failed: {
    name: 'Refunds failed',
    icon: CircleAlert,
    href: `${returnsLink}?status=refund_failed`,
    group: 'Late',
    tone: 'danger',
  },
  exchange_rates: {
    name: 'Exchange rates not fetched',
    icon: CircleAlert,
    href: `${settingsLink}/money`,
    group: 'Late',
    tone: 'danger',
  },
  refund_requests: { name: 'Refunds to agree to', icon: UsersRound, href: requestsLink, group: 'Second person' },
  erase_requests: { name: 'Customers to erase', icon: UsersRound, href: requestsLink, group: 'Second person' },
  orders_to_prepare: { name: 'To prepare', icon: Package, href: `${ordersLink}?status=paid`, group: 'Parcels' },
  orders_to_pack: { name: 'To pack', icon: PackageCheck, href: `${ordersLink}?status=preparing`, group: 'Parcels' },
  orders_to_ship: { name: 'To ship', icon: Truck, href: `${ordersLink}?status=packed`, group: 'Parcels' },
  orders_on_hold: { name: 'On hold', icon: CirclePause, href: `${ordersLink}?status=on_hold`, group: 'Parcels' },
  returns_to_judge: { name: 'To judge', icon: Scale, href: `${returnsLink}?status=processing`, group: 'Returns' },
  returns_on_their_way: {
    name: 'On their way',
    icon: Undo2,
    href: `${returnsLink}?status=returning`,
    group: 'Returns',
  },
  chats: { name: 'Chats waiting', icon: MessageCircle, href: `${inboxLink}?kind=chat`, group: 'Shoppers', tone: 'hot' },
  tickets: { name: 'Tickets open', icon: Mail, href: `${inboxLink}?kind=ticket`, group: 'Shoppers' },
}
const order = Object.keys(rows) as Kind[]

type Waiting = { kind: Kind; count: number; oldest_at: string | null; due_at: string | null }

export async function loadToday({ context: { load, me } }: { context: ConsoleContext }) {
  // Whoever has no part in orders begins with the first place that is theirs.
  const [first] = findPlaces(me?.scopes ?? [])
  if (first?.href !== todayLink) throw redirect({ href: first?.href ?? profileLink })
  return (await load(getToday, {})).data
}

/** What waits, the most urgent first. */
export function TodayPage() {
  const router = useRouter()
  const { call } = useConsole()
  const me = useMe()
  const { waiting } = usePageData<typeof loadToday>(todayLink)
  useStaffLive(['counts'], () => router.invalidate())
  const now = useNow()
  const shown = order.flatMap((kind) => waiting.filter((one) => one.kind === kind && one.count > 0))
  const due = shown.filter((one) => one.due_at !== null).sort((a, b) => (a.due_at ?? '').localeCompare(b.due_at ?? ''))
  const next = findNext(waiting)
  const { run, busy, problem } = useCommand()
  const takeNext = () =>
    run('take', async () => {
      const href = next && (await takeMostUrgent(call, me, next))
      if (href) await router.navigate({ href })
    })
  useKeys({ n: takeNext })
  usePaletteCommands(next ? [{ name: 'Take next', hint: 'N', run: takeNext }] : [], 'Today')
  return (
    <main>
      <PageHead title="Today" beside={now && <span>{showDay(now)}</span>}>
        {next && (
          <Button tone="primary" hint="N" isBusy={busy !== null} onClick={takeNext}>
            Take next
          </Button>
        )}
      </PageHead>
      {problem && (
        <div className={styles.figures}>
          <Note tone="danger">{problem}</Note>
        </div>
      )}
      <div className={styles.figures}>
        <TodayFigures />
      </div>
      <div className={styles.body}>
        <section className={styles.panel} aria-label="What waits">
          {shown.length === 0 && (
            <EmptyView
              icon={PackageCheck}
              title="Nothing waits"
              text="New orders, returns and questions show up here."
            />
          )}
          {shown.map((one, at) => {
            const isFirst = rows[one.kind].group !== rows[shown[at - 1]?.kind ?? one.kind].group || at === 0
            return (
              <div key={one.kind}>
                {isFirst && <h2 className={styles.group}>{rows[one.kind].group}</h2>}
                <WaitingRow waiting={one} now={now} />
              </div>
            )
          })}
        </section>
        {due.length > 0 && (
          <section className={styles.panel} aria-labelledby="due-next">
            <h2 id="due-next" className={styles.heading}>
              Due next
            </h2>
            <ul>
              {due.map((one) => {
                const { icon: Icon, name, href } = rows[one.kind]
                return (
                  <li key={one.kind}>
                    <ConsoleLink href={href} className={styles.due}>
                      <Icon size={16} strokeWidth={1.75} aria-hidden />
                      <span className={styles.dueName}>{name}</span>
                      <DueBar since={one.oldest_at ?? ''} due={one.due_at ?? ''} />
                    </ConsoleLink>
                  </li>
                )
              })}
            </ul>
          </section>
        )}
      </div>
    </main>
  )
}

function WaitingRow({ waiting: { kind, count, oldest_at }, now }: { waiting: Waiting; now: number | null }) {
  const { icon: Icon, name, href, tone } = rows[kind]
  return (
    <ConsoleLink href={href} className={styles.row}>
      <Icon size={18} strokeWidth={1.6} aria-hidden />
      <span className={styles.name}>{name}</span>
      <b className={joinClasses(styles.count, tone && styles[tone])}>{count >= 10_000 ? '10,000+' : count}</b>
      <span className={styles.detail}>{oldest_at && now ? `Oldest ${showAgo(oldest_at, now)}` : ''}</span>
      <ChevronRight size={14} strokeWidth={1.9} aria-hidden className={styles.arrow} />
    </ConsoleLink>
  )
}

function showDay(now: number): string {
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const
  const time = { hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat('en-GB', { ...day, ...time }).format(now)
}
