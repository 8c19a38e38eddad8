import { type AnyColumn, and, asc, eq, isNull, sql } from 'drizzle-orm'
import { toStaffTime } from '#contract/calls/staff-call.ts'
import type { ItemsOfCustomer } from '#features/orders/return-rate.rules.ts'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orderAddresses, orders } from '#features/orders/server/orders.tables.ts'
import type { ReturnHead } from '#features/returns/returns.staff.contract.ts'
import { toReturnStatusWord } from '#features/returns/returns.staff.rules.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { staffMembers } from '#features/staff/server/staff.tables.ts'
import { cacheValue } from '#server/cache/cached-values.ts'
import type { Database } from '#server/database/database.ts'
import { prepareOnce } from '#server/database/prepare-once.ts'
import type { ReturnItemRow, ReturnRow } from '../commands/move-return.service.ts'
import { returnImages, returnItems, returnReasons, returns } from '../returns.tables.ts'
import { customerTotals } from '../totals/customer-totals.tables.ts'

/** Statuses of returns that end without a refund. */
export const refused: readonly number[] = [returnStatus.rejected, returnStatus.cancelled, returnStatus.closed]

const maxShownItems = 4

// Selects only the columns that the list shows. Reading every column of fifty returns would take as long as finding the
// rows.
const shownOfReturn = {
  id: returns.id,
  returnNo: returns.returnNo,
  status: returns.status,
  createdAt: returns.createdAt,
  replyDueAt: returns.replyDueAt,
  orderId: returns.orderId,
  customerId: returns.customerId,
  comment: returns.comment,
  currency: returns.currency,
  refundTotalAmount: returns.refundTotalAmount,
  assigneeId: returns.assigneeId,
}
const shownOfItem = {
  returnId: returnItems.returnId,
  status: returnItems.status,
  refundAmount: returnItems.refundAmount,
  reasonId: returnItems.reasonId,
  childReasonId: returnItems.childReasonId,
  logisticsAt: returnItems.logisticsAt,
  firstScanAt: returnItems.firstScanAt,
  receivedAt: returnItems.receivedAt,
  shipmentExpiredAt: returnItems.shipmentExpiredAt,
}

// The last failure, for returns whose refund failed.
const failureOf = sql<string | null>`case when ${returns.status} = ${returnStatus.refundFailed} then (
  select f.failure from refunds f where f.return_id = ${returns.id} and f.status = 'failed'
  order by f.created_at desc, f.id desc limit 1) end`

const imagesOf = sql<number>`(select count(*)::int from ${returnImages} i where i.return_id = ${returns.id})`

const isAsked = (id: AnyColumn) => sql`${id} = any(${sql.placeholder('ids')})`

const headsOf = prepareOnce((db) =>
  db
    .select({
      returnRow: shownOfReturn,
      orderNo: orders.orderNo,
      email: orders.email,
      name: sql<string>`coalesce(${customers.name}, trim(${orderAddresses.firstname} || ' ' || ${orderAddresses.lastname}), '')`,
      images: imagesOf,
      failure: failureOf,
      assignee: staffMembers.name,
    })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .leftJoin(customers, eq(customers.id, returns.customerId))
    // The address of the order contains the name of a guest.
    .leftJoin(orderAddresses, and(eq(orderAddresses.orderId, returns.orderId), isNull(returns.customerId)))
    .leftJoin(staffMembers, eq(staffMembers.id, returns.assigneeId))
    .where(isAsked(returns.id))
    .prepare('return_heads'),
)

const itemsOf = prepareOnce((db) =>
  db
    .select({ item: shownOfItem, line: { name: orderLines.name, image: orderLines.image } })
    .from(returnItems)
    .innerJoin(orderLines, eq(orderLines.id, returnItems.orderLineId))
    .where(isAsked(returnItems.returnId))
    .orderBy(asc(orderLines.position))
    .prepare('return_head_items'),
)

