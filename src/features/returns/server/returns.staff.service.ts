import { and, asc, count, desc, eq, getTableColumns, inArray, isNotNull, lte, notInArray, or, sql } from 'drizzle-orm'
import { type StaffPage, type StaffParsed, toStaffTime } from '#contract/staff-call.ts'
import { dayMs } from '#contract/times.ts'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { currentItemStatus } from '#features/orders/line-returns.rules.ts'
import { normalizeOrderNo } from '#features/orders/orders.rules.ts'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { findPostageLeft } from '#features/payments/server/part-refunds.service.ts'
import { listReturnRefunds } from '#features/payments/server/payments.staff.service.ts'
import { languages } from '#features/settings/server/settings.tables.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { toPage } from '#server/cursors.ts'
import type { Database } from '#server/database.ts'
import type { StaffOrderReturn } from '#server/hooks.ts'
import { cursorOf, findPage, type Narrowed, narrowBy } from '#server/list-page.ts'
import { refuse } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { readReturnStatus } from '../returns.rules.ts'
import type { listReturns as listCall, ReturnHead, StaffReturn } from '../returns.staff.contract.ts'
import {
  isPaidOut,
  listItemMoves,
  listReturnMoves,
  type ReturnStatusWord,
  toReturnStatusId,
  toReturnStatusWord,
} from '../returns.staff.rules.ts'
import { listArrivalPictures } from './arrival-pictures.service.ts'
import type { ReturnItemRow, ReturnRow } from './move-return.service.ts'
import { returnComments, returnEvents, returnImages, returnItems, returnReasons, returns } from './returns.tables.ts'

export type ReturnWithItems = { returnRow: ReturnRow; items: ReturnItemRow[] }

/** By the number people know, or by its id; its items in the order that the shopper sees. */
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

type Asked = StaffParsed<typeof listCall>

/** Everybody's returns, a page at a time, each filter on an index. */
export async function listReturns({ db, clock }: Shop, asked: Asked): Promise<StaffPage<ReturnHead>> {
  const { limit, after, due, status } = asked
  const narrowed = await narrow(db, asked)
  if (narrowed === null) return { data: [], next: null, total: 0 }
  const named = status?.split(',').map((word) => toReturnStatusId(word as ReturnStatusWord)) ?? null
  const statuses = due ? [returnStatus.processing].filter((id) => named?.includes(id) ?? true) : named
  if (statuses?.length === 0) return { data: [], next: null, total: 0 }
  const isNarrow = narrowed.some(({ isFew }) => isFew)
  const until = new Date(clock.now().getTime() + (due === 'today' ? dayMs : 0))
  const page = await findPage(db, {
    table: returns,
    at: due ? returns.replyDueAt : returns.createdAt,
    id: returns.id,
    isDescending: !due,
    limit,
    after,
    conditions: [
      due && due !== 'any' ? lte(returns.replyDueAt, until) : undefined,
      ...narrowed.map(({ condition }) => condition),
      isNarrow && statuses ? inArray(returns.status, statuses) : undefined,
    ],
    oneOf: isNarrow ? null : (statuses?.map((id) => eq(returns.status, id)) ?? null),
    isCounted: narrowed.every(({ isFew }) => isFew),
    isFew: isNarrow,
  })
  const heads = await readHeads(
    db,
    page.rows.map(({ id }) => id),
  )
  const rows = page.rows.flatMap((row) => {
    const head = heads.get(row.id)
    return head ? [{ ...row, head }] : []
  })
  return toPage(rows, { limit, total: page.total, cursorOf, show: ({ head }) => head })
}

