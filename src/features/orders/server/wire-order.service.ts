import { type Placeholder, sql } from 'drizzle-orm'
import { toPagination } from '#contract/fields.ts'
import { type CurrencyStyle, toPriceValue, toWirePrice } from '#contract/money.ts'
import { toWireTime } from '#contract/times.ts'
import { findUsSize } from '#features/catalogue/catalogue.rules.ts'
import type { KeptGoods } from '#features/catalogue/server/kept-goods.service.ts'
import { jsonRows } from '#server/json-rows.ts'
import { currentItemStatus, findReturnBlock, returnWindowEnd } from '../line-returns.rules.ts'
import { neverReturned } from '../order-lines.rules.ts'
import type { Order, OrderLine, ShippingAddress } from '../orders.contract.ts'
import { orderStatus, showOrderStatus } from '../orders.rules.ts'
import { returnStatusNames } from '../return-status-names.rules.ts'
import type { OrderRow } from './move-order.service.ts'
import { ownReasons } from './order-commands.service.ts'
import { orders } from './orders.tables.ts'

/** A line as the query below answers it. */
type LineRow = {
  id: string
  productId: number
  skuId: number | null
  skuName: string
  name: string
  description: string
  image: string
  options: { name: string; valueName: string }[]
  categoryCode: string
  isReturnable: boolean
  type: number
  typeName: 'zero_buy' | 'pre_sale' | null
  isGift: boolean
  activityType: number | null
  activityId: number | null
  priceAmount: number
  compareAtAmount: number | null
  paidAmount: number
  refundedAmount: number
  packageId: string | null
  deliveredAt: string | null
  /** What is left of the sku, if it still exists. */
  inventory: number | null
}

/** Which lines of an order are read: from which on, and how many at most. */
export type LineWindow = { from: number | Placeholder; most: number | Placeholder }

const lineRows = jsonRows<LineRow>({
  id: sql`l.id`,
  productId: sql`l.product_id`,
  skuId: sql`l.sku_id`,
  skuName: sql`l.sku_name`,
  name: sql`l.name`,
  description: sql`l.description`,
  image: sql`l.image`,
  options: sql`l.options`,
  categoryCode: sql`l.category_code`,
  isReturnable: sql`l.is_returnable`,
  type: sql`l.type`,
  typeName: sql`l.type_name`,
  isGift: sql`l.is_gift`,
  activityType: sql`l.activity_type`,
  activityId: sql`l.activity_id`,
  priceAmount: sql`l.price_amount`,
  compareAtAmount: sql`l.compare_at_amount`,
  paidAmount: sql`l.paid_amount`,
  refundedAmount: sql`l.refunded_amount`,
  packageId: sql`l.package_id`,
  deliveredAt: sql`l.delivered_at`,
  inventory: sql`s.inventory`,
})

/**
 * The lines of the order of the outer query as one JSON value, so that a page of orders is one query. What the catalogue says about their
 * goods is not in it: copies of that are kept. `json` and not
 * `jsonb`: it is only ever sent, and as text PostgreSQL makes it in two thirds of the time.
 */
export const linesOfOrder = ({ from, most }: LineWindow) =>
  sql`(
    select coalesce(json_agg(${lineRows.values} order by l.position), '[]')
    from (
      select * from order_lines where order_id = orders.id order by position offset ${from} limit ${most}) l
    left join skus s on s.id = l.sku_id)`.mapWith(lineRows.read)

/** A line of the bill. */
type TotalRow = { id: number; code: Order['totals'][number]['code']; title: string; amount: number }

const totalRows = jsonRows<TotalRow>({ id: sql`t.id`, code: sql`t.code`, title: sql`t.title`, amount: sql`t.amount` })

export const totalsOfOrder = sql`(
  select coalesce(json_agg(${totalRows.values} order by t.sort), '[]')
  from order_totals t where t.order_id = orders.id)`.mapWith(totalRows.read)

/** A refund as the query of orders answers it. */
export type RefundRow = { amount: number; status: 'pending' | 'succeeded' | 'failed'; at: string | null }

