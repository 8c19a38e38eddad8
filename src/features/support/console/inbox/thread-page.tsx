import { usePresentShopper } from '#console/data/shopper-presence.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { sendOrQueue } from '#console/data/waiting-notes.ts'
import type { ConsoleContext } from '#console/shell/console-context.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { inboxLink } from '#console/shell/console-links.ts'
import { allowsScope, type Scope } from '#contract/calls/scopes.ts'
import { compareTexts } from '#contract/text/compare.ts'
import { getCustomer } from '#features/customers/customers.staff.contract.ts'
import { getOrder, listOrders } from '#features/orders/orders.staff.contract.ts'
import * as calls from '#features/support/inbox.staff.contract.ts'
import { Thread, type ThreadMessage } from './thread.tsx'
import { nameRequester, toRequester } from './thread-aside.rules.ts'
import { ThreadAside } from './thread-aside.tsx'
import styles from './thread-page.module.css'
import { useProduct } from './use-product.ts'

type Loading<P> = { context: ConsoleContext; params: P }

export async function loadTicket({ context, params }: Loading<{ number: string }>) {
  const ticket = (await context.load(calls.getStaffTicket, params)).data
  const { customer_id, order_number } = ticket
  return {
    ticket,
    language: formatLanguage(ticket.language),
    ...(await loadAbout(context, customer_id ?? undefined, order_number)),
  }
}
export async function loadChat({ context, params }: Loading<{ id: string }>) {
  const chat = (await context.load(calls.getStaffChat, params)).data
  return { chat, language: formatLanguage(chat.language), ...(await loadAbout(context, chat.customer?.id, null)) }
}

/** Loads the customer and the order of a thread, if the member may see them. */
async function loadAbout({ call, me }: ConsoleContext, who: string | undefined, orderNumber: string | null) {
  const hasScope = (scope: Scope) => allowsScope(me?.scopes, scope)
  const none = () => null
  const customer =
    who && hasScope('customers:read') ? await call(getCustomer, { id: who }).then(({ data }) => data, none) : null
  // A guest may type an unknown order number, so the order is searched before it is read.
  const find = async (q: string) => (await call(listOrders, { q, limit: 1 })).data.data[0]?.number
  const no =
    hasScope('orders:read') && (orderNumber ? await find(orderNumber).catch(none) : customer?.orders[0]?.number)
  const order = no ? await call(getOrder, { no }).then(({ data }) => data, none) : null
  return { customer, order }
}

/**
 * Returns the English name of a language. The name is computed together with the page's data, so that server and
 * browser show the same name.
 */
const formatLanguage = (code: string | null) => new Intl.DisplayNames('en', { type: 'language' }).of(code ?? 'en') ?? ''

type Note = { by: string; body: string; at: string }
const byTime = (one: ThreadMessage, other: ThreadMessage) => compareTexts(one.at, other.at)
const toThreadMessage = (side: ThreadMessage['side']) => (one: Note, at: number) => ({
  ...one,
  side,
  key: `${side}-${at}`,
})

export function TicketPage() {
  const { ticket, language, customer, order } = usePageData<typeof loadTicket>(`${inboxLink}/tickets/$number`)
  const { number } = ticket
  const { call } = useConsole()
  const question: ThreadMessage = {
    key: 'asked',
    by: ticket.name || ticket.email,
    body: ticket.message,
    at: ticket.created_at,
    side: 'shopper',
  }
  const said = [
    question,
    ...ticket.answers.map(toThreadMessage('staff')),
    ...ticket.notes.map(toThreadMessage('note')),
  ].sort(byTime)
  const who = { name: ticket.name, email: ticket.email }
  return (
    <Thread
      about={`tickets/${number}`}
      kind="ticket"
      title={ticket.question.at(-1) ?? number}
      detail={
        <>
          <bdi dir="ltr">{number}</bdi> · {ticket.question.join(' / ')}
        </>
      }
      inboxItem={ticket}
      said={said}
      order={order}
      aside={<ThreadAside who={who} customer={customer} order={order} but={number} />}
      orders={customer?.orders ?? []}
      language={ticket.language}
      hint={`${language} · sent by email`}
      answer={(sent, close) => call(calls.answerStaffTicket, { number, ...sent, close })}
      addPicture={async (file) => (await call(calls.addTicketPicture, { number, file })).data}
      note={(body) => sendOrQueue('ticket', { number, body }, (once) => call(calls.noteTicket, { number, body }, once))}
      assign={(assignee) => call(calls.assignTicket, { number, assignee })}
      close={() => call(calls.closeStaffTicket, { number })}
      reopen={() => call(calls.reopenTicket, { number })}
    />
  )
}

const chatStates = { open: 'Waiting for an answer', answered: 'Answered', closed: 'Done' }

export function ChatPage() {
  const { chat, language, customer, order } = usePageData<typeof loadChat>(`${inboxLink}/chats/$id`)
  const { id } = chat
  const { call } = useConsole()
  const who = nameRequester(chat.customer)
  const here = usePresentShopper({ chat: id })
  const lookedAt = useProduct(here?.about ?? '')
  const messages = chat.messages.map(({ id: key, author, name, body, at, is_seen, pictures }) => ({
    key: `message-${key}`,
    by: author === 'shopper' ? who : (name ?? 'Harbor'),
    body,
    at,
    side: author,
    isSeen: author === 'staff' && is_seen,
    pictures,
  }))
  return (
    <Thread
      about={`chats/${id}`}
      kind="chat"
      title={who}
      detail={
        here ? (
          <>
            <span className={styles.here}>Online now</span> {lookedAt?.name}
          </>
        ) : (
          chatStates[chat.state]
        )
      }
      isTyping={here?.is_typing === true}
      inboxItem={chat}
      said={[...messages, ...chat.notes.map(toThreadMessage('note'))].sort(byTime)}
      order={order}
      aside={
        <ThreadAside who={toRequester(chat.customer)} customer={customer} order={order} but={id} lookedAt={lookedAt} />
      }
      orders={customer?.orders ?? []}
      language={chat.language}
      hint={language}
      answer={(sent) => call(calls.answerStaffChat, { id, ...sent })}
      addPicture={async (file) => (await call(calls.addChatPicture, { id, file })).data}
      note={(body) => sendOrQueue('chat', { id, body }, (once) => call(calls.noteChat, { id, body }, once))}
      assign={(assignee) => call(calls.assignChat, { id, assignee })}
      close={() => call(calls.closeChat, { id })}
      reopen={() => call(calls.reopenChat, { id })}
    />
  )
}
