import { useRouter } from '@tanstack/react-router'
import { ArrowLeft, CheckCheck, ChevronRight, Copy, Ellipsis, RotateCcw } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { useStaffLive } from '#console/data/use-staff-live.ts'
import { AssignMenu } from '#console/shell/assign-menu.tsx'
import { useMe } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { inboxLink, staffOrderLink } from '#console/shell/console-links.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { buttonClass } from '#console/ui/buttons/button.tsx'
import { Menu, type MenuItem } from '#console/ui/buttons/menu.tsx'
import { Avatar } from '#console/ui/content/avatar.tsx'
import { Refusal } from '#console/ui/content/note.tsx'
import { Presence } from '#console/ui/content/presence.tsx'
import { Status } from '#console/ui/content/status.tsx'
import { Thumbs } from '#console/ui/content/thumbs.tsx'
import { Moment } from '#console/ui/format/moment.tsx'
import { Money } from '#console/ui/format/money.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { staffApiRoot } from '#contract/calls/staff-call.ts'
import { orderBadges } from '#features/orders/console/parts/order-status.ts'
import type { OrderHead, StaffOrder } from '#features/orders/orders.staff.contract.ts'
import type { AnswerPicture } from '#features/support/inbox.staff.contract.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import { Composer } from './composer.tsx'
import type { loadInbox } from './inbox-page.tsx'
import styles from './thread-page.module.css'
import type { AddPicture } from './use-answer-pictures.tsx'
import type { SentAnswer } from './use-composer.ts'

export type ThreadMessage = {
  key: string
  by: string
  body: string
  at: string
  side: 'shopper' | 'staff' | 'note' | 'system'
  isSeen?: boolean
  pictures?: AnswerPicture[]
}

type InboxItem = { state: string; assignee: { id: string; name: string } | null; possible: string[] }
type ThreadProps = {
  about: string
  kind: 'ticket' | 'chat'
  title: string
  detail: ReactNode
  inboxItem: InboxItem
  isTyping?: boolean
  said: ThreadMessage[]
  /** Order that the thread is about, or else the shopper's latest order. */
  order: StaffOrder | null
  aside: ReactNode
  orders: OrderHead[]
  /** Language of the shopper, and how the answer is sent. */
  language: string | null
  hint: string
  answer: (sent: SentAnswer, close: boolean) => Promise<unknown>
  addPicture: AddPicture
  note: (body: string) => Promise<unknown>
  assign: (assignee: string | null) => Promise<unknown>
  close: () => Promise<unknown>
  reopen: () => Promise<unknown>
}

/** Shows the conversation, the actions on it, and the composer. */
export function Thread(props: ThreadProps) {
  const { about, title, isTyping = false, said, order, aside, orders, language, hint, note } = props
  const moves = useThreadMoves(props)
  const { may, problem } = moves
  return (
    <div className={styles.thread}>
      <ThreadHead {...props} moves={moves} />
      {problem && (
        <div className={styles.problem}>
          <Refusal problem={problem} />
        </div>
      )}
      {order && <OrderStrip order={order} />}
      <Messages about={about} said={said} />
      <p className={joinClasses(styles.typing, isTyping && styles.isTyping)} role="status">
        {isTyping && `${title} is typing`}
      </p>
      <aside className={styles.aside} aria-label="Customer">
        {aside}
      </aside>
      {(may('answer') || may('note')) && (
        <div className={styles.composer}>
          <Composer
            key={about}
            {...{ about, kind: props.kind, hint, language, order, orders, note }}
            mayAnswer={may('answer')}
            addPicture={may('pictures') ? props.addPicture : null}
            answer={async (sent, isLast) => {
              await props.answer(sent, isLast)
              if (isLast) showToast('Sent and closed', moves.undo)
            }}
          />
        </div>
      )}
    </div>
  )
}

type ThreadMoves = ReturnType<typeof useThreadMoves>

/** Returns the actions on a ticket or chat besides answering, with their shortcuts. */
function useThreadMoves({ inboxItem, assign, close, reopen }: ThreadProps) {
  const me = useMe()
  const { run, problem } = useCommand()
  const may = (command: string) => inboxItem.possible.includes(command) && allowsScope(me.scopes, 'inbox:write')
  const openAgain = () => void run('reopen', reopen)
  const undo = { action: { label: 'Undo', run: openAgain } }
  const assignTo = (to: string | null) => run('assign', () => assign(to))
  const assignToMe = () => assignTo(inboxItem.assignee?.id === me.id ? null : me.id)
  const closeThread = async () => {
    if (await run('close', close)) showToast('Done', undo)
  }
  useKeys({ ...(may('assign') && { i: assignToMe }), ...(may('close') && { e: closeThread }) })
  return { may, problem, assignTo, closeThread, openAgain, undo }
}

