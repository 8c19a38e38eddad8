import { asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { confirmPayment } from '#features/checkout/server/payments.service.ts'
import { refunds } from '#features/checkout/server/payments.tables.ts'
import { settleRefund } from '#features/checkout/server/refunds.service.ts'
import { goesThroughProvider, sendRefunds } from '#features/checkout/server/send-refunds.service.ts'
import { listNextMoves, type OrderCommand, orderStatusIds, showOrderStatus } from '#features/orders/orders.rules.ts'
import {
  cancelOrder,
  completeOrder,
  deliverOrder,
  holdOrder,
  prepareOrder,
  refundOrder,
  releaseOrder,
} from '#features/orders/server/order-commands.service.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orderAddresses, orderEvents, orders } from '#features/orders/server/orders.tables.ts'
import { packageEvents, packages } from '#features/orders/server/packages.tables.ts'
import { packOrder, recordPackageEvents, shipOrder } from '#features/orders/server/parcels.service.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { newId } from '#server/ids.ts'
import { refuse } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { countOf, printDue, printFacts, printMoney, printTable, printTime } from './print.ts'
import { Misuse, takeLimit, takeNumber, takeText, takeTime, type Words } from './words.ts'

type OrderRow = typeof orders.$inferSelect
const waitingStatuses = [4, 5, 6, 13]

/** What staff call the moves that the rules name. */
const verbs: Partial<Record<OrderCommand, string>> = {
  confirmPayment: 'pay',
  cancelOrder: 'cancel',
  holdOrder: 'hold',
  releaseOrder: 'release',
  prepareOrder: 'prepare',
  packOrder: 'pack',
  shipOrder: 'ship',
  deliverOrder: 'deliver',
  completeOrder: 'complete',
}

export async function findOrder({ db }: Shop, rest: string[]): Promise<OrderRow> {
  const orderNo = takeNumber(rest, 'HB', 'order')
  const [order] = await db.select().from(orders).where(eq(orders.orderNo, orderNo))
  if (!order) throw refuse('not_found', { message: `There is no order ${orderNo}.` })
  return order
}

/** Where the order stands and what can be done with it now. */
export function tellOrder({ orderNo, statusId }: Pick<OrderRow, 'orderNo' | 'statusId'>): string {
  const next = listNextMoves(statusId, 'staff').flatMap((command) => verbs[command] ?? [])
  if (statusId === 7) next.push('track')
  return `${orderNo} is ${showOrderStatus(statusId)}. ${next.length > 0 ? `Possible now: ${next.join(', ')}.` : 'Nothing more can be done with it.'}`
}

export async function listOrders(shop: Shop, { options }: Words): Promise<string> {
  const { db, clock } = shop
  const wanted = options.status ? readStatuses(options.status) : options.email ? orderStatusIds : waitingStatuses
  const rows = await db
    .select({
      order: orders,
      decimals: currencies.decimals,
      pieces: sql<number>`(select count(*)::int from order_lines l where l.order_id = ${orders.id})`,
    })
    .from(orders)
    .innerJoin(currencies, eq(currencies.code, orders.currency))
    .where(
      options.email
        ? sql`${inArray(orders.statusId, wanted)} and ${eq(orders.email, options.email.toLowerCase())}`
        : inArray(orders.statusId, wanted),
    )
    .orderBy(options.email ? desc(orders.createdAt) : asc(orders.createdAt))
    .limit(takeLimit(options.limit))
  if (rows.length === 0) return 'No orders.'
  return printTable(
    ['Order', 'Status', 'Ordered', 'Waiting', 'Shopper', 'Pieces', 'Total', 'Note'],
    rows.map(({ order, decimals, pieces }) => [
      order.orderNo,
      showOrderStatus(order.statusId),
      printTime(order.createdAt),
      waitingStatuses.includes(order.statusId)
        ? printDue(order.paidAt ?? order.createdAt, clock.now()).replace('LATE by', 'for')
        : '',
      order.email,
      pieces,
      printMoney(order.totalAmount, order.currency, decimals),
      order.holdReason ?? order.cancelReason,
    ]),
  )
}

function readStatuses(text: string): number[] {
  const wanted = text.split(',').map((word) => {
    const name = word.trim().toLowerCase()
    return orderStatusIds.find((id) => String(id) === name || showOrderStatus(id).toLowerCase() === name)
  })
  const known = wanted.filter((id) => id !== undefined)
  if (known.length !== wanted.length) {
    throw new Misuse(`--status takes ${orderStatusIds.map((id) => showOrderStatus(id).toLowerCase()).join(', ')}.`)
  }
  return known
}

export async function showOrder(shop: Shop, rest: string[]): Promise<string> {
  const { db } = shop
  const order = await findOrder(shop, rest)
  const [style] = await db.select().from(currencies).where(eq(currencies.code, order.currency))
  const [address] = await db.select().from(orderAddresses).where(eq(orderAddresses.orderId, order.id))
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
    .orderBy(asc(orderLines.position))
  const parcels = await db.select().from(packages).where(eq(packages.orderId, order.id)).orderBy(asc(packages.packedAt))
  const events = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, order.id))
    .orderBy(asc(orderEvents.id))
  const money = (amount: number) => printMoney(amount, order.currency, style?.decimals)
  const parts = [
    printFacts([
      ['Order', order.orderNo],
      ['Status', showOrderStatus(order.statusId)],
      ['Shopper', order.email],
      ['Ordered', printTime(order.createdAt)],
      ['Paid', order.paidAt && `${printTime(order.paidAt)} by ${order.paymentMethod}`],
      ['Total', `${money(order.totalAmount)}${order.couponCode ? `, coupon ${order.couponCode}` : ''}`],
      ['Refunded', order.refundedAmount > 0 ? money(order.refundedAmount) : ''],
      ['Shipping', order.shippingMethod],
      [
        'To',
        address &&
          [
            `${address.firstname} ${address.lastname}`,
            `${address.address1} ${address.houseNum}`.trim(),
            address.address2,
            address.city,
            address.state,
            address.country,
            address.postcode,
          ]
            .filter(Boolean)
            .join(', '),
      ],
      ['On hold', order.holdReason],
      ['Cancelled', order.cancelReason],
    ]),
    printTable(
      ['Line', 'Sku', 'Name', 'Options', 'Paid', 'Parcel'],
      lines.map((line, index) => [
        index + 1,
        line.skuName,
        line.name,
        line.options.map(({ valueName }) => valueName).join(' / '),
        money(line.paidAmount),
        line.packageId ? parcels.findIndex(({ id }) => id === line.packageId) + 1 : '',
      ]),
    ),
  ]
  if (parcels.length > 0) {
    const told = await db
      .select()
      .from(packageEvents)
      .where(
        inArray(
          packageEvents.packageId,
          parcels.map(({ id }) => id),
        ),
      )
      .orderBy(asc(packageEvents.at), asc(packageEvents.id))
    parts.push(
      ...parcels.map((parcel, index) =>
        [
          `Parcel ${index + 1}: ${parcel.trackingNo ? `${parcel.carrier} ${parcel.trackingNo}` : 'not handed over yet'}`,
          ...told
            .filter(({ packageId }) => packageId === parcel.id)
            .map(
              ({ at, description, place }) => `  ${printTime(at)}  ${[description, place].filter(Boolean).join(', ')}`,
            ),
        ].join('\n'),
      ),
    )
  }
  parts.push(
    printTable(
      ['When', 'What', 'By', 'Then'],
      events.map((event) => [printTime(event.at), event.command, event.actor, showOrderStatus(event.toStatus)]),
    ),
    tellOrder(order),
  )
  return parts.join('\n\n')
}

