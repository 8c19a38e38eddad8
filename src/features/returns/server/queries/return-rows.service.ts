import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { toPagination } from '#contract/calls/fields.ts'
import { toWirePrice } from '#contract/money/money.ts'
import { toWireTime } from '#contract/times/times.ts'
import { toImageUrl } from '#features/images/server/images.service.ts'
import { type ItemState, isOverdue } from '#features/orders/line-returns.rules.ts'
import { returnStatusNames } from '#features/orders/return-status-names.rules.ts'
import { type ReturnStatus, returnStatus } from '#features/orders/return-statuses.rules.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import type { RefundMethod } from '#features/payments/payments.rules.ts'
import type { Return } from '#features/returns/returns.contract.ts'
import { canEditParcel, readRemindTime } from '#features/returns/returns.rules.ts'
import { currencyStyle } from '#features/settings/server/settings.service.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import type { Database } from '#server/database/database.ts'
import { prepareOnce } from '#server/database/prepare-once.ts'
import { returns } from '../returns.tables.ts'
import { isReturnOfGuestOrder, type ReturnOwner } from './return-owner.ts'

type Named = { id: number; reason: string }
type ItemJson = {
  id: string
  orderLineId: string
  name: string
  type: number
  paidAmount: number
  skuName: string
  image: string
  options: { name: string; value_name: string; us_size: string | null }[]
  product: { id: number; name: string; handle: string }
  status: ReturnStatus
  reason: Named
  child: Named | null
  refundAmount: number
  refundedAmount: number
  refundAt: string | null
  refundTo: RefundMethod
  shipmentExpiredAt: string | null
  deliveryCompany: string | null
  trackingNumber: string | null
  logisticsAt: string | null
  firstScanAt: string | null
}
type CommentJson = { itemId: string | null; body: string }
export type ReturnRecord = Awaited<ReturnType<typeof readReturns>>['rows'][number]

const itemsOf = sql<ItemJson[]>`(
  select coalesce(json_agg(json_build_object(
    'id', i.id, 'orderLineId', i.order_line_id, 'name', l.name, 'type', l.type, 'paidAmount', l.paid_amount,
    'skuName', l.sku_name, 'image', l.image,
    'options', (
      select coalesce(json_agg(json_build_object('name', o->>'name', 'value_name', o->>'valueName', 'us_size', (
        select s.us_size from shoe_sizes s
        where s.category_code = l.category_code and s.eu_size::text = trim(o->>'valueName')))), '[]')
      from jsonb_array_elements(l.options) o),
    'product', json_build_object('id', p.id, 'name', p.name, 'handle', p.handle),
    'status', i.status,
    'reason', json_build_object('id', r.id, 'reason', r.reason),
    'child', case when c.id is not null then json_build_object('id', c.id, 'reason', c.reason) end,
    'refundAmount', i.refund_amount, 'refundedAmount', i.refunded_amount, 'refundAt', i.refund_at, 'refundTo', i.refund_to,
    'shipmentExpiredAt', i.shipment_expired_at, 'deliveryCompany', i.delivery_company,
    'trackingNumber', i.tracking_number, 'logisticsAt', i.logistics_at, 'firstScanAt', i.first_scan_at
  ) order by l.position), '[]')
  from return_items i
  join order_lines l on l.id = i.order_line_id
  join products p on p.id = l.product_id
  join return_reasons r on r.id = i.reason_id
  left join return_reasons c on c.id = i.child_reason_id
  where i.return_id = ${returns.id})`

const imagesOf = sql<string[]>`(
  select coalesce(json_agg(ri.image_id order by ri.position), '[]')
  from return_images ri where ri.return_id = ${returns.id})`

const commentsOf = sql<CommentJson[]>`(
  select coalesce(json_agg(json_build_object('itemId', rc.return_item_id, 'body', rc.body) order by rc.id desc), '[]')
  from return_comments rc where rc.return_id = ${returns.id})`

