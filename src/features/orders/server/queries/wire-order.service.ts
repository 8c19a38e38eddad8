import { toPagination } from '#contract/calls/fields.ts'
import { type PriceStyle, toPriceValue, toWirePrice } from '#contract/money/money.ts'
import { toWireTime } from '#contract/times/times.ts'
import { localizeAddress } from '#features/addresses/server/localize-address.ts'
import { findUsSize } from '#features/catalogue/catalogue.rules.ts'
import type { CachedGoods } from '#features/catalogue/server/products/cached-goods.service.ts'
import { currentItemStatus, findReturnBlock, returnWindowEnd } from '#features/orders/line-returns.rules.ts'
import { neverReturned } from '#features/orders/order-lines.rules.ts'
import type { Order, OrderLine } from '#features/orders/orders.contract.ts'
import { formatOrderStatus, orderStatus } from '#features/orders/orders.rules.ts'
import { returnStatusNames } from '#features/orders/return-status-names.rules.ts'
import { resolveCountry } from '#features/settings/country-names.rules.ts'
import { ownReasons } from '../commands/order-commands.service.ts'
import type { DocumentLine, DocumentReturn, DocumentReview, OrderDocument } from './order-documents.service.ts'
import { toWireTax } from './wire-tax.service.ts'

/** Context for showing an order: the catalog, the time, the reader's language, and the range of lines. */
export type WireContext = { goods: CachedGoods; now: Date; language: string; from: number; max: number }

export function toWireOrder(document: OrderDocument, wireContext: WireContext): Order {
  const [
    id,
    orderNo,
    statusId,
    invalidStatus,
    email,
    currency,
    totalAmount,
    refundedAmount,
    paymentMethod,
    shippingMethod,
    gaCounter,
    cancelReason,
    createdMs,
    expiresMs,
    address,
    totals,
    refunds,
    reviews,
    returns,
    lines,
    lineCount,
    tax,
  ] = document
  const { now, from, max } = wireContext
  const style = findStyle(wireContext, currency)
  const createdAt = toWireTime(new Date(createdMs))
  // An expired order cannot be paid, even before the timer has updated it.
  const isExpired = statusId === orderStatus.unpaid && expiresMs <= now.getTime()
  return {
    id,
    order_no: orderNo,
    order_status_id: statusId,
    order_status: formatOrderStatus(statusId),
    created_at: createdAt,
    date_added: createdAt,
    email,
    payment_method: paymentMethod,
    shipping_method: shippingMethod,
    products: lines.slice(0, max).map((line) => toWireLine(line, { statusId, style, reviews, returns }, wireContext)),
    products_pagination: toPagination(Math.floor(from / max) + 1, max, lineCount),
    totals: totals.map(([id, code, title, amount]) => ({ id, code, title, value: toWirePrice(amount, style) })),
    tax: toOrderTax(tax, style),
    shipping_address: address && localizeAddress('en', { ...address, ...resolveCountry(address.country) }),
    total: toWirePrice(totalAmount, style),
    ga_counter: gaCounter,
    invalid_status: isExpired ? 1 : invalidStatus,
    expires_at: statusId === orderStatus.unpaid && !isExpired ? toWireTime(new Date(expiresMs)) : null,
    ...toCancellation(statusId, cancelReason),
    refunded_total: toWirePrice(refundedAmount, style),
    refunds: refunds.map(([amount, status, settledMs]) => ({
      amount: toWirePrice(amount, style),
      status,
      at: settledMs === null ? null : toWireTime(new Date(settledMs)),
    })),
  }
}

function toOrderTax(tax: OrderDocument[21], style: PriceStyle): Order['tax'] {
  if (!tax) return null
  const [treatment, taxAmount, addedTaxAmount, rows] = tax
  const named = rows.map(([name, rate, amount]) => ({ name, rate, taxAmount: amount }))
  const display = addedTaxAmount > 0 ? 'added' : 'included'
  return toWireTax({ treatment, display, taxAmount, rows: named }, style)
}

function toCancellation(statusId: number, cancelReason: string | null): Pick<Order, 'cancelled_by' | 'cancel_reason'> {
  if (statusId !== orderStatus.cancelled) return { cancelled_by: null, cancel_reason: null }
  if (cancelReason === ownReasons.shopper) return { cancelled_by: 'shopper', cancel_reason: null }
  if (cancelReason === ownReasons.timer) return { cancelled_by: 'timer', cancel_reason: null }
  return { cancelled_by: 'staff', cancel_reason: cancelReason }
}

function findStyle({ goods, language }: Pick<WireContext, 'goods' | 'language'>, currency: string): PriceStyle {
  const style = goods.styles.get(currency)
  if (!style) throw new Error(`There is no currency ${currency}`)
  return { ...style, language }
}

type LineParts = {
  statusId: number
  style: PriceStyle
  reviews: DocumentReview[]
  returns: DocumentReturn[]
}

