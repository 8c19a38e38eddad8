import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { FileText, Mail, MessageCircle, Search } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { usePresentShopper, useShopperUpdates } from '#console/data/shopper-presence.ts'
import { usePageData, usePageSearch } from '#console/data/use-page-data.ts'
import { useStaffLive } from '#console/data/use-staff-live.ts'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { inboxLink, staffChatLink, staffTicketLink } from '#console/shell/console-links.ts'
import { useHint, useKeys } from '#console/shell/use-keys.ts'
import { useNow } from '#console/shell/use-now.ts'
import { Button, buttonClass } from '#console/ui/buttons/button.tsx'
import { SegmentedLinks } from '#console/ui/buttons/segmented-links.tsx'
import { Avatar } from '#console/ui/content/avatar.tsx'
import { formatAge, formatDuration } from '#console/ui/content/due.rules.ts'
import { DueTag } from '#console/ui/content/due-tag.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Key } from '#console/ui/content/key.tsx'
import { Tag } from '#console/ui/content/tag.tsx'
import { PageHead } from '#console/ui/layout/page-head.tsx'
import { toQuery } from '#contract/calls/call.ts'
import type { StaffInput, StaffPage } from '#contract/calls/staff-call.ts'
import { countInbox, type InboxItem, listInbox, listInboxPeople } from '#features/support/inbox.staff.contract.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './inbox-page.module.css'

type InboxFilter = Pick<StaffInput<typeof listInbox>, 'state' | 'kind' | 'assignee' | 'due' | 'q'>

export async function loadInbox({ context: { load }, deps }: { context: ConsoleContext; deps: InboxFilter }) {
  const [list, counts, people] = await Promise.all([
    load(listInbox, deps),
    load(countInbox, {}),
    load(listInboxPeople, {}),
  ])
  return { first: list.data, counts: counts.data, people: people.data.people }
}

const linkOf = ({ kind, number }: InboxItem) => (kind === 'ticket' ? staffTicketLink(number) : staffChatLink(number))

/** Shows tickets and chats as one queue, with the open ticket or chat beside the queue. */
export function InboxPage() {
  const router = useRouter()
  const { first, counts } = usePageData<typeof loadInbox>(inboxLink)
  const filter = usePageSearch<InboxFilter>(inboxLink)
  const { pathname } = useLocation()
  const queue = useQueue(first, filter)
  useStaffLive(['counts'], () => router.invalidate({ sync: true }))
  useShopperUpdates()
  useQueueKeys(queue.items, pathname, toQuery(filter))
  const isListPage = pathname === inboxLink
  const summary = `${formatCappedCount(counts.open)} open${counts.late > 0 ? `, ${formatCappedCount(counts.late)} late` : ''}`
  return (
    <main className={joinClasses(styles.page, !isListPage && styles.whole)} data-whole={!isListPage || undefined}>
      <PageHead title="Inbox" beside={<span>{summary}</span>}>
        <ConsoleLink href={settingsLinks.templates} className={buttonClass()}>
          <FileText size={16} strokeWidth={1.75} aria-hidden />
          Templates
        </ConsoleLink>
      </PageHead>
      <div className={joinClasses(styles.panes, !isListPage && styles.hasThread)}>
        <section className={styles.queue} aria-label="Queue">
          <div className={styles.tools}>
            <SearchBox filter={filter} isKey={isListPage} />
            <StateLinks filter={filter} counts={counts} />
          </div>
          {queue.items.length === 0 ? <EmptyQueue q={filter.q} /> : <QueueItems queue={queue} filter={filter} />}
          <KeyHints />
        </section>
        <div className={styles.thread}>
          {!isListPage && <Outlet />}
          {isListPage && queue.items.length > 0 && (
            <EmptyView icon={Mail} title="Nothing open" text="Choose a ticket or a chat." />
          )}
        </div>
      </div>
    </main>
  )
}

// 999: the server counts only up to 1,000.
const formatCappedCount = (count: number) => (count > 999 ? '999+' : String(count))

/** Moves to the next or previous thread by keys. */
function useQueueKeys(items: InboxItem[], pathname: string, query: string) {
  const router = useRouter()
  const at = items.findIndex((item) => linkOf(item) === pathname)
  const go = (step: number) => {
    const next = items[Math.min(items.length - 1, Math.max(0, at + step))]
    if (next) router.navigate({ href: linkOf(next) + query })
  }
  useKeys({ j: () => go(1), k: () => go(-1), arrowdown: () => go(1), arrowup: () => go(-1) })
}

type Queue = ReturnType<typeof useQueue>

/** Manages the loaded pages. A changed list starts again. */
function useQueue(first: StaffPage<InboxItem>, input: InboxFilter) {
  const { call } = useConsole()
  const [added, setAdded] = useState<{ to: StaffPage<InboxItem>; pages: StaffPage<InboxItem>[] }>({
    to: first,
    pages: [],
  })
  const [isBusy, setBusy] = useState(false)
  const pages = added.to === first ? added.pages : []
  const next = (pages.at(-1) ?? first).next
  async function more() {
    setBusy(true)
    try {
      const { data } = await call(listInbox, { ...input, after: next ?? '' })
      setAdded({ to: first, pages: [...pages, data] })
    } finally {
      setBusy(false)
    }
  }
  return { items: [first, ...pages].flatMap(({ data }) => data), more: next ? more : null, isBusy }
}

