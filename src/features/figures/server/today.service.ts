import { type SQL, sql } from 'drizzle-orm'
import { allowsScope, type Scope } from '#contract/scopes.ts'
import { toStaffTime } from '#contract/staff-call.ts'
import { chatReplyHours } from '#features/chat/chat.rules.ts'
import { listOrderBlocks } from '#features/checkout/server/open-for-orders.service.ts'
import { orderStatus } from '#features/orders/orders.rules.ts'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import { requestScopes, waitsForDecision } from '#features/staff/server/staff-requests.service.ts'
import { countedMost } from '#server/cursors.ts'
import type { Shop } from '#server/shop.ts'
import type { StaffAsker } from '#server/staff-http.ts'
import type { waitingKinds } from '../figures.staff.contract.ts'

type Kind = (typeof waitingKinds)[number]
/** Each reads as far as it is counted, in the order of an index that holds only what waits. */
type Waiting = { kind: Exclude<Kind, 'shop_closed'>; scope: Scope; rows: SQL }

const ofOrders = (status: number) =>
  sql`select created_at as since, null::timestamptz as due from orders where status_id = ${status} order by created_at`
const ofReturns = (status: number) =>
  sql`select created_at as since, reply_due_at as due from returns where status = ${status} order by reply_due_at`

const all: Waiting[] = [
  { kind: 'orders_to_prepare', scope: 'orders:read', rows: ofOrders(orderStatus.paid) },
  { kind: 'orders_to_pack', scope: 'orders:read', rows: ofOrders(orderStatus.preparing) },
  { kind: 'orders_to_ship', scope: 'orders:read', rows: ofOrders(orderStatus.packed) },
  { kind: 'orders_on_hold', scope: 'orders:read', rows: ofOrders(orderStatus.onHold) },
  { kind: 'returns_to_judge', scope: 'returns:read', rows: ofReturns(returnStatus.processing) },
  {
    kind: 'returns_on_their_way',
    scope: 'returns:read',
    rows: sql`select created_at as since, null::timestamptz as due from returns where status = ${returnStatus.returning}`,
  },
  {
    kind: 'refunds_failed',
    scope: 'refunds:read',
    rows: sql`select created_at as since, null::timestamptz as due from refunds where status = 'failed' order by created_at`,
  },
  {
    kind: 'tickets',
    scope: 'inbox:read',
    rows: sql`select created_at as since, reply_due_at as due from tickets where status = 'open' order by reply_due_at`,
  },
  {
    kind: 'chats',
    scope: 'inbox:read',
    rows: sql`select waiting_since as since, waiting_since + make_interval(hours => ${chatReplyHours}) as due
      from chat_conversations where waiting_since is not null order by waiting_since`,
  },
  {
    kind: 'exchange_rates',
    scope: 'settings:read',
    rows: sql`select value::timestamptz as since, null::timestamptz as due from settings
      where key = 'rates_problem_since' and value <> ''`,
  },
]

/** What somebody else asked for and this person may decide about. */
const listRequestsFor = (asker: StaffAsker, now: Date): Waiting[] =>
  (['erase', 'refund'] as const).map((kind) => ({
    kind: `${kind}_requests`,
    scope: requestScopes[kind],
    rows: sql`select asked_at as since, expires_at as due from staff_requests
      where ${waitsForDecision(asker, kind, now)} order by asked_at`,
  }))

type Counted = { kind: Kind; count: number; oldest: Date | null; due: Date | null }

/** The counts alone, by kind. */
export async function countWaiting(shop: Shop, asker: StaffAsker): Promise<Record<string, number>> {
  const { waiting } = await readWaiting(shop, asker)
  return Object.fromEntries(waiting.map(({ kind, count }) => [kind, count]))
}

/** What waits, and whether something keeps shoppers from ordering. */
export async function readToday(shop: Shop, asker: StaffAsker) {
  const { waiting } = await readWaiting(shop, asker)
  if (!allowsScope(asker.scopes, 'settings:read')) return { waiting }
  const { length: count } = await listOrderBlocks(shop)
  return { waiting: [...waiting, { kind: 'shop_closed' as const, count, oldest_at: null, due_at: null }] }
}

async function readWaiting({ db, clock }: Shop, asker: StaffAsker) {
  const { scopes } = asker
  const seen = [...all, ...listRequestsFor(asker, clock.now())].filter(({ scope }) => allowsScope(scopes, scope))
  if (seen.length === 0) return { waiting: [] }
  const parts = seen.map(
    ({ kind, rows }) => sql`select ${kind} as kind, count(*)::int as count, min(since) as oldest, min(due) as due
      from (${rows} limit ${countedMost}) waiting`,
  )
  const { rows } = await db.execute<Counted>(sql.join(parts, sql` union all `))
  const time = (moment: Date | null) => moment && toStaffTime(new Date(moment))
  return {
    waiting: rows.map(({ kind, count, oldest, due }) => ({ kind, count, oldest_at: time(oldest), due_at: time(due) })),
  }
}
