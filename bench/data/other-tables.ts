import { createHash } from 'node:crypto'
import { couponStatus } from '#features/coupons/coupons.rules.ts'
import { orderStatus } from '#features/orders/orders.rules.ts'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import { idAt, randomAt, randomIntAt } from './chance.ts'
import { cities, never, type Table, time } from './order-tables.ts'
import { customerIdOf, day, emailOf, mostUsedCoupons, type Plan, series } from './plan.ts'

/** Statuses of returned items that have arrived. */
const arrivedStatuses: number[] = [
  returnStatus.received,
  returnStatus.refunding,
  returnStatus.refunded,
  returnStatus.refundFailed,
]
const abandonedReturns: number[] = [returnStatus.rejected, returnStatus.cancelled, returnStatus.closed]
/** Statuses with a reason for the shopper. */
const explained: number[] = [returnStatus.rejected, returnStatus.refundFailed, returnStatus.closed]

export const couponNumbers = { used: 1_000, kept: 2_000, bound: 3_000 }
export const keptCoupons = 40
export const boundCoupons = 20
export const boundWidget = 900

/** Returns a shopper's session token. The shop stores its hash. */
export function tokenOf(customer: number): string {
  return createHash('sha256').update(`bench session of ${customer}`).digest('base64url')
}

const joinedAt = (plan: Plan) => time(plan.loadedAt - 740 * day)

/** All customers share one password hash, because the bench never signs in with a password. */
const customers = (passwordHash: string): Table => ({
  name: 'customers',
  columns: [
    'id',
    'email',
    'password_hash',
    'name',
    'language_id',
    'email_confirmed_at',
    'password_changed_at',
    'created_at',
  ],
  ofCustomer: function* (customer, plan) {
    const at = joinedAt(plan)
    yield [customerIdOf(customer), emailOf(customer), passwordHash, `Bench Shopper ${customer}`, 1, at, at, at]
  },
})

const sessions: Table = {
  name: 'sessions',
  columns: ['id', 'customer_id', 'token_hash', 'created_at', 'expires_at'],
  ofCustomer: function* (customer, plan) {
    const hash = createHash('sha256').update(tokenOf(customer)).digest('hex')
    yield [idAt(series.session, customer), customerIdOf(customer), hash, time(plan.loadedAt), never(plan)]
  },
}

const addresses: Table = {
  name: 'addresses',
  columns: [
    ...[
      'id',
      'customer_id',
      'firstname',
      'lastname',
      'telephone',
      'address_1',
      'house_num',
      'city',
      'state',
      'country',
    ],
    ...['postcode', 'is_default', 'created_at'],
  ],
  ofCustomer: function* (customer, plan) {
    const city = cities[randomIntAt(series.city, customer, cities.length)] ?? 'Portland'
    const who = [idAt(series.address, customer), customerIdOf(customer), 'Bench', `Shopper ${customer}`, '+12075550100']
    yield [...who, 'Harbor Street', `${customer % 300}`, city, 'ME', 'United States', '04101', true, joinedAt(plan)]
  },
}

const keptOfTen = [2, 0, 3, 1, 4, 2, 6, 3, 12, 5]

const couponClaims: Table = {
  name: 'coupon_claims',
  columns: ['id', 'coupon_id', 'customer_id', 'email', 'status', 'order_id', 'claimed_at', 'expires_at', 'used_at'],
  ofCustomer: function* (customer, plan) {
    const kept = keptOfTen[customer % 10] ?? 0
    for (let number = 0; number < kept; number++) {
      const id = idAt(series.claim, customer * keptCoupons + number)
      const coupon = couponNumbers.kept + ((customer + number * 3) % keptCoupons)
      const expires = number % 3 === 0 ? null : never(plan)
      const at = time(plan.loadedAt - number * 9 * day)
      yield [id, coupon, customerIdOf(customer), emailOf(customer), couponStatus.unused, null, at, expires, null]
    }
  },
  ofOrder: function* (order) {
    if (order.couponNo < 0 || order.status === orderStatus.cancelled) return
    const id = idAt(series.claim + 100, order.index)
    const coupon = couponNumbers.used + order.couponNo
    const at = time(order.createdAt - day)
    const isUsed = order.status !== orderStatus.unpaid
    const used = isUsed ? time(order.createdAt) : null
    yield [
      id,
      coupon,
      order.customerId,
      order.email,
      isUsed ? couponStatus.used : couponStatus.unused,
      order.id,
      at,
      null,
      used,
    ]
  },
}

const hasCart = (customer: number) => randomAt(series.hasCart, customer) < 0.3