/** The review of what was bought of one sku. */
export type ReviewRow = { productId: number; skuName: string; id: string; rank: number; content: string }

/** An item that comes back. */
export type ReturnRow = {
  lineId: string
  returnId: string
  status: number
  shipmentExpiredAt: string | null
  logisticsAt: string | null
  firstScanAt: string | null
}

/** What of an order's own row is shown. */
export const shownOfOrder = {
  id: orders.id,
  orderNo: orders.orderNo,
  statusId: orders.statusId,
  invalidStatus: orders.invalidStatus,
  email: orders.email,
  currency: orders.currency,
  totalAmount: orders.totalAmount,
  refundedAmount: orders.refundedAmount,
  paymentMethod: orders.paymentMethod,
  shippingMethod: orders.shippingMethod,
  gaCounter: orders.gaCounter,
  cancelReason: orders.cancelReason,
  createdAt: orders.createdAt,
  expiresAt: orders.expiresAt,
}
type ShownOrder = Pick<OrderRow, keyof typeof shownOfOrder>

type ReadOrder = {
  order: ShownOrder
  address: ShippingAddress | null
  totals: TotalRow[]
  refunds: RefundRow[]
  reviews: ReviewRow[]
  /** The newest first. */
  returns: ReturnRow[]
  lines: LineRow[]
  /** All of them, also those that were not read. */
  lineCount: number
}

export function toWireOrder(
  { order, address, totals, refunds, reviews, returns, lines, lineCount }: ReadOrder,
  goods: KeptGoods,
  now: Date,
  { from, most }: { from: number; most: number },
): Order {
  const style = findStyle(goods, order.currency)
  const createdAt = toWireTime(order.createdAt)
  // An order whose day is over cannot be paid any more, even before the timer has written so.
  const isExpired = order.statusId === orderStatus.unpaid && order.expiresAt <= now
  return {
    id: order.id,
    order_no: order.orderNo,
    order_status_id: order.statusId,
    order_status: showOrderStatus(order.statusId),
    created_at: createdAt,
    date_added: createdAt,
    email: order.email,
    payment_method: order.paymentMethod,
    shipping_method: order.shippingMethod,
    products: lines.map((line) => {
      const review = reviews.find((one) => one.productId === line.productId && one.skuName === line.skuName)
      const itsReturns = returns.filter((one) => one.lineId === line.id)
      return toWireLine(line, { order, review, returns: itsReturns }, goods, now)
    }),
    products_pagination: toPagination(Math.floor(from / most) + 1, most, lineCount),
    totals: totals.map(({ id, code, title, amount }) => ({ id, code, title, value: toWirePrice(amount, style) })),
    shipping_address: address,
    total: toWirePrice(order.totalAmount, style),
    ga_counter: order.gaCounter,
    invalid_status: isExpired ? 1 : order.invalidStatus,
    expires_at: order.statusId === orderStatus.unpaid && !isExpired ? toWireTime(order.expiresAt) : null,
    ...toCancellation(order),
    refunded_total: toWirePrice(order.refundedAmount, style),
    refunds: refunds.map(({ amount, status, at }) => ({
      amount: toWirePrice(amount, style),
      status,
      at: at && toWireTime(new Date(at)),
    })),
  }
}

function toCancellation({ statusId, cancelReason }: ShownOrder): Pick<Order, 'cancelled_by' | 'cancel_reason'> {
  if (statusId !== orderStatus.cancelled) return { cancelled_by: null, cancel_reason: null }
  if (cancelReason === ownReasons.shopper) return { cancelled_by: 'shopper', cancel_reason: null }
  if (cancelReason === ownReasons.timer) return { cancelled_by: 'timer', cancel_reason: null }
  return { cancelled_by: 'staff', cancel_reason: cancelReason }
}

function findStyle({ styles }: KeptGoods, currency: string): CurrencyStyle {
  const style = styles.get(currency)
  if (!style) throw new Error(`There is no currency ${currency}`)
  return style
}

type LineParts = { order: ShownOrder; review: ReviewRow | undefined; returns: ReturnRow[] }