/** Null where nothing can match. A search is for a return's number, an order's, or an address. */
async function narrow(db: Database, { q, reason, sku }: Asked): Promise<Narrowed[] | null> {
  const narrowed: Narrowed[] = []
  if (q) {
    const number = normalizeOrderNo(q)
    const ofOrders = sql`select ${orders.id} from ${orders} where ${or(eq(orders.orderNo, number), eq(orders.email, q.toLowerCase()))}`
    const condition = sql`(${eq(returns.returnNo, number)} or ${returns.orderId} = any(array(${ofOrders})))`
    narrowed.push({ condition, isFew: true })
  }
  if (reason) {
    const [found] = await db.select({ id: returnReasons.id }).from(returnReasons).where(eq(returnReasons.code, reason))
    if (!found) return null
    const isIt = sql`(i.reason_id = ${found.id} or i.child_reason_id = ${found.id})`
    const exists = sql`exists (select from return_items i where i.return_id = ${returns.id} and ${isIt})`
    narrowed.push(
      await narrowBy(db, returns.id, { ids: sql`select i.return_id from return_items i where ${isIt}`, exists }),
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

const itemsShown = 4

async function readHeads(db: Database, ids: string[]): Promise<Map<string, ReturnHead>> {
  const rows = await db
    .select({
      returnRow: returns,
      orderNo: orders.orderNo,
      email: orders.email,
      name: customers.name,
      images: imagesOf,
    })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .innerJoin(customers, eq(customers.id, returns.customerId))
    .where(inArray(returns.id, ids))
  const items = await db
    .select({ item: returnItems, line: { name: orderLines.name, image: orderLines.image } })
    .from(returnItems)
    .innerJoin(orderLines, eq(orderLines.id, returnItems.orderLineId))
    .where(inArray(returnItems.returnId, ids))
    .orderBy(asc(orderLines.position))
  const byReturn = Map.groupBy(items, ({ item }) => item.returnId)
  const reasons = await readReasons(db)
  return new Map(
    rows.map((row) => [row.returnRow.id, toHead({ ...row, reasons, items: byReturn.get(row.returnRow.id) ?? [] })]),
  )
}

const imagesOf = sql<number>`(select count(*)::int from ${returnImages} i where i.return_id = ${returns.id})`

async function readReasons(db: Database): Promise<Map<number, string>> {
  return new Map((await db.select().from(returnReasons)).map(({ id, reason }) => [id, reason]))
}

/** The latest returns of somebody. */
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

type HeadRow = {
  returnRow: ReturnRow
  orderNo: string
  email: string
  name: string
  images: number
  reasons: Map<number, string>
  items: { item: ReturnItemRow; line: { name: string; image: string } }[]
}

const refused: readonly number[] = [returnStatus.rejected, returnStatus.cancelled, returnStatus.closed]
const nameReasons = ({ reasonId, childReasonId }: ReturnItemRow, reasons: Map<number, string>): string[] =>
  [reasonId, childReasonId].flatMap((id) => (id ? (reasons.get(id) ?? []) : []))

function toHead({ returnRow, orderNo, email, name, images, reasons, items }: HeadRow): ReturnHead {
  const { id, returnNo, status, createdAt, replyDueAt, orderId, customerId, comment, currency } = returnRow
  const [first] = items
  const asked = items.filter(({ item }) => !refused.includes(item.status))
  const sendBy = items.flatMap(({ item }) =>
    item.status === returnStatus.returning && item.logisticsAt === null ? (item.shipmentExpiredAt ?? []) : [],
  )
  return {
    id,
    number: returnNo,
    status: toReturnStatusWord(status),
    created_at: toStaffTime(createdAt),
    reply_due_at: status === returnStatus.processing ? toStaffTime(replyDueAt) : null,
    order: { id: orderId, number: orderNo },
    customer: { id: customerId, email, name },
    comment,
    items_count: items.length,
    shown_items: items.slice(0, itemsShown).map(({ line }) => ({ name: line.name, image: line.image })),
    reasons: first ? nameReasons(first.item, reasons) : [],
    images_count: images,
    asked: { amount: asked.reduce((sum, { item }) => sum + item.refundAmount, 0), currency },
    refunded: { amount: returnRow.refundTotalAmount, currency },
    send_by: sendBy.length > 0 ? toStaffTime(new Date(Math.min(...sendBy.map((one) => one.getTime())))) : null,
  }
}

const toTime = (moment: Date | null): string | null => moment && toStaffTime(moment)

/** Everything there is to know about a return. */
export async function readReturn(shop: Shop, no: string): Promise<StaffReturn> {
  const { db, clock } = shop
  const now = clock.now()
  const { returnRow, items } = await findReturn(db, no)
  const [order] = await db.select().from(orders).where(eq(orders.id, returnRow.orderId))
  if (!order) throw refuse('not_found')
  const money = (amount: number) => ({ amount, currency: returnRow.currency })
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, returnRow.orderId))
  const reasons = await readReasons(db)
  const head = (await readHeads(db, [returnRow.id])).get(returnRow.id)
  if (!head) throw refuse('not_found')
  const { windowDays, replyHours, shipDays, editHours } = returnRow.policy
  const postageLeft = await findPostageLeft(db, order)
  const pictures = await listArrivalPictures(db, returnRow.returnNo, items)
  const moves = items.map((item) => listItemMoves(item, now, returnRow.policy))
  const hasPostage =
    postageLeft > 0 && returnRow.refundShippingAt === null && items.some((item) => isPaidOut(item, now))
  return {
    ...head,
    status: toReturnStatusWord(readReturnStatus(items.map((item) => currentItemStatus(item, now)))),
    items: items.map((item, index) => {
      const line = lines.find(({ id }) => id === item.orderLineId)
      return {
        id: item.id,
        line_id: item.orderLineId,
        sku: line?.skuName ?? '',
        name: line?.name ?? '',
        options: (line?.options ?? []).map(({ name, valueName }) => ({ name, value: valueName })),
        image: line?.image ?? '',
        status: toReturnStatusWord(currentItemStatus(item, now)),
        reasons: nameReasons(item, reasons),
        paid: money(line?.paidAmount ?? 0),
        refund: money(item.refundAmount),
        deduction: money(item.deductionAmount),
        refunded: money(item.refundedAmount),
        carrier: item.deliveryCompany,
        tracking_number: item.trackingNumber,
        delivered_at: toTime(line?.deliveredAt ?? null),
        send_by: item.status === returnStatus.returning ? toTime(item.shipmentExpiredAt) : null,
        scanned_at: toTime(item.firstScanAt),
        received_at: toTime(item.receivedAt),
        condition: item.condition,
        condition_note: item.conditionNote,
        pictures: pictures.get(item.id) ?? [],
        possible: moves[index] ?? [],
      }
    }),
    images: await listImages(db, returnRow),
    policy: { window_days: windowDays, reply_hours: replyHours, ship_days: shipDays, edit_hours: editHours },
    postage: { left: money(postageLeft), refunded: money(returnRow.refundShippingAmount) },
    language: await readLanguage(db, order.languageId),
    payment_method: order.paymentMethod,
    refunds: (await listReturnRefunds(shop, returnRow)).map((refund) => ({
      id: refund.id,
      item_id: refund.return_item_id,
      status: refund.status,
      amount: refund.amount,
      failure: refund.failure,
      created_at: refund.created_at,
      possible: refund.possible,
    })),
    history: await readHistory(db, returnRow),
    thread: await readThread(db, returnRow),
    events: await readEvents(db, returnRow.id),
    possible: listReturnMoves(moves, hasPostage),
  }
}

async function listImages(db: Database, { id, returnNo }: ReturnRow): Promise<StaffReturn['images']> {
  const shown = await db
    .select({ id: returnImages.imageId })
    .from(returnImages)
    .where(eq(returnImages.returnId, id))
    .orderBy(asc(returnImages.position))
  return shown.map((image) => ({ id: image.id, path: `/returns/${returnNo}/images/${image.id}` }))
}

async function readLanguage(db: Database, languageId: number | null): Promise<StaffReturn['language']> {
  if (languageId === null) return null
  const [found] = await db
    .select({ code: languages.code, name: languages.englishName })
    .from(languages)
    .where(eq(languages.id, languageId))
  return found ?? null
}

const latestShown = 10

async function readHistory(db: Database, { customerId }: ReturnRow): Promise<StaffReturn['history']> {
  const [bought] = await db.select({ orders: count() }).from(orders).where(eq(orders.customerId, customerId))
  const [asked] = await db.select({ returns: count() }).from(returns).where(eq(returns.customerId, customerId))
  const [lines] = await db
    .select({ items: count() })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orders.customerId, customerId), isNotNull(orderLines.deliveredAt)))
  const [back] = await db
    .select({ items: count() })
    .from(returnItems)
    .innerJoin(returns, eq(returns.id, returnItems.returnId))
    .where(and(eq(returns.customerId, customerId), notInArray(returnItems.status, [...refused])))
  const latest = await db
    .select({ number: returns.returnNo, status: returns.status, createdAt: returns.createdAt })
    .from(returns)
    .where(eq(returns.customerId, customerId))
    .orderBy(desc(returns.createdAt), desc(returns.id))
    .limit(latestShown)
  return {
    orders: bought?.orders ?? 0,
    items: lines?.items ?? 0,
    returns: asked?.returns ?? 0,
    returned_items: back?.items ?? 0,
    latest_returns: latest.map(({ number, status, createdAt }) => ({
      number,
      status: toReturnStatusWord(status),
      created_at: toStaffTime(createdAt),
    })),
  }
}