const ofCustomer = eq(returns.customerId, sql.placeholder('customerId'))
const all = prepareReturns('returns_of_customer', ofCustomer)
const isMatch = eq(returns.id, sql.placeholder('returnId'))
const one = prepareReturns('return_of_customer', and(isMatch, ofCustomer))
const returnOfGuestOrder = prepareReturns('return_of_guest_order', and(isMatch, isReturnOfGuestOrder))

function prepareReturns(name: string, which: SQL | undefined) {
  return prepareOnce((db) => {
    // The page is selected by ids only, so that rows of earlier pages are not read.
    const onPage = db
      .select({ id: returns.id })
      .from(returns)
      .where(which)
      .orderBy(desc(returns.createdAt), desc(returns.id))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
    const counted = db.select({ returns: count() }).from(returns).where(which)
    return db
      .select({
        id: returns.id,
        returnNo: returns.returnNo,
        orderId: returns.orderId,
        orderNo: orders.orderNo,
        status: returns.status,
        comment: returns.comment,
        policy: returns.policy,
        refundTotalAmount: returns.refundTotalAmount,
        refundShippingAmount: returns.refundShippingAmount,
        refundShippingAt: returns.refundShippingAt,
        createdAt: returns.createdAt,
        style: currencyStyle,
        items: itemsOf,
        images: imagesOf,
        comments: commentsOf,
        total: sql<number>`(${counted})::int`,
      })
      .from(returns)
      .innerJoin(orders, eq(orders.id, returns.orderId))
      .innerJoin(currencies, eq(currencies.code, returns.currency))
      .where(inArray(returns.id, onPage))
      .orderBy(desc(returns.createdAt), desc(returns.id))
      .prepare(name)
  })
}

export type ReturnKey = { owner: ReturnOwner; returnId: string }
/** A page of an account's returns, or one return. */
export type ReturnQuery = ReturnKey | { customerId: string; page: number; limit: number }

/** Reads returns with all data for their screens, the newest first, in one query for any page size. */
export async function readReturns(db: Database, returnQuery: ReturnQuery) {
  if ('returnId' in returnQuery) {
    const { owner, returnId } = returnQuery
    const query = 'customerId' in owner ? one : returnOfGuestOrder
    return { rows: await query(db).execute({ ...owner, returnId, limit: 1, offset: 0 }), total: 1 }
  }
  const { customerId, page, limit } = returnQuery
  const rows = await all(db).execute({ customerId, limit, offset: (page - 1) * limit })
  const total = rows[0]?.total ?? (page > 1 ? await db.$count(returns, eq(returns.customerId, customerId)) : 0)
  return { rows, total }
}

export function hasOverdue(row: ReturnRecord, now: Date): boolean {
  return row.items.some((item) => isOverdue(toState(item), now))
}

/** Returns whether an item still has to be sent or is on its way. Only then is the return address shown. */
export function awaitsParcel(row: ReturnRecord): boolean {
  return row.items.some(({ status }) => status === returnStatus.approved)
}

type WireContext = { now: Date; language: string; returnAddress: string; maxItems?: number }

/** Converts a return to the format of the API. */
export function toReturn(row: ReturnRecord, wireContext: WireContext): Return {
  const { now, returnAddress, maxItems = row.items.length } = wireContext
  const price = createPriceFormatter(row, wireContext)
  const states = row.items.map(toState)
  const sent = findParcel(row.items)
  return {
    id: row.id,
    return_no: row.returnNo,
    order_id: row.orderId,
    order_no: row.orderNo,
    products: row.items.slice(0, maxItems).map((item) => toProduct(item, row, wireContext)),
    products_pagination: toPagination(1, Math.max(1, maxItems), row.items.length),
    comment: row.comment,
    images: row.images.map((id) => ({ id, url: toImageUrl(id) })),
    reasons: listChosenReasons(row.items),
    after_sale_reasons: listFlatReasons(row.items),
    refund_shipping_fee: price(row.refundShippingAmount),
    refund_shipping_at: row.refundShippingAt && toWireTime(row.refundShippingAt),
    status: row.status,
    delivery_company: sent?.deliveryCompany ?? null,
    tracking_number: sent?.trackingNumber ?? null,
    can_edit: states.some((state) => canEditParcel(state, now, row.policy)),
    return_address: (awaitsParcel(row) && returnAddress) || null,
    remind_time: readRemindTime(states, now),
    // Equal comments about several items are shown once.
    system_comment: [...new Set(row.comments.map(({ body }) => body))],
    date_added: toWireTime(row.createdAt),
    refund_total: price(row.refundTotalAmount),
    expected_refund_total: price(row.items.reduce((sum, item) => sum + expectedAmount(item), 0)),
  }
}