const carts: Table = {
  name: 'carts',
  columns: ['id', 'customer_id', 'created_at', 'updated_at'],
  ofCustomer: function* (customer, plan) {
    const at = time(plan.loadedAt)
    if (hasCart(customer)) yield [idAt(series.cart, customer), customerIdOf(customer), at, at]
  },
}

const cartItems: Table = {
  name: 'cart_items',
  columns: ['cart_id', 'customer_id', 'sku_id', 'quantity', 'added_at'],
  ofCustomer: function* (customer, plan) {
    if (!hasCart(customer)) return
    for (let item = 0; item <= customer % 4; item++) {
      const sku = plan.skus[(customer * 13 + item * 7) % plan.skus.length]
      if (sku) yield [idAt(series.cart, customer), customerIdOf(customer), sku.id, 1, time(plan.loadedAt)]
    }
  },
}

const policy = JSON.stringify({ windowDays: 15, replyHours: 48, shipDays: 14, editHours: 72 })
const requestedAt = (createdAt: number) => createdAt + 8 * day

const returns: Table = {
  name: 'returns',
  columns: [
    ...['id', 'return_no', 'order_id', 'customer_id', 'status', 'comment', 'policy', 'currency', 'refund_total_amount'],
    ...['reply_due_at', 'created_at'],
  ],
  ofOrder: function* ({ returned, id, customerId, createdAt, refunded }) {
    if (!returned) return
    const { id: returnId, returnNo, status } = returned
    const at = requestedAt(createdAt)
    yield [returnId, returnNo, id, customerId, status, 'It does not fit as I hoped.', policy, 'USD', refunded].concat([
      time(at + 2 * day),
      time(at),
    ])
  },
}

const returnItems: Table = {
  name: 'return_items',
  columns: [
    ...['id', 'return_id', 'customer_id', 'order_id', 'order_line_id', 'status', 'reason_id', 'child_reason_id'],
    ...['refund_amount', 'refunded_amount', 'refund_at', 'shipment_expired_at', 'delivery_company', 'tracking_number'],
    ...['logistics_at', 'first_scan_at', 'received_at', 'closed_at', 'created_at'],
  ],
  ofOrder: function* ({ returned, id, index, customerId, createdAt }, plan) {
    if (!returned) return
    const { status } = returned
    const at = requestedAt(createdAt)
    const wasSent = arrivedStatuses.includes(status) || (status === returnStatus.approved && index % 2 === 0)
    const sent = time(at + 3 * day)
    const parcel = wasSent
      ? ['DHL Express', `RD${String(index).padStart(10, '0')}`, sent, sent]
      : [null, null, null, null]
    for (const line of returned.lines) {
      const hasReason = randomAt(series.reason, index) < 0.7
      yield [
        idAt(series.returnItem, index * 5 + line.position),
        returned.id,
        customerId,
        id,
        line.id,
        status,
        hasReason ? 1 : 6,
        hasReason ? 11 : null,
        line.paid,
        line.refunded,
        status === returnStatus.refunded ? time(at + 9 * day) : null,
        status === returnStatus.approved ? never(plan) : null,
        ...parcel,
        arrivedStatuses.includes(status) ? time(at + 7 * day) : null,
        abandonedReturns.includes(status) ? time(at + 5 * day) : null,
        time(at),
      ]
    }
  },
}

const returnComments: Table = {
  name: 'return_comments',
  columns: ['return_id', 'customer_id', 'author', 'body', 'at'],
  ofOrder: function* ({ returned, customerId, createdAt }) {
    if (!returned || !explained.includes(returned.status)) return
    const at = time(requestedAt(createdAt) + 5 * day)
    yield [returned.id, customerId, 'staff', 'Please write to us, we will find a way.', at]
  },
}

export function otherTables(passwordHash: string): Table[] {
  const people = [customers(passwordHash), sessions, addresses]
  return [...people, couponClaims, carts, cartItems, returns, returnItems, returnComments]
}

/**
 * Returns the coupons that shoppers have claimed and the coupons that the widget offers. These coupons have no end and
 * no stock limit.
 */
export function couponRows(): { id: number; code: string }[] {
  const row = (start: number, name: string) => (number: number) => ({
    id: start + number,
    code: `BENCH${name}${number}`,
  })
  const many = (count: number) => Array.from({ length: count }, (_, number) => number)
  return [
    ...many(mostUsedCoupons).map(row(couponNumbers.used, 'USED')),
    ...many(keptCoupons).map(row(couponNumbers.kept, 'KEPT')),
    ...many(boundCoupons).map(row(couponNumbers.bound, 'BOUND')),
  ]
}