function ThreadHead({ about, title, detail, inboxItem, moves }: ThreadProps & { moves: ThreadMoves }) {
  const router = useRouter()
  const { people } = usePageData<typeof loadInbox>(inboxLink)
  const others = useStaffLive([about], () => router.invalidate({ sync: true }))
  const { may, assignTo, closeThread, openAgain } = moves
  const more: (MenuItem | false)[] = [
    may('close') && { name: 'Done', icon: CheckCheck, hint: 'E', run: closeThread },
    may('reopen') && { name: 'Reopen', icon: RotateCcw, run: openAgain },
    { name: 'Copy link to this page', icon: Copy, run: copyAddress },
  ]
  return (
    <header className={styles.head}>
      <ConsoleLink
        href={inboxLink}
        className={joinClasses(buttonClass({ tone: 'quiet' }, true), styles.back)}
        aria-label="Inbox"
      >
        <ArrowLeft size={18} strokeWidth={1.75} aria-hidden />
      </ConsoleLink>
      <div className={styles.titles}>
        <h2 className={styles.title}>{title}</h2>
        <p className={joinClasses(styles.quiet, styles.oneLine)}>{detail}</p>
        <Presence people={others} />
      </div>
      {may('assign') && (
        <AssignMenu
          assignee={inboxItem.assignee}
          people={people}
          none="Assign to me"
          hint="I"
          size="small"
          assignTo={assignTo}
        />
      )}
      <Menu label="More" icon={Ellipsis} isLabelHidden tone="quiet" items={more.filter((one) => one !== false)} />
    </header>
  )
}

function Messages({ about, said }: { about: string; said: ThreadMessage[] }) {
  const end = useRef<HTMLLIElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the end after a new message and in another thread.
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not return.
    end.current?.scrollIntoView({ block: 'end' })
  }, [about, said.length])
  return (
    <ol className={styles.messages} aria-label="Messages">
      {said.map((one) => (
        <Message key={one.key} said={one} />
      ))}
      <li ref={end} aria-hidden />
    </ol>
  )
}

const copyAddress = async () => {
  await navigator.clipboard.writeText(location.href)
  showToast('Copied')
}

/** Shows the order panel as one line, for phones. */
function OrderStrip({ order }: { order: StaffOrder }) {
  return (
    <ConsoleLink href={staffOrderLink(order.number)} className={styles.strip}>
      <Thumbs images={order.images.slice(0, 2)} count={order.items} />
      <span className={styles.stripWords}>
        <bdi dir="ltr">{order.number}</bdi>
        <span className={styles.quiet}>
          <Money of={order.total} />, {order.shipping_method}
        </span>
      </span>
      <Status badge={orderBadges[order.status]} />
      <ChevronRight size={18} strokeWidth={1.75} aria-hidden className={styles.chevron} />
    </ConsoleLink>
  )
}

const sideNames = { shopper: '', staff: '', note: ', staff only', system: '' }

function Message({ said: { by, body, at, side, isSeen, pictures = [] } }: { said: ThreadMessage }) {
  return (
    <li className={joinClasses(styles.message, styles[side])}>
      {side !== 'system' && <Avatar name={by} id={by} isShopper={side === 'shopper'} size="large" />}
      <p className={styles.body} dir="auto">
        {body}
      </p>
      {pictures.length > 0 && (
        <p className={styles.pictures}>
          {pictures.map(({ id, path }, index) => (
            <a
              key={id}
              href={staffApiRoot + path}
              target="_blank"
              rel="noreferrer"
              aria-label={`Picture ${index + 1} of ${by}, large`}
            >
              <img src={staffApiRoot + path} alt="" width={72} height={72} loading="lazy" />
            </a>
          ))}
        </p>
      )}
      <p className={styles.by}>
        {by}
        {sideNames[side]}, <Moment at={at} />
        {isSeen && ', seen'}
      </p>
    </li>
  )
}
