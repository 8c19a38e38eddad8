import { orderStatus } from '#features/orders/orders.rules.ts'
import { idAt, randomAt, randomIntAt } from './chance.ts'
import type { Row } from './copy.ts'
import { day, type Line, type Order, type Plan, series } from './plan.ts'

export type Table = {
  name: string
  columns: string[]
  ofCustomer?: (customer: number, plan: Plan) => Iterable<Row>
  ofOrder?: (order: Order, plan: Plan) => Iterable<Row>
}

const time = (at: number) => new Date(at).toISOString()
/** Returns a due date so late that no timer changes data during a measurement, even if the prepared data is old. */
const never = (plan: Plan) => time(plan.loadedAt + 3_650 * day)
const isAmong = (order: Order, ...statuses: number[]) => statuses.includes(order.status)
const isDelivered = (order: Order) => isAmong(order, orderStatus.closed, orderStatus.received, orderStatus.complete)
const isShipped = (order: Order) => order.status === orderStatus.shipped || isDelivered(order)
const paidAt = (order: Order) => order.createdAt + 600_000
const shippedAt = (order: Order) => order.createdAt + 2 * day
const deliveredAt = (order: Order) => order.createdAt + 6 * day

const orders: Table = {
  name: 'orders',
  columns: [
    ...['id', 'order_no', 'customer_id', 'email', 'status_id', 'invalid_status', 'language_id', 'currency'],
    ...['subtotal_amount', 'discount_amount', 'shipping_amount', 'total_amount', 'refunded_amount', 'coupon_code'],
    ...['shipping_method', 'payment_method', 'ga_counter', 'hold_reason', 'cancel_reason', 'created_at', 'expires_at'],
    ...['paid_at', 'shipped_at', 'auto_receive_at', 'received_at', 'auto_complete_at', 'completed_at', 'closed_at'],
    'cancelled_at',
  ],
  ofOrder: function* (order, plan) {
    const isPaid = !isAmong(order, orderStatus.unpaid, orderStatus.cancelled)
    const when = (is: boolean, at: number) => (is ? time(at) : null)
    yield [
      order.id,
      order.orderNo,
      order.customerId,
      order.email,
      order.status,
      isAmong(order, orderStatus.cancelled) ? 1 : 0,
      1,
      'USD',
      order.subtotal,
      order.discount,
      order.shipping,
      order.total,
      order.refunded,
      order.couponNo < 0 ? null : `BENCHUSED${order.couponNo}`,
      'Standard',
      isPaid ? 'Visa' : null,
      0,
      isAmong(order, orderStatus.onHold) ? 'Address is being checked' : null,
      isAmong(order, orderStatus.cancelled) ? 'Not paid in time' : null,
      time(order.createdAt),
      isAmong(order, orderStatus.unpaid) ? never(plan) : time(order.createdAt + day),
      when(isPaid, paidAt(order)),
      when(isShipped(order), shippedAt(order)),
      isShipped(order) ? never(plan) : null,
      when(isDelivered(order), deliveredAt(order)),
      isDelivered(order) ? never(plan) : null,
      when(isAmong(order, orderStatus.closed, orderStatus.complete), order.createdAt + 9 * day),
      when(isAmong(order, orderStatus.closed), order.createdAt + 20 * day),
      when(isAmong(order, orderStatus.cancelled), order.createdAt + day),
    ]
  },
}

const packageOf = (order: Order, line: Line) => order.packages[line.position > 2 ? 1 : 0] ?? order.packages[0] ?? null

const orderLines: Table = {
  name: 'order_lines',
  columns: [
    ...['id', 'order_id', 'customer_id', 'position', 'product_id', 'sku_id', 'sku_name', 'name', 'description'],
    ...['options', 'image', 'category_code', 'category_name', 'is_returnable', 'type', 'type_name', 'price_amount'],
    ...['compare_at_amount', 'discount_amount', 'paid_amount', 'refunded_amount', 'holds_stock', 'package_id'],
    'delivered_at',
  ],
  ofOrder: function* (order) {
    const delivered = isDelivered(order) ? time(deliveredAt(order)) : null
    for (const line of order.lines) {
      const { sku } = line
      yield [
        line.id,
        order.id,
        order.customerId,
        line.position,
        sku.productId,
        sku.id,
        sku.sku,
        sku.name,
        sku.description,
        sku.options,
        sku.image,
        sku.categoryCode,
        sku.categoryName,
        sku.isReturnable,
        sku.saleType,
        sku.saleTypeName,
        sku.priceAmount,
        sku.compareAtAmount,
        line.discount,
        line.paid,
        line.refunded,
        order.status !== orderStatus.cancelled,
        packageOf(order, line),
        delivered,
      ]
    }
  },
}