type Command = (shop: Shop, words: Words, order: OrderRow) => Promise<Pick<OrderRow, 'orderNo' | 'statusId'>>

const commands: Record<string, Command> = {
  pay: async (shop, { options }, order) => {
    const ref = newId()
    const { orderId, totalAmount: amount, currency } = { orderId: order.id, ...order }
    const report = { provider: 'staff', eventId: ref, orderId, providerRef: ref, amount, currency }
    return (await confirmPayment(shop, { ...report, method: options.method ?? 'Bank transfer' }, 'staff')).order
  },
  hold: (shop, { rest }, { id }) => holdOrder(shop, { orderId: id, reason: takeText(rest, 'why it is held') }),
  release: (shop, _, { id }) => releaseOrder(shop, id),
  prepare: (shop, _, { id }) => prepareOrder(shop, id),
  pack: async (shop, { options }, order) =>
    (await packOrder(shop, { orderId: order.id, ...(await readParcels(shop, options.parcel, order.id)) })).order,
  ship: async (shop, { options }, { id }) => {
    const { carrier, tracking, url } = options
    if (!carrier || !tracking)
      throw new Misuse('Shipping needs --carrier and --tracking, with several parcels their numbers parted by commas.')
    const shipments = tracking
      .split(',')
      .map((trackingNo) => ({ carrier, trackingNo: trackingNo.trim(), ...(url && { trackingUrl: url }) }))
    const shipped = await shipOrder(shop, { orderId: id, shipments })
    for (const packageId of await readPackageIds(shop, id)) {
      const events = [
        {
          kind: 'accepted' as const,
          description: 'Handed to carrier',
          place: options.place ?? '',
          at: shop.clock.now(),
        },
      ]
      await recordPackageEvents(shop, { packageId, events })
    }
    return shipped
  },
  track: async (shop, { rest, options }, order) => {
    const [, kind = '', ...words] = rest
    const known = packageEvents.kind.enumValues
    const found = known.find((one) => one === kind.replaceAll('-', '_'))
    if (!found || words.length === 0)
      throw new Misuse(
        `Say what the carrier told: track ${order.orderNo} <${known.join('|')}> <words> [--place] [--at] [--parcel 1]`,
      )
    const packageIds = await readPackageIds(shop, order.id)
    const packageId = packageIds[Number(options.parcel?.[0] ?? 1) - 1]
    if (!packageId) throw new Misuse(`${order.orderNo} has ${countOf(packageIds.length, 'parcel')}.`)
    const event = {
      kind: found,
      description: words.join(' '),
      place: options.place ?? '',
      at: takeTime(options.at, shop.clock.now()),
    }
    await recordPackageEvents(shop, { packageId, events: [event] })
    return findOrder(shop, rest)
  },
  deliver: (shop, _, { id }) => deliverOrder(shop, id),
  complete: (shop, _, { id }) => completeOrder(shop, id),
  cancel: (shop, { rest }, { id }) => {
    const reason = rest.slice(1).join(' ')
    return cancelOrder(shop, { orderId: id, actor: 'staff', ...(reason && { reason }) })
  },
}

