import { printFacts, printLine, printMoney, printTable, printTime } from '#server/cli/print.ts'
import { showOrderStatus } from './orders.rules.ts'
import type { OrderSheet } from './server/orders.staff.service.ts'

/** Everything about an order on one sheet. */
export function printOrderSheet(sheet: OrderSheet): string {
  return [printHead(sheet), printLines(sheet), ...sheet.parcels.map(printParcel), printHistory(sheet)].join('\n\n')
}

function printHead({ order, address, decimals }: OrderSheet): string {
  const money = (amount: number) => printMoney(amount, order.currency, decimals)
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

function joinAddress(address: NonNullable<OrderSheet['address']>): string {
  const { firstname, lastname, address1, houseNum, address2, city, state, country, postcode } = address
  const parts = [`${firstname} ${lastname}`, `${address1} ${houseNum}`.trim(), address2, city, state, country, postcode]
  return parts.filter(Boolean).join(', ')
}

function printLines({ order, lines, parcels, decimals }: OrderSheet): string {
  return printTable(
    ['Line', 'Sku', 'Name', 'Options', 'Paid', 'Parcel'],
    lines.map((line, index) => [
      index + 1,
      line.skuName,
      line.name,
      line.options.map(({ valueName }) => valueName).join(' / '),
      printMoney(line.paidAmount, order.currency, decimals),
      line.packageId ? parcels.findIndex(({ id }) => id === line.packageId) + 1 : '',
    ]),
  )
}

function printParcel(parcel: OrderSheet['parcels'][number], index: number): string {
  const where = parcel.trackingNo ? `${parcel.carrier} ${parcel.trackingNo}` : 'not handed over yet'
  const told = parcel.events.map(
    ({ at, description, place }) =>
      `  ${printLine(`${printTime(at)}  ${[description, place].filter(Boolean).join(', ')}`)}`,
  )
  return [`Parcel ${index + 1}: ${where}`, ...told].join('\n')
}

function printHistory({ history }: OrderSheet): string {
  return printTable(
    ['When', 'What', 'By', 'Then'],
    history.map((event) => [printTime(event.at), event.command, event.actor, showOrderStatus(event.toStatus)]),
  )
}
