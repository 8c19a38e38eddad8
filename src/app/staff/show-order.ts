import { asc, eq, inArray } from 'drizzle-orm'
import { showOrderStatus } from '#features/orders/orders.rules.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orderAddresses, orderEvents } from '#features/orders/server/orders.tables.ts'
import { packageEvents, packages } from '#features/orders/server/packages.tables.ts'
import { readCurrencyStyle } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database.ts'
import type { Shop } from '#server/shop.ts'
import { findOrder, type OrderRow, tellOrder } from './orders.ts'
import { printFacts, printLine, printMoney, printTable, printTime } from './print.ts'

type Money = (amount: number) => string
type Parcel = typeof packages.$inferSelect

/** Everything about an order on one sheet, and what can be done with it now. */
export async function showOrder(shop: Shop, rest: string[]): Promise<string> {
  const { db } = shop
  const order = await findOrder(shop, rest)
  const { decimals } = await readCurrencyStyle(db, order.currency)
  const money = (amount: number) => printMoney(amount, order.currency, decimals)
  const parcels = await db.select().from(packages).where(eq(packages.orderId, order.id)).orderBy(asc(packages.packedAt))
  const parts = [
    await printHead(db, order, money),
    await printLines(db, order.id, parcels, money),
    ...(await printParcels(db, parcels)),
    await printHistory(db, order.id),
    tellOrder(order),
  ]
  return parts.join('\n\n')
}

async function printHead(db: Database, order: OrderRow, money: Money): Promise<string> {
  const [address] = await db.select().from(orderAddresses).where(eq(orderAddresses.orderId, order.id))
  return printFacts([
    ['Order', order.orderNo],
    ['Status', showOrderStatus(order.statusId)],
    ['Shopper', order.email],
    ['Ordered', printTime(order.createdAt)],
    ['Paid', order.paidAt && `${printTime(order.paidAt)} by ${order.paymentMethod}`],
    ['Total', `${money(order.totalAmount)}${order.couponCode ? `, coupon ${order.couponCode}` : ''}`],
    ['Refunded', order.refundedAmount > 0 ? money(order.refundedAmount) : ''],
    ['Shipping', order.shippingMethod],
    ['To', address && joinAddress(address)],
    ['On hold', order.holdReason],
    ['Cancelled', order.cancelReason],
  ])
}

function joinAddress(address: typeof orderAddresses.$inferSelect): string {
  const { firstname, lastname, address1, houseNum, address2, city, state, country, postcode } = address
  const parts = [`${firstname} ${lastname}`, `${address1} ${houseNum}`.trim(), address2, city, state, country, postcode]
  return parts.filter(Boolean).join(', ')
}

async function printLines(db: Database, orderId: string, parcels: Parcel[], money: Money): Promise<string> {
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))
  return printTable(
    ['Line', 'Sku', 'Name', 'Options', 'Paid', 'Parcel'],
    lines.map((line, index) => [
      index + 1,
      line.skuName,
      line.name,
      line.options.map(({ valueName }) => valueName).join(' / '),
      money(line.paidAmount),
      line.packageId ? parcels.findIndex(({ id }) => id === line.packageId) + 1 : '',
    ]),
  )
}

async function printParcels(db: Database, parcels: Parcel[]): Promise<string[]> {
  if (parcels.length === 0) return []
  const ids = parcels.map(({ id }) => id)
  const told = await db
    .select()
    .from(packageEvents)
    .where(inArray(packageEvents.packageId, ids))
    .orderBy(asc(packageEvents.at), asc(packageEvents.id))
  return parcels.map((parcel, index) => {
    const where = parcel.trackingNo ? `${parcel.carrier} ${parcel.trackingNo}` : 'not handed over yet'
    const its = told.filter(({ packageId }) => packageId === parcel.id)
    const lines = its.map(
      ({ at, description, place }) =>
        `  ${printLine(`${printTime(at)}  ${[description, place].filter(Boolean).join(', ')}`)}`,
    )
    return [`Parcel ${index + 1}: ${where}`, ...lines].join('\n')
  })
}

async function printHistory(db: Database, orderId: string): Promise<string> {
  const events = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.id))
  return printTable(
    ['When', 'What', 'By', 'Then'],
    events.map((event) => [printTime(event.at), event.command, event.actor, showOrderStatus(event.toStatus)]),
  )
}