export async function readHeads(db: Database, ids: string[]): Promise<Map<string, ReturnHead>> {
  const rows = await headsOf(db).execute({ ids })
  const items = await itemsOf(db).execute({ ids })
  const byReturn = Map.groupBy(items, ({ item }) => item.returnId)
  const reasons = await readReasons(db)
  const counted = await countItemsOfCustomers(
    db,
    rows.flatMap(({ returnRow }) => returnRow.customerId ?? []),
  )
  return new Map(
    rows.map((row) => {
      const { id, customerId } = row.returnRow
      const bought = (customerId && counted.get(customerId)) || { delivered: 0, returned: 0 }
      return [id, toHead({ ...row, reasons, bought, items: byReturn.get(id) ?? [] })]
    }),
  )
}

export const readReasons = cacheValue(
  [returnReasons],
  async (db): Promise<Map<number, string>> =>
    new Map((await db.select().from(returnReasons)).map(({ id, reason }) => [id, reason])),
)

const boughtBy = prepareOnce((db) =>
  db
    .select({
      id: customerTotals.customerId,
      delivered: customerTotals.deliveredItems,
      returned: customerTotals.returnedItems,
    })
    .from(customerTotals)
    .where(isAsked(customerTotals.customerId))
    .prepare('items_of_customers'),
)

/** Counts the delivered and returned items of each customer, without rejected, canceled and closed returns. */
export async function countItemsOfCustomers(
  db: Database,
  customerIds: string[],
): Promise<ReadonlyMap<string, ItemsOfCustomer>> {
  const ids = [...new Set(customerIds)]
  if (ids.length === 0) return new Map()
  const rows = await boughtBy(db).execute({ ids })
  return new Map(rows.map(({ id, delivered, returned }) => [id, { delivered, returned }]))
}

type HeadRow = {
  returnRow: Pick<ReturnRow, keyof typeof shownOfReturn>
  orderNo: string
  email: string
  name: string
  images: number
  failure: string | null
  assignee: string | null
  reasons: Map<number, string>
  bought: ItemsOfCustomer
  items: { item: Pick<ReturnItemRow, keyof typeof shownOfItem>; line: { name: string; image: string } }[]
}

export const formatReasons = (
  { reasonId, childReasonId }: Pick<ReturnItemRow, 'reasonId' | 'childReasonId'>,
  reasons: Map<number, string>,
): string[] => [reasonId, childReasonId].flatMap((id) => (id ? (reasons.get(id) ?? []) : []))

function toHead(row: HeadRow): ReturnHead {
  const { returnRow, orderNo, email, name, images, failure, assignee, reasons, bought, items } = row
  const { id, returnNo, status, createdAt, replyDueAt, orderId, customerId, comment, currency } = returnRow
  const [first] = items
  const requestedItems = items.filter(({ item }) => !refused.includes(item.status))
  const sendBy = items.flatMap(({ item }) =>
    item.status === returnStatus.approved && item.logisticsAt === null ? (item.shipmentExpiredAt ?? []) : [],
  )
  return {
    id,
    number: returnNo,
    status: toReturnStatusWord(status),
    created_at: toStaffTime(createdAt),
    reply_due_at: status === returnStatus.processing ? toStaffTime(replyDueAt) : null,
    order: { id: orderId, number: orderNo },
    customer: { id: customerId, email, name, delivered_items: bought.delivered, returned_items: bought.returned },
    comment,
    items_count: items.length,
    shown_items: items.slice(0, maxShownItems).map(({ line }) => ({ name: line.name, image: line.image })),
    reasons: first ? formatReasons(first.item, reasons) : [],
    images_count: images,
    asked: { amount: requestedItems.reduce((sum, { item }) => sum + item.refundAmount, 0), currency },
    refunded: { amount: returnRow.refundTotalAmount, currency },
    send_by: sendBy.length > 0 ? toStaffTime(new Date(Math.min(...sendBy.map((one) => one.getTime())))) : null,
    scanned_at: findLast(items.map(({ item }) => item.firstScanAt)),
    received_at: findLast(items.map(({ item }) => item.receivedAt)),
    refund_failure: failure,
    assignee: returnRow.assigneeId ? { id: returnRow.assigneeId, name: assignee ?? '' } : null,
  }
}

function findLast(moments: (Date | null)[]): string | null {
  const times = moments.flatMap((one) => one?.getTime() ?? [])
  return times.length > 0 ? toStaffTime(new Date(Math.max(...times))) : null
}
