import { type SQL, sql } from 'drizzle-orm'
import { type StaffPage, type StaffParsed, toStaffTime } from '#contract/staff-call.ts'
import { chatReplyHours } from '#features/chat/chat.rules.ts'
import { countedMost, readCursor, toPage } from '#server/cursors.ts'
import type { Shop } from '#server/shop.ts'
import type { StaffAsker } from '#server/staff-http.ts'
import type { InboxItem, listInbox } from '../inbox.staff.contract.ts'

const previewLength = 140

type Row = Omit<InboxItem, 'at' | 'due_at' | 'assignee'> & {
  /** What the list is sorted by: due where it is open, else the latest word. To the microsecond, as PostgreSQL has it. */
  mark: string
  at: string
  due_at: string | null
  assignee_id: string | null
  assignee_name: string | null
}

/** Two lists, each read by its own index as far as the page goes, and merged. */
export async function readInbox(
  { db, clock }: Shop,
  asker: StaffAsker,
  { limit, after, kind, state, assignee, due: wanted, q }: StaffParsed<typeof listInbox>,
): Promise<StaffPage<InboxItem>> {
  const cursor = readCursor(after, 2)
  const isOpen = state === 'open'
  const order = isOpen ? sql`asc` : sql`desc`
  const beyond = (mark: SQL, id: SQL) => {
    if (!cursor) return sql``
    const [at, last] = cursor
    return isOpen
      ? sql`and (${mark}, ${id}) > (${at}::timestamptz, ${last})`
      : sql`and (${mark}, ${id}) < (${at}::timestamptz, ${last})`
  }
  const ofPerson = (column: SQL) => {
    if (!assignee) return sql``
    if (assignee === 'none') return sql`and ${column} is null`
    return sql`and ${column} = ${assignee === 'me' ? asker.id : assignee}`
  }
  const ticketMark = isOpen ? sql`t.reply_due_at` : sql`t.created_at`
  const isLate = (mark: SQL) => (isOpen && wanted === 'late' ? sql`and ${mark} <= ${clock.now()}` : sql``)
  const ofTickets = sql`t.status = ${state} ${ofPerson(sql`t.assignee_id`)} ${isLate(sql`t.reply_due_at`)}
    ${q ? sql`and (t.ticket_no = upper(${q}) or t.email = lower(${q}))` : sql``}`
  const ticketRows = sql`
    select 'ticket' as kind, t.ticket_no as number, t.status as state,
      coalesce(nullif(t.customer_name, ''), t.email) as "from", left(t.message, ${previewLength}) as preview,
      ${ticketMark} as mark, t.created_at as at, case when t.status = 'open' then t.reply_due_at end as due_at, t.assignee_id
    from tickets t where ${ofTickets} ${beyond(ticketMark, sql`t.ticket_no`)}
    order by ${ticketMark} ${order}, t.ticket_no ${order} limit ${limit + 1}`

  const due = sql`c.waiting_since + make_interval(hours => ${chatReplyHours})`
  const chatMark = isOpen ? due : sql`c.last_message_at`
  const chatState = {
    open: sql`c.waiting_since is not null`,
    answered: sql`c.waiting_since is null and c.closed_at is null`,
    closed: sql`c.waiting_since is null and c.closed_at is not null`,
  }[state]
  const ofChats = sql`${chatState} ${ofPerson(sql`c.assignee_id`)} ${isLate(due)}
    ${q ? sql`and c.customer_id in (select id from customers where email = lower(${q}))` : sql``}`
  const chatRows = sql`
    select 'chat' as kind, c.id as number, ${state} as state, coalesce(u.email, 'A guest') as "from",
      left(coalesce((select m.body from chat_messages m where m.conversation_id = c.id and m.author = 'shopper'
        order by m.id desc limit 1), ''), ${previewLength}) as preview,
      ${chatMark} as mark, c.last_message_at as at, case when ${isOpen} then ${due} end as due_at, c.assignee_id
    from chat_conversations c left join customers u on u.id = c.customer_id
    where ${ofChats} ${beyond(chatMark, sql`c.id`)}
    order by ${isOpen ? sql`c.waiting_since` : chatMark} ${order}, c.id ${order} limit ${limit + 1}`

  const parts = [...(kind === 'chat' ? [] : [ticketRows]), ...(kind === 'ticket' ? [] : [chatRows])]
  const { rows } = await db.execute<Row>(sql`
    select i.*, i.mark::text as mark, m.name as assignee_name
    from (${sql.join(
      parts.map((part) => sql`(${part})`),
      sql` union all `,
    )}) i left join staff_members m on m.id = i.assignee_id
    order by i.mark ${order}, i.number ${order} limit ${limit + 1}`)
  const counts = [
    ...(kind === 'chat' ? [] : [sql`(select 1 from tickets t where ${ofTickets} limit ${countedMost + 1})`]),
    ...(kind === 'ticket' ? [] : [sql`(select 1 from chat_conversations c where ${ofChats} limit ${countedMost + 1})`]),
  ]
  const { rows: counted } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${sql.join(counts, sql` union all `)}) n`,
  )
  return toPage(rows, {
    limit,
    total: counted[0]?.total ?? 0,
    cursorOf: ({ mark, number }) => [mark, number],
    show: (row) => ({
      kind: row.kind,
      number: row.number,
      state: row.state,
      from: row.from,
      preview: row.preview,
      at: toStaffTime(new Date(row.at)),
      due_at: row.due_at && toStaffTime(new Date(row.due_at)),
      assignee: row.assignee_id ? { id: row.assignee_id, name: row.assignee_name ?? '' } : null,
    }),
  })
}
