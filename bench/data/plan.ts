import { isReceived, orderStatus } from '#features/orders/orders.rules.ts'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import { idAt, numberAt, randomAt, randomIntAt } from './chance.ts'

export type Size = { name: 'full' | 'tenth'; customers: number; orders: number }

export const sizes: Size[] = [
  { name: 'tenth', customers: 10_000, orders: 100_000 },
  { name: 'full', customers: 100_000, orders: 1_000_000 },
]

/** The first customers have very many orders: enough for fifty pages in several tabs. */
export const heavyCustomers = 2
const heavyOrders = 2_500
/** The numbers of orders of ten consecutive customers: the same distribution at any shop size, ten orders on average. */
const ordersOfTen = [8, 2, 35, 0, 14, 3, 6, 18, 4, 10]
const linesOfFive = [2, 1, 4, 3, 5]

export const series = {
  customer: 1,
  order: 2,
  line: 3,
  package: 4,
  return: 5,
  returnItem: 6,
  claim: 7,
  review: 8,
  cart: 9,
  session: 10,
  address: 11,
  owner: 20,
  status: 21,
  sku: 22,
  hasReturn: 23,
  returnStatus: 24,
  hasCoupon: 25,
  hasReview: 26,
  rank: 27,
  reason: 28,
  hasCart: 29,
  secondPackage: 30,
  city: 31,
}

export type Sku = {
  id: number
  sku: string
  productId: number
  name: string
  description: string
  image: string
  options: string
  categoryCode: string
  categoryName: string
  isReturnable: boolean
  saleType: number
  saleTypeName: string | null
  priceAmount: number
  compareAtAmount: number | null
}

export type Line = { id: string; position: number; sku: Sku; discount: number; paid: number; refunded: number }
export type Order = {
  index: number
  id: string
  orderNo: string
  customer: number
  customerId: string
  email: string
  status: number
  createdAt: number
  lines: Line[]
  couponNo: number
  subtotal: number
  discount: number
  shipping: number
  total: number
  refunded: number
  packages: string[]
  returned: { id: string; returnNo: string; status: number; lines: Line[] } | null
}

export const day = 24 * 60 * 60 * 1000
const span = 730 * day
export const emailOf = (customer: number) => `bench${customer}@harbor.test`
export const customerIdOf = (customer: number) => idAt(series.customer, customer)
/** 40: the used coupons of a customer are numbered, so that each is used once. */
export const mostUsedCoupons = 40

/** Distributes the orders over customers and two years, and chooses the coupon of each order. */
export function planOwners({ customers, orders }: Size) {
  const owners = new Int32Array(orders)
  let at = 0
  for (let customer = 0; customer < heavyCustomers; customer++) {
    owners.fill(customer, at, at + heavyOrders)
    at += heavyOrders
  }
  for (let customer = heavyCustomers; customer < customers && at < orders; customer++) {
    const until = Math.min(orders, at + (ordersOfTen[customer % 10] ?? 0))
    owners.fill(customer, at, until)
    at = until
  }
  for (let last = orders - 1; last > 0; last--) {
    const other = randomIntAt(series.owner, last, last + 1)
    const kept = owners[last] ?? 0
    owners[last] = owners[other] ?? 0
    owners[other] = kept
  }
  const couponNos = new Int8Array(orders).fill(-1)
  const used = new Uint8Array(customers)
  for (let index = 0; index < orders; index++) {
    const owner = owners[index] ?? 0
    const count = used[owner] ?? 0
    if (randomAt(series.hasCoupon, index) >= 0.1 || count >= mostUsedCoupons) continue
    couponNos[index] = count
    used[owner] = count + 1
  }
  return { owners, couponNos }
}

export type Plan = { size: Size; skus: Sku[]; loadedAt: number } & ReturnType<typeof planOwners>

