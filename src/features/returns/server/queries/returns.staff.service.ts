import { and, asc, desc, eq, getTableColumns, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type StaffOutput, type StaffPage, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import { dayMs } from '#contract/times/times.ts'
import { recordOf } from '#contract/values.ts'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { normalizeOrderNo } from '#features/orders/orders.rules.ts'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import type { OrderReturn } from '#features/orders/server/order-hooks.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import type {
  countReturns as countCall,
  listReturns as listCall,
  findReturnPlace as placeCall,
  ReturnHead,
} from '#features/returns/returns.staff.contract.ts'
import {
  type ReturnStatusWord,
  returnStatusWords,
  toReturnStatusId,
  toReturnStatusWord,
} from '#features/returns/returns.staff.rules.ts'
import { staffMembers } from '#features/staff/server/staff.tables.ts'
import type { Database } from '#server/database/database.ts'
import { maxCounted } from '#server/http/cursors.ts'
import {
  findPage,
  findPlace,
  type Narrowed,
  narrowBy,
  showPage,
  toFilters,
  type WantedList,
} from '#server/http/list-page.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import type { ReturnItemRow, ReturnRow } from '../commands/move-return.service.ts'
import { returnItems, returnReasons, returns } from '../returns.tables.ts'
import { readHeads } from './return-heads.staff.service.ts'

export type ReturnWithItems = { returnRow: ReturnRow; items: ReturnItemRow[] }

/** Finds a return by its number or id. Its items are sorted as the shopper sees them. */
export async function findReturn(db: Database, no: string): Promise<ReturnWithItems> {
  const [returnRow] = await db
    .select()
    .from(returns)
    .where(or(eq(returns.returnNo, no.trim().toUpperCase()), eq(returns.id, no)))
  if (!returnRow) throw refuse('not_found', { message: `There is no return ${no}.` })
  const items = await db
    .select(getTableColumns(returnItems))
    .from(returnItems)
    .innerJoin(orderLines, eq(orderLines.id, returnItems.orderLineId))
    .where(eq(returnItems.returnId, returnRow.id))
    .orderBy(asc(orderLines.position))
  return { returnRow, items }
}

type ParsedInput = Omit<StaffParsed<typeof listCall>, 'limit' | 'after'>

/** Lists the returns of all customers page by page. Each filter uses a separate index. */
export async function listReturns(
  shop: Shop,
  { limit, after, ...input }: StaffParsed<typeof listCall>,
  actorId = '',
): Promise<StaffPage<ReturnHead>> {
  const condition = await toListCondition(shop, input, actorId)
  if (condition === null) return { data: [], next: null, total: 0 }
  const page = await findPage(shop.db, { ...condition, limit, after })
  return showPage(page, limit, (ids) => readHeads(shop.db, ids))
}

/** Returns the neighbors of a return in a list, its position and the total. */
export async function findReturnPlace(
  shop: Shop,
  { no, ...input }: StaffParsed<typeof placeCall>,
  actorId: string,
): Promise<StaffOutput<typeof placeCall>> {
  const { db } = shop
  const { returnRow } = await findReturn(db, no)
  const condition = await toListCondition(shop, input, actorId)
  if (condition === null) return { previous: null, next: null, position: null, total: 0 }
  const { before, after, position, total } = await findPlace(db, condition, returnRow.id)
  const neighbors = [before, after].filter((one) => one !== null)
  const rows = await db
    .select({ id: returns.id, number: returns.returnNo })
    .from(returns)
    .where(inArray(returns.id, neighbors))
  const numberOf = (wantedId: string | null) => rows.find((row) => row.id === wantedId)?.number ?? null
  return { previous: numberOf(before), next: numberOf(after), position, total }
}