function StateLinks({ filter, counts }: { filter: InboxFilter; counts: { open: number; mine: number } }) {
  const { due: _due, ...kept } = filter
  const linkTo = (change: Pick<InboxFilter, 'state' | 'assignee'>) =>
    inboxLink + toQuery({ ...kept, state: undefined, assignee: undefined, ...change })
  return (
    <SegmentedLinks
      label="Status"
      parts={[
        { name: `Open ${formatCappedCount(counts.open)}`, href: linkTo({}) },
        { name: `Mine ${formatCappedCount(counts.mine)}`, href: linkTo({ assignee: 'me' }) },
        { name: 'Answered', href: linkTo({ state: 'answered' }) },
        { name: 'Done', href: linkTo({ state: 'closed' }) },
      ]}
      isOn={(href) => href === inboxLink + toQuery(filter)}
    />
  )
}

function EmptyQueue({ q }: { q: string | undefined }) {
  if (!q) {
    return <EmptyView title="Nothing to answer" text="New tickets and chats appear here, the longest waiting first." />
  }
  return (
    <EmptyView title="No matching conversations" text={`No ticket or chat here contains “${q}”.`}>
      <ConsoleLink href={inboxLink} className={buttonClass()}>
        Clear the search
      </ConsoleLink>
    </EmptyView>
  )
}

function QueueItems({ queue: { items, more, isBusy }, filter }: { queue: Queue; filter: InboxFilter }) {
  const { pathname } = useLocation()
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={item.number}>
          <QueueItem item={item} href={linkOf(item) + toQuery(filter)} isHere={linkOf(item) === pathname} />
        </li>
      ))}
      {more && (
        <li className={styles.more}>
          <Button onClick={more} isBusy={isBusy} isBlock>
            Show more
          </Button>
        </li>
      )}
    </ul>
  )
}

function KeyHints() {
  return (
    <p className={styles.keys} aria-hidden>
      <span>
        <Key>J</Key> <Key>K</Key> move
      </span>
      <span>
        <Key>I</Key> assign to me
      </span>
      <span>
        <Key>E</Key> done
      </span>
    </p>
  )
}

function QueueItem({ item, href, isHere }: { item: InboxItem; href: string; isHere: boolean }) {
  const now = useNow()
  const Icon = item.kind === 'ticket' ? Mail : MessageCircle
  const shopper = usePresentShopper({ chat: item.kind === 'chat' ? item.number : '' })
  const isLate = item.due_at !== null && Date.parse(item.due_at) < now
  return (
    <ConsoleLink href={href} className={styles.item} aria-current={isHere ? 'true' : undefined}>
      <Icon size={18} strokeWidth={1.6} aria-label={item.kind === 'ticket' ? 'Ticket' : 'Chat'} />
      <span className={styles.from}>{item.from}</span>
      <span className={joinClasses(styles.age, isLate && styles.late)}>
        {formatAge(item.at, now).replace(' ago', '')}
      </span>
      <span className={styles.subject} dir="auto">
        {item.subject}
      </span>
      {item.kind === 'ticket' && (
        <span className={styles.preview} dir="auto">
          {item.preview}
        </span>
      )}
      <span className={styles.tags}>
        {shopper && <Tag tone="success">Online now</Tag>}
        {item.waiting_since && <Tag tone="accent">Waiting {formatDuration(now - Date.parse(item.waiting_since))}</Tag>}
        {item.kind === 'ticket' && item.due_at && <DueTag due={item.due_at} since={item.at} />}
        {item.assignee && <Avatar name={item.assignee.name} id={item.assignee.id} />}
        {item.assignee && <span className="visually-hidden">{item.assignee.name}</span>}
      </span>
    </ConsoleLink>
  )
}

/** Searches the queue. While a thread is open, the `/` key opens the templates instead. */
function SearchBox({ filter, isKey }: { filter: InboxFilter; isKey: boolean }) {
  const router = useRouter()
  const field = useRef<HTMLInputElement>(null)
  const { shortcut } = useHint('/')
  useKeys(isKey ? { '/': () => field.current?.focus() } : {})
  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim()
    router.navigate({ href: inboxLink + toQuery({ ...filter, q: q || undefined }) })
  }
  return (
    <search>
      <form className={styles.search} onSubmit={search}>
        <Search size={16} strokeWidth={1.75} aria-hidden />
        <input
          key={filter.q}
          name="q"
          type="search"
          defaultValue={filter.q}
          placeholder="Text, name or number"
          aria-label="Text, name or number"
          aria-keyshortcuts={isKey ? shortcut : undefined}
          maxLength={100}
          ref={field}
        />
      </form>
    </search>
  )
}
