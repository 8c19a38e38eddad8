import { type SQL, sql } from 'drizzle-orm'
import { type StaffOutput, type StaffPage, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import { hourMs } from '#contract/times/times.ts'
import { chatReplyHours } from '#features/support/chat.rules.ts'
import type { countInbox as countInboxCall, InboxItem, listInbox } from '#features/support/inbox.staff.contract.ts'
import { maxCounted, readCursor, toPage } from '#server/http/cursors.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { Shop } from '#server/shop.ts'
import { readProblemNames } from '../contact/problem-types.ts'

const previewLength = 140

type Row = Omit<InboxItem, 'at' | 'due_at' | 'waiting_since' | 'subject' | 'assignee'> & {
  /**
   * Sort key: the due time of an open thread, or the time of the latest message of another thread. In microseconds,
   * because PostgreSQL stores microseconds.
   */
  sortTime: string
  at: string
  due_at: string | null
  waiting_since: string | null
  problem_type_id: number | null
  assignee_id: string | null
  assignee_name: string | null
}

/** Merges tickets and chats. Each kind is read by its own index, up to the size of the page. */
export async function readInbox(
  { db, clock }: Shop,
  actor: StaffActor,
  { limit, after, kind, state, assignee, due: dueFilter, q }: StaffParsed<typeof listInbox>,
): Promise<StaffPage<InboxItem>> {
  const cursor = readCursor(after, 'text', 'time', 'text')
  const isOpen = state === 'open'
  const order = isOpen ? sql`asc` : sql`desc`
  const afterCursor = (of: InboxItem['kind'], sortTime: SQL, id: SQL) => {
    if (!cursor) return sql``
    const [last, at, number] = cursor
    if (!isOpen) return sql`and (${sortTime}, ${id}) < (${at}::timestamptz, ${number})`
    // Waiting shoppers come first: all chats, then all tickets.
    if (of !== last) return of === 'chat' ? sql`and false` : sql``
    return sql`and (${sortTime}, ${id}) > (${at}::timestamptz, ${number})`
  }
  const isAssignedTo = (column: SQL) => {
    if (!assignee) return sql``
    if (assignee === 'none') return sql`and ${column} is null`
    return sql`and ${column} = ${assignee === 'me' ? actor.id : assignee}`
  }
  const ticketSortTime = isOpen ? sql`t.reply_due_at` : sql`t.created_at`
  const isLate = (sortTime: SQL) => (isOpen && dueFilter === 'late' ? sql`and ${sortTime} <= ${clock.now()}` : sql``)
  const ticketConditions = sql`t.status = ${state} ${isAssignedTo(sql`t.assignee_id`)} ${isLate(sql`t.reply_due_at`)}
    ${q ? sql`and ${findTickets(q)}` : sql``}`
  const ticketRows = sql`
    select 'ticket' as kind, t.ticket_no as number, t.status as state,
      coalesce(nullif(t.customer_name, ''), t.email) as "from", left(t.message, ${previewLength}) as preview, t.problem_type_id,
      ${ticketSortTime} as "sortTime", t.created_at as at, case when t.status = 'open' then t.reply_due_at end as due_at,
      null::timestamptz as waiting_since, t.assignee_id
    from tickets t where ${ticketConditions} ${afterCursor('ticket', ticketSortTime, sql`t.ticket_no`)}
    order by ${ticketSortTime} ${order}, t.ticket_no ${order} limit ${limit + 1}`

  const due = sql`c.waiting_since + make_interval(hours => ${chatReplyHours})`
  const chatSortTime = isOpen ? due : sql`c.last_message_at`
  const chatState = {
    open: sql`c.waiting_since is not null`,
    answered: sql`c.waiting_since is null and c.closed_at is null`,
    closed: sql`c.waiting_since is null and c.closed_at is not null`,
  }[state]
  const chatConditions = sql`${chatState} ${isAssignedTo(sql`c.assignee_id`)} ${isLate(due)}
    ${q ? sql`and ${findChats(q)}` : sql``}`
  const chatRows = sql`
    select 'chat' as kind, c.id as number, ${state} as state, coalesce(nullif(u.name, ''), u.email, 'A guest') as "from",
      left(coalesce((select m.body from chat_messages m where m.conversation_id = c.id and m.author = 'shopper'
        order by m.id desc limit 1), ''), ${previewLength}) as preview, null::int as problem_type_id,
      ${chatSortTime} as "sortTime", c.last_message_at as at, case when ${isOpen} then ${due} end as due_at,
      c.waiting_since, c.assignee_id
    from chat_conversations c left join customers u on u.id = c.customer_id
    where ${chatConditions} ${afterCursor('chat', chatSortTime, sql`c.id`)}
    order by ${isOpen ? sql`c.waiting_since` : chatSortTime} ${order}, c.id ${order} limit ${limit + 1}`

  const parts = [...(kind === 'chat' ? [] : [ticketRows]), ...(kind === 'ticket' ? [] : [chatRows])]
  const { rows } = await db.execute<Row>(sql`
    select i.*, i."sortTime"::text as "sortTime", m.name as assignee_name
    from (${sql.join(
      parts.map((part) => sql`(${part})`),
      sql` union all `,
    )}) i left join staff_members m on m.id = i.assignee_id
    order by ${isOpen ? sql`i.kind,` : sql``} i."sortTime" ${order}, i.number ${order} limit ${limit + 1}`)
  const nameProblem = await readProblemNames(db)
  const counts = [
    ...(kind === 'chat' ? [] : [sql`(select 1 from tickets t where ${ticketConditions} limit ${maxCounted + 1})`]),
    ...(kind === 'ticket'
      ? []
      : [sql`(select 1 from chat_conversations c where ${chatConditions} limit ${maxCounted + 1})`]),
  ]
  const { rows: counted } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${sql.join(counts, sql` union all `)}) n`,
  )
  return toPage(rows, {
    limit,
    total: counted[0]?.total ?? 0,
    cursorOf: ({ kind, sortTime, number }) => [kind, sortTime, number],
    show: (row) => ({
      kind: row.kind,
      number: row.number,
      state: row.state,
      from: row.from,
      subject: row.problem_type_id === null ? row.preview : (nameProblem(row.problem_type_id).at(-1) ?? ''),
      preview: row.preview,
      at: toStaffTime(new Date(row.at)),
      due_at: row.due_at && toStaffTime(new Date(row.due_at)),
      waiting_since: row.waiting_since && toStaffTime(new Date(row.waiting_since)),
      assignee: row.assignee_id ? { id: row.assignee_id, name: row.assignee_name ?? '' } : null,
    }),
  })
}

/** 3: shorter search texts match almost everything and cannot use the index. */
const minSearchLength = 3
/** 200: chats whose latest messages are searched for a word. */
const maxSearchedChats = 200

const contains = (q: string) => `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
const toPrefixPattern = (q: string) => `${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

function findTickets(q: string): SQL {
  const words =
    q.length < minSearchLength ? sql`false` : sql`lower(t.customer_name || ' ' || t.message) like ${contains(q)}`
  return sql`(t.ticket_no = upper(${q}) or t.email = lower(${q}) or ${words})`
}

function findChats(q: string): SQL {
  const people = sql`c.customer_id in (select id from customers where email = lower(${q})
    or lower(name) like ${toPrefixPattern(q)} limit ${maxSearchedChats})`
  if (q.length < minSearchLength) return people
  return sql`(${people} or c.id in (select m.conversation_id from chat_messages m
    where lower(m.body) like ${contains(q)} order by m.id desc limit ${maxSearchedChats}))`
}

/** 1,000: the largest number that the badge of a tab counts to. */
const countedInTabs = 1000

export async function countInbox({ db, clock }: Shop, actor: StaffActor): Promise<StaffOutput<typeof countInboxCall>> {
  const late = new Date(clock.now().getTime() - chatReplyHours * hourMs)
  const count = (tickets: SQL, chats: SQL) => sql`(select count(*)::int from (
    (select 1 from tickets t where t.status = 'open' and ${tickets} limit ${countedInTabs}) union all
    (select 1 from chat_conversations c where c.waiting_since is not null and ${chats} limit ${countedInTabs})) n)`
  const { rows } = await db.execute<{ open: number; late: number; mine: number }>(sql`select
    ${count(sql`true`, sql`true`)} as open,
    ${count(sql`t.reply_due_at <= ${clock.now()}`, sql`c.waiting_since <= ${late}`)} as late,
    ${count(sql`t.assignee_id = ${actor.id}`, sql`c.assignee_id = ${actor.id}`)} as mine`)
  const [{ open = 0, late: isLate = 0, mine = 0 } = {}] = rows
  const max = (found: number) => Math.min(found, countedInTabs)
  return { open: max(open), late: max(isLate), mine: max(mine) }
}
