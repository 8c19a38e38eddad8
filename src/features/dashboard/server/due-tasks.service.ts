import { type SQL, sql } from 'drizzle-orm'
import { allowsScope, type Scope } from '#contract/calls/scopes.ts'
import { toStaffTime } from '#contract/calls/staff-call.ts'
import { orderStatus } from '#features/orders/orders.rules.ts'
import { expiringHours } from '#features/orders/orders.staff.rules.ts'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import { chatReplyHours } from '#features/support/chat.rules.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { Shop } from '#server/shop.ts'
import type { Today } from '../figures.staff.contract.ts'

type DueTask = Today['due'][number]
type Row = Omit<DueTask, 'since' | 'due_at' | 'money'> & {
  since: Date
  due: Date
  amount: string | null
  currency: string | null
}

/**
 * Returns the due tasks. Each kind is read by a separate index up to the limit. The kinds are then labeled and merged.
 * Rows beyond the limit are never read.
 */
export async function readDue(
  { db, clock }: Shop,
  { scopes }: Pick<StaffActor, 'scopes'>,
  { mine, max }: { mine: string | null; max: number },
): Promise<DueTask[]> {
  const isTheirs = mine === null ? sql`true` : sql`assignee_id = ${mine}`
  const now = clock.now()
  const kinds: { scope: Scope; rows: SQL }[] = [
    {
      scope: 'inbox:read',
      rows: sql`select 'ticket' as kind, t.ticket_no as number, coalesce(nullif(t.customer_name, ''), t.email) as name,
          p.name as about, t.created_at as since, t.reply_due_at as due, null::bigint as amount, null::text as currency
        from (select * from tickets where status = 'open' and ${isTheirs} order by reply_due_at limit ${max}) t
          join problem_types p on p.id = t.problem_type_id`,
    },
    {
      scope: 'inbox:read',
      rows: sql`select 'chat', c.id, coalesce(nullif(u.name, ''), u.email, 'A guest'), 'Chat', c.waiting_since,
          c.waiting_since + make_interval(hours => ${chatReplyHours}), null, null
        from (select * from chat_conversations where waiting_since is not null and ${isTheirs}
          order by waiting_since limit ${max}) c left join customers u on u.id = c.customer_id`,
    },
    {
      scope: 'returns:read',
      rows: sql`select 'return', r.return_no, coalesce(nullif(u.name, ''), u.email), (
            select concat('Return of ', count(*), ', ', min(n.reason)) from return_items i
              join return_reasons n on n.id = i.reason_id where i.return_id = r.id),
          r.created_at, r.reply_due_at, null, null
        from (select * from returns where status = ${returnStatus.processing} and ${isTheirs}
          order by reply_due_at limit ${max}) r join customers u on u.id = r.customer_id`,
    },
    {
      scope: 'orders:read',
      rows: sql`select 'order', order_no, order_no, 'Unpaid', created_at, expires_at, total_amount, currency from (
          select * from orders where status_id = ${orderStatus.unpaid} and expires_at > ${now}
            and expires_at <= ${now}::timestamptz + make_interval(hours => ${expiringHours})
          order by expires_at limit ${max}) o`,
    },
  ]
  const seen = kinds.filter(({ scope }) => allowsScope(scopes, scope))
  if (seen.length === 0) return []
  const { rows } = await db.execute<Row>(sql`
    select * from (${sql.join(
      seen.map((one) => one.rows),
      sql` union all `,
    )}) due (kind, number, name, about, since, due, amount, currency) order by due, number limit ${max}`)
  return rows.map(({ kind, number, name, about, since, due, amount, currency }) => ({
    kind,
    number,
    name,
    about,
    since: toStaffTime(new Date(since)),
    due_at: toStaffTime(new Date(due)),
    money: currency === null ? null : { amount: Number(amount), currency },
  }))
}
