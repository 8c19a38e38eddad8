import { type SQL, sql } from 'drizzle-orm'
import { allowsScope, type Scope } from '#contract/calls/scopes.ts'
import { type StaffMoney, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import { availability } from '#features/catalogue/catalogue.rules.ts'
import { lowStock } from '#features/catalogue/stock.rules.ts'
import { listOrderBlocks } from '#features/checkout/server/open-for-orders.service.ts'
import { orderStatus } from '#features/orders/orders.rules.ts'
import { expiringHours } from '#features/orders/orders.staff.rules.ts'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import { fewStarsRank, unreadDays } from '#features/reviews/reviews.rules.ts'
import { requestScopes, waitsForDecision } from '#features/staff/server/work/staff-requests.service.ts'
import { chatReplyHours } from '#features/support/chat.rules.ts'
import { maxCounted } from '#server/http/cursors.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { Shop } from '#server/shop.ts'
import { type getToday, maxDue, maxWaiting, type Today, type waitingKinds } from '../figures.staff.contract.ts'
import { readDue } from './due-tasks.service.ts'
import { readPeople } from './staff-activity.service.ts'

type Kind = (typeof waitingKinds)[number]
type WaitingTask = {
  kind: Exclude<Kind, 'shop_closed'>
  scope: Scope
  /**
   * SQL that selects the rows to count, up to the limit. The rows are in the order of an index that contains few other
   * rows.
   */
  from: SQL
  since?: SQL
  due?: SQL
  isOfNote?: SQL
  /** The column of an amount. The same row has the currency of the amount. */
  amount?: SQL
  /** SQL that selects one row with `name`, `about` and `number`. */
  first?: SQL
  /** True if the navigation of every page shows this count. The count is then often read alone. */
  isInNavigation?: true
}

const created = sql`created_at`
const isUndeliverable = sql`sent_at is null and parked_at is not null and text_body <> ''`

const orderTask = (status: number): Pick<WaitingTask, 'scope' | 'from' | 'since' | 'isOfNote' | 'isInNavigation'> => ({
  scope: 'orders:read',
  from: sql`orders where status_id = ${status} order by created_at`,
  since: created,
  isOfNote: sql`shipping_method ilike '%express%'`,
  isInNavigation: true,
})

/**
 * Lists the waiting tasks. Tickets, chats and returns have an assignee. With `mine`, only tasks of this assignee are
 * listed.
 */
function listWaiting(actor: StaffActor, now: Date, mine: string | null): WaitingTask[] {
  const isAssigned = mine === null ? sql`true` : sql`assignee_id = ${mine}`
  return [
    ...listOrderTasks(now),
    ...listReturnTasks(isAssigned),
    ...listInboxTasks(now, isAssigned),
    ...listGoodsTasks(now),
    ...listFailures(),
    // Requests by other members on which this member may decide.
    ...(['erase', 'refund'] as const).map(
      (kind): WaitingTask => ({
        kind: `${kind}_requests`,
        scope: requestScopes[kind],
        from: sql`staff_requests where ${waitsForDecision(actor, kind, now)} order by asked_at`,
        since: sql`asked_at`,
        due: sql`expires_at`,
        isInNavigation: true,
      }),
    ),
  ]
}

function listOrderTasks(now: Date): WaitingTask[] {
  const isExpiring = sql`status_id = ${orderStatus.unpaid} and expires_at > ${now}
    and expires_at <= ${now}::timestamptz + make_interval(hours => ${expiringHours})`
  return [
    { kind: 'orders_to_prepare', ...orderTask(orderStatus.paid) },
    { kind: 'orders_to_pack', ...orderTask(orderStatus.preparing) },
    { kind: 'orders_to_ship', ...orderTask(orderStatus.packed) },
    {
      kind: 'orders_on_hold',
      ...orderTask(orderStatus.onHold),
      first: sql`select order_no as name, coalesce(hold_reason, '') as about, order_no as number from orders
        where status_id = ${orderStatus.onHold} order by created_at limit 1`,
    },
    {
      kind: 'orders_expiring',
      scope: 'orders:read',
      from: sql`orders where ${isExpiring} order by expires_at`,
      since: created,
      due: sql`expires_at`,
      amount: sql`total_amount`,
    },
  ]
}

function listReturnTasks(isAssigned: SQL): WaitingTask[] {
  return [
    {
      kind: 'returns_to_judge',
      scope: 'returns:read',
      from: sql`returns where status = ${returnStatus.processing} and ${isAssigned} order by reply_due_at`,
      since: created,
      due: sql`reply_due_at`,
      isInNavigation: true,
    },
    {
      kind: 'returns_on_their_way',
      scope: 'returns:read',
      from: sql`returns where status = ${returnStatus.approved} and ${isAssigned}`,
      since: created,
      isInNavigation: true,
    },
    {
      kind: 'returns_to_check',
      scope: 'returns:read',
      from: sql`returns where status = ${returnStatus.received} and ${isAssigned} order by created_at, id`,
      since: sql`(select min(i.received_at) from return_items i where i.return_id = returns.id)`,
    },
    {
      kind: 'refunds_failed',
      scope: 'refunds:read',
      from: sql`refunds where status = 'failed' order by created_at`,
      since: created,
      amount: sql`amount`,
      first: sql`select coalesce(t.return_no, o.order_no) as name, coalesce(f.failure, '') as about,
          coalesce(t.return_no, o.order_no) as number
        from (select * from refunds where status = 'failed' order by created_at limit 1) f
          join orders o on o.id = f.order_id left join returns t on t.id = f.return_id`,
      isInNavigation: true,
    },
  ]
}

function listInboxTasks(now: Date, isAssigned: SQL): WaitingTask[] {
  const isLate = sql`status = 'open' and reply_due_at <= ${now} and ${isAssigned}`
  return [
    {
      kind: 'tickets',
      scope: 'inbox:read',
      from: sql`tickets where status = 'open' and ${isAssigned} order by reply_due_at`,
      since: created,
      due: sql`reply_due_at`,
      isInNavigation: true,
    },
    {
      kind: 'tickets_late',
      scope: 'inbox:read',
      from: sql`tickets where ${isLate} order by reply_due_at`,
      since: created,
      due: sql`reply_due_at`,
      first: sql`select coalesce(nullif(t.customer_name, ''), t.email) as name, p.name as about, t.ticket_no as number
        from (select * from tickets where ${isLate} order by reply_due_at limit 1) t
          join problem_types p on p.id = t.problem_type_id`,
    },
    {
      kind: 'chats',
      scope: 'inbox:read',
      from: sql`chat_conversations where waiting_since is not null and ${isAssigned} order by waiting_since`,
      since: sql`waiting_since`,
      due: sql`waiting_since + make_interval(hours => ${chatReplyHours})`,
      isInNavigation: true,
    },
  ]
}

function listGoodsTasks(now: Date): WaitingTask[] {
  const isUnread = sql`status = 'published' and answer is null and read_at is null
    and created_at > ${now}::timestamptz - make_interval(days => ${unreadDays})`
  const low = sql`skus s join products p on p.id = s.product_id
    where s.inventory between 1 and ${lowStock} and p.status = ${availability.forSale}`
  return [
    {
      kind: 'reviews',
      scope: 'reviews:read',
      from: sql`reviews where ${isUnread} order by created_at`,
      since: created,
      isOfNote: sql`rank <= ${fewStarsRank}`,
    },
    {
      kind: 'stock_low',
      scope: 'catalogue:read',
      from: sql`${low} order by s.inventory, s.id`,
      first: sql`select p.name, concat_ws(': ', (
            select string_agg(o.value_name, ' ' order by o.position) from sku_options o where o.sku_id = s.id),
          s.inventory || ' left') as about, s.sku as number
        from ${low} order by s.inventory, s.id limit 1`,
    },
  ]
}

/** Lists tasks that the shop failed to do automatically. */
function listFailures(): WaitingTask[] {
  const undelivered = sql`webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
    where d.state in ('failed', 'parked') and e.removed_at is null order by d.id desc`
  return [
    {
      kind: 'mails_failed',
      scope: 'settings:read',
      from: sql`mails where ${isUndeliverable}`,
      since: sql`parked_at`,
      first: sql`select subject as name, coalesce(last_error, '') as about, null as number
        from mails where ${isUndeliverable} order by parked_at limit 1`,
    },
    {
      kind: 'webhooks_failed',
      scope: 'keys:write',
      from: undelivered,
      since: sql`coalesce(e.failing_since, d.at)`,
      first: sql`select substring(e.url from '^https?://([^/?#]+)') as name,
          coalesce('answers ' || d.status, d.failure, '') as about, null as number from ${undelivered} limit 1`,
    },
    {
      kind: 'exchange_rates',
      scope: 'settings:read',
      from: sql`settings where key = 'rates_problem_since' and value <> ''`,
      since: sql`value::timestamptz`,
      isInNavigation: true,
    },
  ]
}

/** Returns the counts that the navigation shows, by kind. */
export async function countWaiting(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  actor: StaffActor,
): Promise<Record<string, number>> {
  const visibleTasks = listWaiting(actor, clock.now(), null).filter(
    (one) => one.isInNavigation && allowsScope(actor.scopes, one.scope),
  )
  if (visibleTasks.length === 0) return {}
  const parts = visibleTasks.map(
    ({ kind, from }) =>
      sql`select ${kind} as kind, count(*)::int as count from (select from ${from} limit ${maxCounted}) waiting`,
  )
  const { rows } = await db.execute<{ kind: Kind; count: number }>(sql.join(parts, sql` union all `))
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

/** Returns the waiting work, the due work, the staff members at work, and whether shoppers cannot order. */
export async function readToday(shop: Shop, actor: StaffActor, input: StaffParsed<typeof getToday>): Promise<Today> {
  const mine = input.whose === 'me' ? actor.id : null
  const [waiting, due, people] = await Promise.all([
    readWaiting(shop, actor, mine),
    readDue(shop, actor, { mine, max: maxDue[input.due] }),
    readPeople(shop, actor),
  ])
  const countOf = (kind: Kind) => waiting.find((one) => one.kind === kind)?.count ?? 0
  const dueCount = countOf('tickets') + countOf('chats') + countOf('returns_to_judge') + countOf('orders_expiring')
  const closed = allowsScope(actor.scopes, 'settings:read') ? [await readClosed(shop)] : []
  return { waiting: [...waiting, ...closed], due, due_count: dueCount, people }
}

const nothing = { oldest_at: null, due_at: null, first: null, of_note: 0, money: [] }

async function readClosed(shop: Shop) {
  const { length: count } = await listOrderBlocks(shop)
  return { kind: 'shop_closed' as const, count, ...nothing }
}

type Counted = {
  kind: Kind
  count: number
  oldest: Date | null
  due: Date | null
  of_note: number | null
  first: Today['waiting'][number]['first']
  money: StaffMoney[] | null
}

async function readWaiting({ db, clock }: Shop, actor: StaffActor, mine: string | null): Promise<Today['waiting']> {
  const visibleTasks = listWaiting(actor, clock.now(), mine).filter(({ scope }) => allowsScope(actor.scopes, scope))
  if (visibleTasks.length === 0) return []
  const none = sql`null`
  const parts = visibleTasks.map(({ kind, from, since, due, isOfNote, amount, first }) => {
    const read = (columns: SQL) => sql`select ${columns} from ${from} limit ${maxWaiting}`
    // At the counting limit, the response has no details. Below the limit, the query reads the table rows, because the
    // index does not contain the columns of the details.
    const unlessTooMany = (value: SQL) => sql`case when count(*) < ${maxWaiting} then (${value}) end`
    const notable = isOfNote && sql`select count(*)::int from (${read(sql`${isOfNote} as is_it`)}) noted where is_it`
    const sums =
      amount &&
      sql`select json_agg(m) from (select sum(amount)::bigint as amount, currency
      from (${read(sql`${amount} as amount, currency`)}) summed group by currency order by 1 desc) m`
    return sql`(
      select ${kind} as kind, count(*)::int as count, min(since) as oldest, min(due) as due,
        ${notable ? unlessTooMany(notable) : sql`null::int`} as of_note,
        ${first ? sql`(select row_to_json(f) from (${first}) f)` : sql`null::json`} as first,
        ${sums ? unlessTooMany(sums) : sql`null::json`} as money
      from (${read(sql`(${since ?? none})::timestamptz as since, (${due ?? none})::timestamptz as due`)}) waiting)`
  })
  const { rows } = await db.execute<Counted>(sql.join(parts, sql` union all `))
  const time = (moment: Date | null) => moment && toStaffTime(new Date(moment))
  return rows.map(({ kind, count, oldest, due, of_note, first, money }) => ({
    kind,
    count,
    oldest_at: time(oldest),
    due_at: time(due),
    first,
    of_note: of_note ?? 0,
    money: money ?? [],
  }))
}