/** The refund of a cancelled order: sent, tried again after a failure, or confirmed by hand where no provider reports back. */
export async function refundCancelled(shop: Shop, rest: string[]): Promise<string> {
  const order = await findOrder(shop, rest)
  await shop.db.transaction(async (tx) => {
    const failed = sql`${eq(refunds.orderId, order.id)} and kind = 'order' and status = 'failed'`
    const [again] = await tx.select({ id: refunds.id }).from(refunds).where(failed)
    if (again) await refundOrder(shop, tx, order)
  })
  if (await goesThroughProvider(shop, { orderId: order.id })) {
    await sendRefunds(shop, { orderId: order.id })
    return tellOrderRefund(shop, order)
  }
  const pending = await shop.db
    .select({ id: refunds.id, amount: refunds.amount })
    .from(refunds)
    .where(sql`${eq(refunds.orderId, order.id)} and kind = 'order' and status = 'pending'`)
  if (pending.length === 0)
    throw refuse('order_moved_on', {
      message: `${order.orderNo} has no refund that waits. Refunds of returns go by the return’s number.`,
    })
  for (const { id } of pending) {
    await shop.db.transaction((tx) =>
      settleRefund(tx, id, { status: 'succeeded', at: shop.clock.now(), providerRef: `staff-${id}` }),
    )
  }
  return `The refund of ${order.orderNo} is confirmed.`
}

async function tellOrderRefund({ db }: Shop, { id, orderNo }: OrderRow): Promise<string> {
  const [refund] = await db
    .select()
    .from(refunds)
    .where(sql`${eq(refunds.orderId, id)} and kind = 'order'`)
  if (refund?.status === 'succeeded') return `The refund of ${orderNo} is through.`
  if (refund?.status === 'failed') return `The refund of ${orderNo} failed: ${refund.failure}`
  return `The refund of ${orderNo} is on its way.`
}

export function isOrderVerb(verb: string): boolean {
  return Object.hasOwn(commands, verb)
}

export async function runOrderCommand(shop: Shop, words: Words): Promise<string> {
  const order = await findOrder(shop, words.rest)
  const moved = await commands[words.verb]?.(shop, words, order)
  return tellOrder(moved ?? order)
}

/** `--parcel 1,2 --parcel 3` puts lines 1 and 2 into one parcel and line 3 into another. */
async function readParcels({ db }: Shop, given: string[] | undefined, orderId: string) {
  if (!given) return {}
  const lines = await db
    .select({ id: orderLines.id })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))
  return {
    parcels: given.map((list) => ({
      lineIds: list.split(',').map((word) => {
        const line = lines[Number(word) - 1]
        if (!line) throw new Misuse(`There is no line ${word.trim()} in this order.`)
        return line.id
      }),
    })),
  }
}

async function readPackageIds({ db }: Shop, orderId: string): Promise<string[]> {
  const rows = await db
    .select({ id: packages.id })
    .from(packages)
    .where(eq(packages.orderId, orderId))
    .orderBy(asc(packages.packedAt), asc(packages.id))
  return rows.map(({ id }) => id)
}