function createPriceFormatter({ style }: ReturnRecord, { language }: WireContext) {
  return (amount: number) => toWirePrice(amount, { ...style, language })
}

function toProduct(item: ItemJson, row: ReturnRecord, wireContext: WireContext): Return['products'][number] {
  const { now } = wireContext
  const price = createPriceFormatter(row, wireContext)
  return {
    id: item.id,
    order_product_id: item.orderLineId,
    order_product: { name: item.name, type: item.type, real_price_in_exchange: price(item.paidAmount) },
    status: item.status,
    status_en_name: returnStatusNames[item.status],
    sku: { sku: item.skuName, image: item.image, options: item.options, product: item.product },
    delivery_company: item.deliveryCompany,
    tracking_number: item.trackingNumber,
    can_edit: canEditParcel(toState(item), now, row.policy),
    shipment_expired_at: toTime(item.shipmentExpiredAt),
    refund: item.refundAt ? price(item.refundedAmount) : null,
    expected_refund: price(expectedAmount(item)),
    refund_at: toTime(item.refundAt),
    refund_to: item.refundTo,
    system_comment: row.comments.find(({ itemId }) => itemId === item.id)?.body ?? null,
    product_reasons: [toChosenReasons(item)],
  }
}

/** Returns the expected refund of an item. Rejected, canceled and closed items have none. */
function expectedAmount({ status, refundAmount }: ItemJson): number {
  const { rejected, cancelled, closed } = returnStatus
  return status === rejected || status === cancelled || status === closed ? 0 : refundAmount
}

/** Returns the parcel of the whole return. Returns undefined while an item waits for its parcel data. */
function findParcel(items: ItemJson[]): ItemJson | undefined {
  const isWaiting = items.some(({ status, logisticsAt }) => status === returnStatus.approved && !logisticsAt)
  return isWaiting ? undefined : items.find(({ logisticsAt }) => logisticsAt)
}

function toChosenReasons({ reason, child }: ItemJson): Return['reasons'][number] {
  return { ...reason, children: child ? [child] : [] }
}

/** Lists every chosen category once, with the specific reasons chosen below it. */
function listChosenReasons(items: ItemJson[]): Return['reasons'] {
  const chosen = new Map<number, Return['reasons'][number]>()
  for (const { reason, child } of items) {
    const known = chosen.get(reason.id) ?? { ...reason, children: [] }
    if (child && !known.children.some(({ id }) => id === child.id)) known.children.push(child)
    chosen.set(reason.id, known)
  }
  return [...chosen.values()]
}

function listFlatReasons(items: ItemJson[]): Return['after_sale_reasons'] {
  return listChosenReasons(items).flatMap(({ id, reason, children }) => [
    { id, reason, parent_id: 0 },
    ...children.map((child) => ({ ...child, parent_id: id })),
  ])
}

function toState({ status, shipmentExpiredAt, logisticsAt, firstScanAt }: ItemJson): ItemState {
  const date = (text: string | null) => (text ? new Date(text) : null)
  return {
    status,
    shipmentExpiredAt: date(shipmentExpiredAt),
    logisticsAt: date(logisticsAt),
    firstScanAt: date(firstScanAt),
  }
}

function toTime(text: string | null): string | null {
  return text && toWireTime(new Date(text))
}
