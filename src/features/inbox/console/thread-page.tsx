import { useRouter } from '@tanstack/react-router'
import { ArrowLeft, CheckCheck, RotateCcw, UserRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { ConsoleContext } from '#console/console-context.ts'
import { useConsole, useMe } from '#console/console-context.ts'
import { ConsoleLink } from '#console/console-link.tsx'
import { inboxLink, staffOrderLink } from '#console/console-links.ts'
import { Avatar } from '#console/ui/avatar.tsx'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { Moment } from '#console/ui/moment.tsx'
import { Presence } from '#console/ui/presence.tsx'
import { showToast } from '#console/ui/toast-store.ts'
import { useCommand } from '#console/use-command.ts'
import { useKeys } from '#console/use-keys.ts'
import { usePageData } from '#console/use-page-data.ts'
import { useStaffLive } from '#console/use-staff-live.ts'
import { joinClasses } from '#web/ui/join-classes.ts'
import * as calls from '../inbox.staff.contract.ts'
import { Composer } from './composer.tsx'
import styles from './thread-page.module.css'

type Loading<P> = { context: ConsoleContext; params: P }

export async function loadTicket({ context: { load }, params }: Loading<{ number: string }>) {
  return (await load(calls.getStaffTicket, params)).data
}
export async function loadChat({ context: { load }, params }: Loading<{ id: string }>) {
  return (await load(calls.getStaffChat, params)).data
}

const languages = new Intl.DisplayNames('en', { type: 'language' })
const nameLanguage = (code: string | null) => languages.of(code ?? 'en')

type Said = { key: string; by: string; body: string; at: string; side: 'shopper' | 'staff' | 'note' | 'system' }
type Note = { by: string; body: string; at: string }

const byTime = (one: Said, other: Said) => one.at.localeCompare(other.at)
const toSaid = (side: Said['side']) => (one: Note, at: number) => ({ ...one, side, key: `${side}-${at}` })

export function TicketPage() {
  const ticket = usePageData<typeof loadTicket>(`${inboxLink}/tickets/$number`)
  const { number } = ticket
  const { call } = useConsole()
  const asked: Said = {
    key: 'asked',
    by: ticket.name || ticket.email,
    body: ticket.message,
    at: ticket.created_at,
    side: 'shopper',
  }
  const said = [asked, ...ticket.answers.map(toSaid('staff')), ...ticket.notes.map(toSaid('note'))].sort(byTime)
  return (
    <Thread
      about={`tickets/${number}`}
      title={ticket.question.at(-1) ?? number}
      detail={`${number} · ${ticket.question.join(' / ')}`}
      thing={ticket}
      said={said}
      aside={
        <>
          <p>{ticket.name || 'No name'}</p>
          <p className={styles.quiet}>{ticket.email}</p>
          {ticket.order_number && (
            <p>
              About <ConsoleLink href={staffOrderLink(ticket.order_number)}>{ticket.order_number}</ConsoleLink>
            </p>
          )}
        </>
      }
      hint={`${nameLanguage(ticket.language)} · goes by mail`}
      answer={(body) => call(calls.answerStaffTicket, { number, body })}
      note={(body) => call(calls.noteTicket, { number, body })}
      assign={(assignee) => call(calls.assignTicket, { number, assignee })}
      close={() => call(calls.closeStaffTicket, { number })}
      reopen={() => call(calls.reopenTicket, { number })}
    />
  )
}

export function ChatPage() {
  const chat = usePageData<typeof loadChat>(`${inboxLink}/chats/$id`)
  const { id } = chat
  const { call } = useConsole()
  const who = chat.customer?.name || chat.customer?.email || 'A guest'
  const messages = chat.messages.map(({ id: key, author, name, body, at }) => ({
    key: `message-${key}`,
    by: author === 'shopper' ? who : (name ?? 'Harbor'),
    body,
    at,
    side: author,
  }))
  return (
    <Thread
      about={`chats/${id}`}
      title={who}
      detail={chat.state === 'open' ? 'Waits for an answer' : 'Chat'}
      thing={chat}
      said={[...messages, ...chat.notes.map(toSaid('note'))].sort(byTime)}
      aside={
        <>
          <p>{who}</p>
          {chat.customer && <p className={styles.quiet}>{chat.customer.email}</p>}
        </>
      }
      hint={`${nameLanguage(chat.language)} · the shopper sees it at once`}
      answer={(body) => call(calls.answerStaffChat, { id, body })}
      note={(body) => call(calls.noteChat, { id, body })}
      assign={(assignee) => call(calls.assignChat, { id, assignee })}
      close={() => call(calls.closeChat, { id })}
    />
  )
}

type Thing = { state: string; assignee: { id: string; name: string } | null; possible: string[] }
type ThreadProps = {
  about: string
  title: string
  detail: string
  thing: Thing
  said: Said[]
  aside: ReactNode
  /** The shopper's language, and how the answer reaches them. */
  hint: string
  answer: (body: string) => Promise<unknown>
  note: (body: string) => Promise<unknown>
  assign: (assignee: string | null) => Promise<unknown>
  close: () => Promise<unknown>
  reopen?: () => Promise<unknown>
}

function Thread(props: ThreadProps) {
  const { about, title, detail, thing, said, aside, hint, answer, note, assign, close, reopen } = props
  const me = useMe()
  const router = useRouter()
  const others = useStaffLive([about], () => router.invalidate())
  const { run, busy, problem } = useCommand()
  const may = (command: string) => thing.possible.includes(command) && me.scopes.includes('inbox:write')
  const isMine = thing.assignee?.id === me.id
  const take = () => run('assign', () => assign(isMine ? null : me.id))
  const finish = async () => {
    if (await run('close', close))
      showToast('Done', reopen && { action: { label: 'Undo', run: () => run('reopen', reopen) } })
  }
  useKeys({ ...(may('assign') && { i: take }), ...(may('close') && { e: finish }) })
  const end = useRef<HTMLLIElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was said last is what one reads first.
  useEffect(() => {
    // Newer browsers answer a promise, which no effect may.
    end.current?.scrollIntoView({ block: 'end' })
  }, [about, said.length])
  return (
    <div className={styles.thread}>
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
          <p className={styles.quiet}>{detail}</p>
          <Presence people={others} />
        </div>
        {may('assign') && (
          <Button size="small" icon={UserRound} onClick={take} isBusy={busy === 'assign'} hint="I">
            {thing.assignee ? (isMine ? 'Mine' : thing.assignee.name) : 'Take it'}
          </Button>
        )}
        {may('close') && (
          <Button size="small" icon={CheckCheck} onClick={finish} isBusy={busy === 'close'} hint="E">
            Done
          </Button>
        )}
        {reopen && may('reopen') && (
          <Button size="small" icon={RotateCcw} onClick={() => run('reopen', reopen)} isBusy={busy === 'reopen'}>
            Open again
          </Button>
        )}
      </header>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <ol className={styles.messages} aria-label="What was said">
        {said.map((one) => (
          <Message key={one.key} said={one} />
        ))}
        <li ref={end} aria-hidden />
      </ol>
      <aside className={styles.aside} aria-label="Who asks">
        {aside}
      </aside>
      {(may('answer') || may('note')) && (
        <div className={styles.composer}>
          <Composer key={about} about={about} mayAnswer={may('answer')} hint={hint} answer={answer} note={note} />
        </div>
      )}
    </div>
  )
}

const sideNames = { shopper: '', staff: '', note: ', staff only', system: '' }

function Message({ said: { by, body, at, side } }: { said: Said }) {
  return (
    <li className={joinClasses(styles.message, styles[side])}>
      {side !== 'system' && <Avatar name={by} id={by} isShopper={side === 'shopper'} size="large" />}
      <p className={styles.body} dir="auto">
        {body}
      </p>
      <p className={styles.by}>
        {by}
        {sideNames[side]}, <Moment at={at} />
      </p>
    </li>
  )
}
