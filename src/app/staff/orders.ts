import { asc, desc, eq, inArray, sql } from 'drizzle-orm'
import {
  listNextMoves,
  type OrderCommand,
  orderStatus,
  orderStatusIds,
  showOrderStatus,
} from '#features/orders/orders.rules.ts'
import {
  cancelOrder,
  completeOrder,
  deliverOrder,
  holdOrder,
  prepareOrder,
  releaseOrder,
} from '#features/orders/server/order-commands.service.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { packageEvents, packages } from '#features/orders/server/packages.tables.ts'
import { packOrder, recordPackageEvents, shipOrder } from '#features/orders/server/parcels.service.ts'
import { confirmPayment } from '#features/payments/server/payments.service.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { newId } from '#server/ids.ts'
import { refuse } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { countOf, printDue, printMoney, printTable, printTime } from './print.ts'
import { Misuse, takeLimit, takeNumber, takeText, takeTime, type Words } from './words.ts'

export type OrderRow = typeof orders.$inferSelect
const waitingStatuses: number[] = [orderStatus.paid, orderStatus.preparing, orderStatus.packed, orderStatus.onHold]

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
  if (statusId === orderStatus.shipped) next.push('track')
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

type Command = (shop: Shop, words: Words, order: OrderRow) => Promise<Pick<OrderRow, 'orderNo' | 'statusId'>>

const commands: Record<string, Command> = {
  pay: async (shop, { options }, order) => {
    const ref = newId()
    const report = {
      provider: 'staff',
      eventId: ref,
      providerRef: ref,
      orderId: order.id,
      method: options.method ?? 'Bank transfer',
      amount: order.totalAmount,
      currency: order.currency,
    }
    return (await confirmPayment(shop, report, 'staff')).order
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
      const event = { description: 'Handed to carrier', place: options.place ?? '', at: shop.clock.now() }
      await recordPackageEvents(shop, { packageId, events: [{ kind: 'accepted', ...event }] })
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