const orderTotals: Table = {
  name: 'order_totals',
  columns: ['order_id', 'customer_id', 'code', 'title', 'amount', 'sort'],
  ofOrder: function* ({ id, customerId, subtotal, discount, shipping, total, couponNo }) {
    yield [id, customerId, 'subtotal', 'Subtotal', subtotal, 0]
    if (couponNo >= 0) yield [id, customerId, 'discount', `Coupon BENCHUSED${couponNo}`, -discount, 1]
    yield [id, customerId, 'shipping', 'Shipping', shipping, 2]
    yield [id, customerId, 'total', 'Total', total, 3]
  },
}

const cities = ['Portland', 'Rockland', 'Camden', 'Bath', 'Freeport', 'Castine', 'Belfast', 'Kittery']

const orderAddresses: Table = {
  name: 'order_addresses',
  columns: [
    ...['order_id', 'customer_id', 'firstname', 'lastname', 'telephone', 'address_1', 'house_num', 'city', 'state'],
    ...['country', 'postcode'],
  ],
  ofOrder: function* ({ id, customerId, customer }) {
    const city = cities[randomIntAt(series.city, customer, cities.length)] ?? 'Portland'
    const phone = `+1207555${String(customer % 10_000).padStart(4, '0')}`
    yield [
      id,
      customerId,
      'Bench',
      `Shopper ${customer}`,
      phone,
      'Harbor Street',
      `${customer % 300}`,
      city,
      'ME',
    ].concat(['United States', `04${String(customer % 1_000).padStart(3, '0')}`])
  },
}

const packages: Table = {
  name: 'packages',
  columns: [
    ...['id', 'order_id', 'customer_id', 'carrier', 'tracking_no', 'tracking_url', 'packed_at', 'shipped_at'],
    'delivered_at',
  ],
  ofOrder: function* (order) {
    const packed = time(order.createdAt + day)
    const shipped = isShipped(order) ? time(shippedAt(order)) : null
    const delivered = isDelivered(order) ? time(deliveredAt(order)) : null
    for (const [number, id] of order.packages.entries()) {
      const parcel = shipped ? ['DHL', `JD${String(order.index).padStart(10, '0')}${number}`] : [null, null]
      yield [id, order.id, order.customerId, ...parcel, null, packed, shipped, delivered]
    }
  },
}

const journey = [
  ['accepted', 'Handed to carrier', 'Newark, NJ', 0],
  ['in_transit', 'Arrived at sorting centre', 'Boston, MA', 1],
  ['out_for_delivery', 'Out for delivery', 'Portland, ME', 3.6],
  ['delivered', 'Delivered', 'Portland, ME', 4],
] as const

const packageEvents: Table = {
  name: 'package_events',
  columns: ['package_id', 'customer_id', 'kind', 'description', 'place', 'at'],
  ofOrder: function* (order) {
    if (!isShipped(order)) return
    for (const id of order.packages) {
      for (const [kind, description, place, days] of isDelivered(order) ? journey : journey.slice(0, 2)) {
        yield [id, order.customerId, kind, description, place, time(shippedAt(order) + days * day)]
      }
    }
  },
}

const opinions = [
  'Fits as the size guide says and the fabric feels good on the skin.',
  'The colour is a little warmer than in the picture, I like it even more.',
  'Came quickly. After three washes it still looks new.',
  'Nice cut, but the sleeves are short for me.',
]

const reviewed = (order: Order) =>
  order.status === orderStatus.complete && randomAt(series.hasReview, order.index) < 0.15

const reviews: Table = {
  name: 'reviews',
  columns: ['id', 'order_id', 'customer_id', 'product_id', 'sku', 'rank', 'content', 'author_name', 'created_at'],
  ofOrder: function* (order) {
    const sku = order.lines[0]?.sku
    if (!sku || !reviewed(order)) return
    const rank = [100, 100, 90, 80, 80, 70, 60, 40][randomIntAt(series.rank, order.index, 8)] ?? 100
    const words = opinions[order.index % opinions.length] ?? ''
    const at = time(order.createdAt + 12 * day)
    yield [
      idAt(series.review, order.index),
      order.id,
      order.customerId,
      sku.productId,
      sku.sku,
      rank,
      words,
      'B***h',
      at,
    ]
  },
}

export const orderTables = [orders, orderLines, orderTotals, orderAddresses, packages, packageEvents, reviews]
export { cities, never, time }