function toWireLine(line: DocumentLine, order: LineParts, wireContext: WireContext): OrderLine {
  const [
    id,
    productId,
    skuId,
    skuName,
    name,
    description,
    image,
    options,
    categoryCode,
    isReturnable,
    type,
    typeName,
    isGift,
    activityType,
    activityId,
    priceAmount,
    compareAtAmount,
    paidAmount,
    refundedAmount,
    packageId,
    deliveredMs,
    cancelledMs = null,
  ] = line
  const { goods, now } = wireContext
  const { style } = order
  const deliveredAt = toMoment(deliveredMs)
  const review = order.reviews.find(
    ([reviewProductId, reviewSkuName]) => reviewProductId === productId && reviewSkuName === skuName,
  )
  const isRefunded = paidAmount > 0 && refundedAmount >= paidAmount
  const statusId = findLineStatus(order.statusId, {
    isDelivered: deliveredAt !== null,
    isRefunded,
    isCancelled: cancelledMs !== null,
  })
  const toOptions = createToOptions(goods, categoryCode)
  const price = toWirePrice(priceAmount, style)
  return {
    id,
    product_id: productId,
    sku_id: skuId,
    sku_name: skuName,
    name,
    description,
    image,
    options: toOptions(options),
    is_gift: isGift,
    activity_type: activityType,
    activity_id: activityId,
    type,
    type_name: typeName,
    order_product_status_id: statusId,
    order_product_status: formatOrderStatus(statusId),
    ...toReturnFields({ id, type, typeName, isGift, isReturnable, deliveredAt }, order, now),
    real_price: price,
    price,
    compare_at_price: compareAtAmount === null ? null : toWirePrice(compareAtAmount, style),
    order_packages: packageId === null ? null : { id: packageId },
    review: review ? { id: review[2], rank: review[3], content: review[4] } : null,
    sku: toWireSku({ skuId, productId, skuName }, wireContext, toOptions),
  }
}

const toMoment = (ms: number | null) => (ms === null ? null : new Date(ms))

type Returnable = Pick<Parameters<typeof findReturnBlock>[0], 'type' | 'typeName' | 'isGift' | 'isReturnable'> & {
  id: string
  deliveredAt: Date | null
}

function toReturnFields({ id, deliveredAt, ...line }: Returnable, order: LineParts, now: Date) {
  const returns = order.returns.filter(([lineId]) => lineId === id)
  const returnStatuses = returns.map(([, , status, shipmentExpiredMs, logisticsMs, firstScanMs]) =>
    currentItemStatus(
      {
        status,
        shipmentExpiredAt: toMoment(shipmentExpiredMs),
        logisticsAt: toMoment(logisticsMs),
        firstScanAt: toMoment(firstScanMs),
      },
      now,
    ),
  )
  const block = findReturnBlock({ ...line, orderStatusId: order.statusId, deliveredAt, returnStatuses }, now)
  const status = returnStatuses[0] ?? neverReturned
  return {
    can_after_sale: block === null,
    after_sale_block_reason: block,
    after_sale_expire_date: deliveredAt && toWireTime(returnWindowEnd(deliveredAt)),
    after_sale_status: status,
    after_sale_status_name: isReturnStatus(status) ? returnStatusNames[status] : '',
    after_sale_id: returns[0]?.[1] ?? null,
  }
}

const createToOptions =
  ({ shoeSizes }: CachedGoods, categoryCode: string): ToOptions =>
  (given) =>
    given.map(({ name, valueName }) => ({
      name,
      value_name: valueName,
      us_size: findUsSize(valueName, categoryCode, shoeSizes.get(categoryCode) ?? {}),
    }))

type BoughtSku = { skuId: number | null; productId: number; skuName: string }
type ToOptions = (options: DocumentLine[7]) => OrderLine['options']

function toWireSku(
  { skuId, productId, skuName }: BoughtSku,
  wireContext: WireContext,
  toOptions: ToOptions,
): OrderLine['sku'] {
  const { goods } = wireContext
  const sku = skuId === null ? undefined : goods.skus.get(skuId)
  const product = goods.products.get(productId)
  if (!sku || !product) return null
  const style = findStyle(wireContext, sku.currency)
  return {
    id: sku.id,
    sku: skuName,
    image: sku.image ?? product.image,
    inventory: sku.inventory,
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

type LineFacts = { isDelivered: boolean; isRefunded: boolean; isCancelled: boolean }

/**
 * Returns the status of a line, which is usually the status of its order. The status differs if the line's parcel
 * arrived before another parcel, or if the line was refunded or canceled.
 */
function findLineStatus(orderStatusId: number, line: LineFacts): number {
  if (line.isCancelled) return orderStatus.cancelled
  if (orderStatusId === orderStatus.shipped && line.isDelivered) return orderStatus.received
  return line.isRefunded && orderStatusId !== orderStatus.cancelled ? orderStatus.closed : orderStatusId
}
