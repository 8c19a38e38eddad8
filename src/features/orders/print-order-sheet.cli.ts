import { printFacts, printLine, printMoment, printMoney, printTable, quote } from '#server/cli/print.ts'
import { formatOrderStatus } from './orders.rules.ts'
import type { StaffOrder } from './orders.staff.contract.ts'
import { toStatusId } from './orders.staff.rules.ts'

type Money = { amount: number; currency: string }

/** Formats all data of an order as text for the terminal. */
export function printOrderSheet(order: StaffOrder, decimals: number): string {
  const money = ({ amount, currency }: Money) => printMoney(amount, currency, decimals)
  const parts = [
    printHead(order, money),
    printLines(order, money),
    ...order.parcels.map(printParcel),
    ...order.notes.map(({ at, author, body }) => `${printMoment(at)}  ${printLine(author)}\n${quote(body)}`),
    printHistory(order),
  ]
  return parts.join('\n\n')
}

function printHead(order: StaffOrder, money: (one: Money) => string): string {
  return printFacts([
    ['Order', order.number],
    ['Status', formatOrderStatus(toStatusId(order.status))],
    ['Shopper', order.customer.email],
    ['Ordered', printMoment(order.placed_at)],
    ['Paid', order.paid_at && `${printMoment(order.paid_at)} by ${order.payment_method}`],
    ['Total', `${money(order.total)}${order.coupon_code ? `, coupon ${order.coupon_code}` : ''}`],
    ['Refunded', order.totals.refunded.amount > 0 ? money(order.totals.refunded) : ''],
    ['Tags', order.own_tags.join(', ')],
    ['Shipping', order.shipping_method],
    ['Ship to', order.address && joinAddress(order.address)],
    ['Hold reason', order.hold_reason],
    ['Cancel reason', order.cancel_reason],
    ['Returns', order.returns.map(({ number }) => number).join(', ')],
  ])
}

function joinAddress(address: NonNullable<StaffOrder['address']>): string {
  const { firstname, lastname, lines } = address
  return [`${firstname} ${lastname}`, ...lines].join(', ')
}

function printLines({ lines, parcels }: StaffOrder, money: (one: Money) => string): string {
  return printTable(
    ['Line', 'SKU', 'Name', 'Options', 'Paid', 'Parcel'],
    lines.map((line, index) => [
      index + 1,
      line.sku,
      line.name,
      line.options.map(({ value }) => value).join(' / '),
      money(line.paid),
      line.cancelled_at ? 'cancelled' : line.parcel_id ? parcels.findIndex(({ id }) => id === line.parcel_id) + 1 : '',
    ]),
  )
}

function printParcel(parcel: StaffOrder['parcels'][number], index: number): string {
  const where = parcel.tracking_number ? `${parcel.carrier} ${parcel.tracking_number}` : 'not shipped yet'
  const eventLines = parcel.events.map(
    ({ at, description, place }) =>
      `  ${printLine(`${printMoment(at)}  ${[description, place].filter(Boolean).join(', ')}`)}`,
  )
  const weightText = parcel.weight_grams ? `, ${parcel.weight_grams} g` : ''
  return [`Parcel ${index + 1}: ${where}${weightText}`, ...eventLines].join('\n')
}

function printHistory({ events }: StaffOrder): string {
  return printTable(
    ['Time', 'Command', 'By', 'New status'],
    events.map(({ at, command, actor, to }) => [
      printMoment(at),
      command,
      actor.name ?? actor.kind,
      formatOrderStatus(toStatusId(to)),
    ]),
  )
}