/** Generates one order with all its dependent rows. Every table takes its rows from the generated order. */
export function planOrder(plan: Plan, index: number): Order {
  const customer = plan.owners[index] ?? 0
  const status = chooseStatus(index / plan.size.orders, customer, randomAt(series.status, index))
  const couponNo = plan.couponNos[index] ?? -1
  const lines = Array.from({ length: linesOfFive[index % 5] ?? 1 }, (_, position): Line => {
    const at = index * 5 + position
    const sku = plan.skus[randomIntAt(series.sku, at, plan.skus.length)] as Sku
    const discount = couponNo < 0 ? 0 : Math.floor(sku.priceAmount / 10)
    const paid = sku.priceAmount - discount
    return { id: idAt(series.line, at), position: position + 1, sku, discount, paid, refunded: 0 }
  })
  const returned = planReturn(index, customer, status, lines)
  if (returned?.status === returnStatus.refunded) for (const line of returned.lines) line.refunded = line.paid
  const sum = (amountOf: (line: Line) => number) => lines.reduce((total, line) => total + amountOf(line), 0)
  const subtotal = sum((line) => line.sku.priceAmount)
  const discount = sum((line) => line.discount)
  const shipping = subtotal >= 9_000 ? 0 : 595
  const isPacked = packedStatuses.includes(status)
  const packages = isPacked ? [idAt(series.package, index * 2)] : []
  if (isPacked && lines.length > 2 && randomAt(series.secondPackage, index) < 0.1) {
    packages.push(idAt(series.package, index * 2 + 1))
  }
  return {
    index,
    id: idAt(series.order, index),
    orderNo: `HB${numberAt(series.order, index)}`,
    customer,
    customerId: customerIdOf(customer),
    email: emailOf(customer),
    status,
    createdAt: plan.loadedAt - span + Math.floor((span * (index + 0.5)) / plan.size.orders),
    lines,
    couponNo,
    subtotal,
    discount,
    shipping,
    total: subtotal - discount + shipping,
    refunded: sum((line) => line.refunded),
    packages,
    returned,
  }
}

const packedStatuses: number[] = [
  orderStatus.packed,
  orderStatus.shipped,
  orderStatus.closed,
  orderStatus.received,
  orderStatus.complete,
]

type Shares = readonly (readonly [value: number, share: number])[]

// Many orders of the newest quarter are still in progress. Older ones are finished.
const newShares: Shares = [
  [orderStatus.unpaid, 12],
  [orderStatus.paid, 10],
  [orderStatus.preparing, 6],
  [orderStatus.packed, 5],
  [orderStatus.onHold, 2],
  [orderStatus.shipped, 25],
  [orderStatus.received, 20],
  [orderStatus.complete, 15],
  [orderStatus.cancelled, 5],
]
const oldShares: Shares = [
  [orderStatus.complete, 85],
  [orderStatus.cancelled, 10],
  [orderStatus.closed, 5],
]
const heavyShares: Shares = [
  [orderStatus.received, 25],
  [orderStatus.paid, 15],
  [orderStatus.preparing, 10],
  [orderStatus.shipped, 24],
  [orderStatus.unpaid, 3],
  [orderStatus.complete, 23],
]

function chooseStatus(age: number, customer: number, randomValue: number): number {
  if (customer < heavyCustomers) return pickByWeight(heavyShares, randomValue)
  return pickByWeight(age >= 0.75 ? newShares : oldShares, randomValue)
}

const returnShares: Shares = [
  [returnStatus.refunded, 45],
  [returnStatus.processing, 10],
  [returnStatus.approved, 12],
  [returnStatus.received, 3],
  [returnStatus.refunding, 8],
  [returnStatus.rejected, 8],
  [returnStatus.refundFailed, 3],
  [returnStatus.cancelled, 7],
  [returnStatus.closed, 4],
]
// The shares for an order of one line. If its only line is refunded, the order is closed, and closed orders are planned
// separately.
const lonelyShares: Shares = returnShares.filter(([status]) => status !== returnStatus.refunded)

function planReturn(index: number, customer: number, status: number, lines: Line[]): Order['returned'] {
  const named = { id: idAt(series.return, index), returnNo: `RT${numberAt(series.return, index)}` }
  if (status === orderStatus.closed) return { ...named, status: returnStatus.refunded, lines }
  if (!isReceived(status)) return null
  if (randomAt(series.hasReturn, index) >= (customer < heavyCustomers ? 0.5 : 0.06)) return null
  const randomValue = randomAt(series.returnStatus, index)
  return {
    ...named,
    status: pickByWeight(lines.length > 1 ? returnShares : lonelyShares, randomValue),
    lines: lines.slice(0, 1),
  }
}

function pickByWeight(shares: Shares, randomValue: number): number {
  let left = randomValue * shares.reduce((sum, [, share]) => sum + share, 0)
  for (const [value, share] of shares) {
    left -= share
    if (left < 0) return value
  }
  return shares[0]?.[0] ?? 0
}