function toWireLine(line: LineRow, { order, review, returns }: LineParts, goods: KeptGoods, now: Date): OrderLine {
  const style = findStyle(goods, order.currency)
  const toMoment = (text: string | null) => (text === null ? null : new Date(text))
  const deliveredAt = toMoment(line.deliveredAt)
  const returnStatuses = returns.map((item) =>
    currentItemStatus(
      {
        status: item.status,
        shipmentExpiredAt: toMoment(item.shipmentExpiredAt),
        logisticsAt: toMoment(item.logisticsAt),
        firstScanAt: toMoment(item.firstScanAt),
      },
      now,
    ),
  )
  const { type, typeName, isGift, isReturnable } = line
  const block = findReturnBlock(
    { orderStatusId: order.statusId, type, typeName, isGift, isReturnable, deliveredAt, returnStatuses },
    now,
  )
  const afterSaleStatus = returnStatuses[0] ?? neverReturned
  const statusId = findLineStatus(line, order.statusId)
  const shoeSizes = goods.shoeSizes.get(line.categoryCode) ?? {}
  const toOptions = (options: LineRow['options']) =>
    options.map(({ name, valueName }) => ({
      name,
      value_name: valueName,
      us_size: findUsSize(valueName, line.categoryCode, shoeSizes),
    }))
  const price = toWirePrice(line.priceAmount, style)
  return {
    id: line.id,
    product_id: line.productId,
    sku_id: line.skuId,
    sku_name: line.skuName,
    name: line.name,
    description: line.description,
    image: line.image,
    options: toOptions(line.options),
    is_gift: isGift,
    activity_type: line.activityType,
    activity_id: line.activityId,
    type,
    type_name: typeName,
    order_product_status_id: statusId,
    order_product_status: showOrderStatus(statusId),
    can_after_sale: block === null,
    after_sale_block_reason: block,
    after_sale_expire_date: deliveredAt && toWireTime(returnWindowEnd(deliveredAt)),
    after_sale_status: afterSaleStatus,
    after_sale_status_name: isReturnStatus(afterSaleStatus) ? returnStatusNames[afterSaleStatus] : '',
    after_sale_id: returns[0]?.returnId ?? null,
    real_price: price,
    price,
    compare_at_price: line.compareAtAmount === null ? null : toWirePrice(line.compareAtAmount, style),
    order_packages: line.packageId === null ? null : { id: line.packageId },
    review: review ? { id: review.id, rank: review.rank, content: review.content } : null,
    sku: toWireSku(line, goods, toOptions),
  }
}

type ToOptions = (options: LineRow['options']) => OrderLine['options']

function toWireSku(line: LineRow, goods: KeptGoods, toOptions: ToOptions): OrderLine['sku'] {
  const sku = line.skuId === null ? undefined : goods.skus.get(line.skuId)
  const product = goods.products.get(line.productId)
  if (!sku || !product || line.inventory === null) return null
  const style = findStyle(goods, sku.currency)
  return {
    id: sku.id,
    sku: line.skuName,
    image: sku.image ?? product.image,
    inventory: line.inventory,
    options: toOptions(sku.options),
    price: toWirePrice(sku.priceAmount, style),
    special_price_value: sku.specialPriceAmount === null ? null : toPriceValue(sku.specialPriceAmount, style.decimals),
    is_new_user_price: sku.newUserPriceAmount !== null,
    product: {
      id: product.id,
      name: product.name,
      status: product.status,
      image: product.image,
      handle: product.handle,
      feed_id: product.feedId,
      categories: product.categories,
      product_basic_category: product.basicCategory,
    },
  }
}

function isReturnStatus(status: number): status is keyof typeof returnStatusNames {
  return status in returnStatusNames
}

/** A line goes with its order, but of two parcels one may arrive first, and of two lines one may be refunded. */
function findLineStatus(line: LineRow, orderStatusId: number): number {
  if (orderStatusId === orderStatus.shipped && line.deliveredAt) return orderStatus.received
  const isRefunded = line.paidAmount > 0 && line.refundedAmount >= line.paidAmount
  return isRefunded && orderStatusId !== orderStatus.cancelled ? orderStatus.closed : orderStatusId
}