/** Returns the conditions of a list, or null if no return can match. */
async function toListCondition({ db, clock }: Shop, input: ParsedInput, actorId: string): Promise<WantedList | null> {
  const { due, status } = input
  const narrowed = await narrow(db, input, actorId)
  if (narrowed === null) return null
  const named = status?.split(',').map((word) => toReturnStatusId(word as ReturnStatusWord)) ?? null
  const statuses = due ? [returnStatus.processing].filter((id) => named?.includes(id) ?? true) : named
  if (statuses?.length === 0) return null
  const filters = toFilters(narrowed)
  const isNarrow = filters.isFew
  const until = new Date(clock.now().getTime() + (due === 'today' ? dayMs : 0))
  return {
    table: returns,
    at: due ? returns.replyDueAt : returns.createdAt,
    id: returns.id,
    isDescending: !due,
    ...filters,
    conditions: [
      due && due !== 'any' ? lte(returns.replyDueAt, until) : undefined,
      ...filters.conditions,
      isNarrow && statuses ? inArray(returns.status, statuses) : undefined,
    ],
    oneOf: isNarrow ? null : (statuses?.map((id) => eq(returns.status, id)) ?? null),
  }
}

/**
 * Returns the conditions of the filters, or null if no return can match. A search matches a return number, an order number, a
 * tracking number or an email address.
 */
async function narrow(
  db: Database,
  { q, reason, sku, assignee, rate_from: rateFrom }: ParsedInput,
  actorId: string,
): Promise<Narrowed[] | null> {
  const narrowed: Narrowed[] = []
  if (assignee === 'none') narrowed.push({ condition: isNull(returns.assigneeId), isFew: false })
  else if (assignee) {
    narrowed.push({ condition: eq(returns.assigneeId, assignee === 'me' ? actorId : assignee), isFew: true })
  }
  if (q) {
    const number = normalizeOrderNo(q)
    const ofOrders = sql`select ${orders.id} from ${orders} where ${or(eq(orders.orderNo, number), eq(orders.email, q.toLowerCase()))}`
    const isTracked = inArray(returnItems.trackingNumber, [...new Set([q, q.toUpperCase()])])
    const ofParcels = sql`select ${returnItems.returnId} from ${returnItems} where ${isTracked}`
    const condition = sql`(${eq(returns.returnNo, number)} or ${returns.orderId} = any(array(${ofOrders}))
      or ${returns.id} = any(array(${ofParcels})))`
    narrowed.push({ condition, isFew: true })
  }
  if (rateFrom) {
    const isMatch = sql`t.return_percent >= ${rateFrom} and t.return_percent > 0`
    const ids = sql`select r.id from customer_totals t join returns r on r.customer_id = t.customer_id where ${isMatch}`
    const exists = sql`exists (select from customer_totals t where t.customer_id = ${returns.customerId} and ${isMatch})`
    narrowed.push(await narrowBy(db, returns.id, { ids, exists }))
  }
  if (reason) {
    const [found] = await db.select({ id: returnReasons.id }).from(returnReasons).where(eq(returnReasons.code, reason))
    if (!found) return null
    const isMatch = sql`(i.reason_id = ${found.id} or i.child_reason_id = ${found.id})`
    const exists = sql`exists (select from return_items i where i.return_id = ${returns.id} and ${isMatch})`
    narrowed.push(
      await narrowBy(db, returns.id, { ids: sql`select i.return_id from return_items i where ${isMatch}`, exists }),
    )
  }
  if (sku) {
    const [found] = await db.select({ id: skus.id }).from(skus).where(eq(skus.sku, sku))
    if (!found) return null
    const lines = sql`return_items i join order_lines l on l.id = i.order_line_id`
    const exists = sql`exists (select from ${lines} where i.return_id = ${returns.id} and l.sku_id = ${found.id})`
    narrowed.push(
      await narrowBy(db, returns.id, {
        ids: sql`select i.return_id from ${lines} where l.sku_id = ${found.id}`,
        exists,
      }),
    )
  }
  return narrowed
}

export async function listReturnsOfCustomer(db: Database, customerId: string, limit: number): Promise<ReturnHead[]> {
  const rows = await db
    .select({ id: returns.id })
    .from(returns)
    .where(eq(returns.customerId, customerId))
    .orderBy(desc(returns.createdAt), desc(returns.id))
    .limit(limit)
  const ids = rows.map(({ id }) => id)
  const heads = await readHeads(db, ids)
  return ids.flatMap((id) => heads.get(id) ?? [])
}