async function readThread(db: Database, { id, comment, createdAt }: ReturnRow): Promise<StaffReturn['thread']> {
  const told = await db
    .select()
    .from(returnComments)
    .where(eq(returnComments.returnId, id))
    .orderBy(asc(returnComments.id))
  const first = { at: toStaffTime(createdAt), author: 'shopper' as const, item_id: null, body: comment }
  return [
    ...(comment === '' ? [] : [first]),
    ...told.map(({ at, author, returnItemId, body }) => ({ at: toStaffTime(at), author, item_id: returnItemId, body })),
  ]
}

async function readEvents(db: Database, returnId: string): Promise<StaffReturn['events']> {
  const events = await db
    .select()
    .from(returnEvents)
    .where(eq(returnEvents.returnId, returnId))
    .orderBy(asc(returnEvents.id))
  return events.map(({ at, command, returnItemId, actor, data: { by }, fromStatus, toStatus }) => ({
    at: toStaffTime(at),
    command,
    item_id: returnItemId,
    actor: { kind: actor, name: typeof by === 'string' ? by : null },
    from: fromStatus === null ? null : toReturnStatusWord(fromStatus),
    to: toReturnStatusWord(toStatus),
  }))
}

/** Hook: what comes back of an order, for staff. */
export async function listOrderReturns(db: Database, orderId: string): Promise<StaffOrderReturn[]> {
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

/** Hook: lines whose money a return that is under way will bring back. */
export async function listLinesInReturn(db: Database, orderId: string): Promise<string[]> {
  const rows = await db
    .select({ lineId: returnItems.orderLineId, status: returnItems.status })
    .from(returns)
    .innerJoin(returnItems, eq(returnItems.returnId, returns.id))
    .where(eq(returns.orderId, orderId))
  return rows.filter(({ status }) => !settled.includes(status)).map(({ lineId }) => lineId)
}