/** Assigns a return. Only active staff members can be assigned. */
export async function assignReturn({ db }: Pick<Shop, 'db'>, returnId: string, assigneeId: string | null) {
  if (assigneeId !== null) {
    const [member] = await db
      .select({ id: staffMembers.id })
      .from(staffMembers)
      .where(and(eq(staffMembers.id, assigneeId), isNull(staffMembers.disabledAt)))
    if (!member) throw refuseFields({ assignee: ['There is no staff member with this id.'] })
  }
  await db.update(returns).set({ assigneeId }).where(eq(returns.id, returnId))
}

/** Statuses of unfinished returns, which wait for staff or for the shopper. */
const openStatuses = [returnStatus.processing, returnStatus.approved, returnStatus.received, returnStatus.refundFailed]

/** Counts the returns of each status, up to a limit. */
export async function countReturns({ db, clock }: Shop, actorId: string): Promise<StaffOutput<typeof countCall>> {
  const countUpTo = (which: SQL | undefined) => sql`(select count(*)::int from (
    select 1 from ${returns} where ${which ?? sql`true`} limit ${maxCounted + 1}) counted)`
  const each = returnStatusWords.map(
    (word) => sql`select ${word}::text as status, ${countUpTo(eq(returns.status, toReturnStatusId(word)))} as found`,
  )
  const isMine = and(eq(returns.assigneeId, actorId), inArray(returns.status, openStatuses))
  const late = and(eq(returns.status, returnStatus.processing), lte(returns.replyDueAt, clock.now()))
  const { rows } = await db.execute<{ status: string; found: number }>(
    sql`${sql.join(each, sql` union all `)} union all select 'late', ${countUpTo(late)}
      union all select 'all', ${countUpTo(undefined)} union all select 'mine', ${countUpTo(isMine)}`,
  )
  const found = new Map(rows.map((row) => [row.status, row.found]))
  const of = (name: string) => found.get(name) ?? 0
  return { counts: recordOf(returnStatusWords, of), late: of('late'), all: of('all'), mine: of('mine') }
}

/** Lists the returns of an order for staff. Registered as a hook. */
export async function listOrderReturns(db: Database, orderId: string): Promise<OrderReturn[]> {
  const rows = await db
    .select({ returnRow: returns, lineId: returnItems.orderLineId })
    .from(returns)
    .innerJoin(returnItems, eq(returnItems.returnId, returns.id))
    .where(eq(returns.orderId, orderId))
    .orderBy(desc(returns.createdAt), desc(returns.id))
  return [...Map.groupBy(rows, ({ returnRow }) => returnRow.id).values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const { id, returnNo, status, createdAt } = first.returnRow
    const line_ids = same.map(({ lineId }) => lineId)
    return { id, number: returnNo, status: toReturnStatusWord(status), line_ids, created_at: toStaffTime(createdAt) }
  })
}

const settled: readonly number[] = [
  returnStatus.refunded,
  returnStatus.rejected,
  returnStatus.cancelled,
  returnStatus.closed,
]

/** Lists the lines that an open return will refund. Registered as a hook. */
export async function listLinesInReturn(db: Database, orderId: string): Promise<string[]> {
  const rows = await db
    .select({ lineId: returnItems.orderLineId, status: returnItems.status })
    .from(returns)
    .innerJoin(returnItems, eq(returnItems.returnId, returns.id))
    .where(eq(returns.orderId, orderId))
  return rows.filter(({ status }) => !settled.includes(status)).map(({ lineId }) => lineId)
}

/** Returns the conditions for orders with a return. Registered as a hook. */
export const ordersWithReturn = (orderId: AnyPgColumn): { ids: SQL; exists: SQL } => ({
  ids: sql`select ${returns.orderId} from ${returns}`,
  exists: sql`exists (select from ${returns} where ${returns.orderId} = ${orderId})`,
})
