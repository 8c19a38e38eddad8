import {
  defineCommand,
  Misuse,
  type StaffCommands,
  takeLimit,
  takeNumber,
  takeText,
  takeTime,
} from '#server/cli/command.ts'
import { countOf, printDue, printMoney, printTable, printTime } from '#server/cli/print.ts'
import type { Shop } from '#server/shop.ts'
import { listNextMoves, type OrderCommand, orderStatus, orderStatusIds, showOrderStatus } from './orders.rules.ts'
import { printOrderSheet } from './print-order-sheet.cli.ts'
import type { OrderRow } from './server/move-order.service.ts'
import {
  cancelOrder,
  completeOrder,
  deliverOrder,
  holdOrder,
  prepareOrder,
  releaseOrder,
} from './server/order-commands.service.ts'
import { rebuildOrderDocuments } from './server/order-documents.service.ts'
import {
  findOrderByNo,
  listLines,
  listOrdersForStaff,
  listParcels,
  readOrderSheet,
} from './server/orders.staff.service.ts'
import { packageEvents } from './server/packages.tables.ts'
import { packOrder, recordPackageEvents, shipOrder } from './server/parcels.service.ts'

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

/** The order that was named. */
export function takeOrder({ db }: Shop, rest: string[]): Promise<OrderRow> {
  return findOrderByNo(db, takeNumber(rest, 'order'))
}

/** Where the order stands and what can be done with it now. */
export function tellOrder({ orderNo, statusId }: Pick<OrderRow, 'orderNo' | 'statusId'>): string {
  const next = listNextMoves(statusId, 'staff').flatMap((command) => verbs[command] ?? [])
  if (statusId === orderStatus.shipped) next.push('track')
  return `${orderNo} is ${showOrderStatus(statusId)}. ${next.length > 0 ? `Possible now: ${next.join(', ')}.` : 'Nothing more can be done with it.'}`
}

export async function tellOrderState(shop: Shop, rest: string[]): Promise<string> {
  return tellOrder(await takeOrder(shop, rest))
}

const list = defineCommand({
  verb: 'orders',
  alias: 'order',
  usage: '[--status paid,packed] [--email x] [--limit 50]',
  options: { status: { type: 'string' }, email: { type: 'string' }, limit: { type: 'string' } },
  async run({ db, clock }, { options: { status, email, limit } }) {
    const statuses = status ? readStatuses(status) : email ? orderStatusIds : waitingStatuses
    const rows = await listOrdersForStaff(db, { statuses, email, limit: takeLimit(limit) })
    if (rows.length === 0) return 'No orders.'
    return printTable(
      ['Order', 'Status', 'Ordered', 'Waiting', 'Shopper', 'Pieces', 'Total', 'Note'],
      rows.map(({ order, decimals, lineCount }) => [
        order.orderNo,
        showOrderStatus(order.statusId),
        printTime(order.createdAt),
        waitingStatuses.includes(order.statusId)
          ? printDue(order.paidAt ?? order.createdAt, clock.now()).replace('LATE by', 'for')
          : '',
        order.email,
        lineCount,
        printMoney(order.totalAmount, order.currency, decimals),
        order.holdReason ?? order.cancelReason,
      ]),
    )
  },
})

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

const show = defineCommand({
  verb: 'show',
  usage: '<order>',
  about: 'everything about it, and what is possible next',
  takes: 'order',
  async run(shop, { rest }) {
    const order = await takeOrder(shop, rest)
    return [printOrderSheet(await readOrderSheet(shop.db, order)), tellOrder(order)].join('\n\n')
  },
})

const hold = defineCommand({
  verb: 'hold',
  usage: '<order> <why>',
  tellState: tellOrderState,
  async run(shop, { rest }) {
    const { id } = await takeOrder(shop, rest)
    return tellOrder(await holdOrder(shop, { orderId: id, reason: takeText(rest, 'why it is held') }))
  },
})

const rebuild = defineCommand({
  verb: 'rebuild-orders',
  usage: '',
  about: 'writes what lists show of orders anew',
  run: async ({ db }) => `${countOf(await rebuildOrderDocuments(db), 'order')} written anew.`,
})

/** A step that needs nothing but the order's number. */
function defineStep(verb: string, step: (shop: Shop, orderId: string) => Promise<OrderRow>) {
  return defineCommand({
    verb,
    usage: '<order>',
    tellState: tellOrderState,
    run: async (shop, { rest }) => tellOrder(await step(shop, (await takeOrder(shop, rest)).id)),
  })
}

const pack = defineCommand({
  verb: 'pack',
  usage: '<order> [--parcel 1,2 --parcel 3]',
  options: { parcel: { type: 'string', multiple: true } },
  tellState: tellOrderState,
  async run(shop, { rest, options }) {
    const { id } = await takeOrder(shop, rest)
    const parcels = options.parcel && (await readParcels(shop, options.parcel, id))
    return tellOrder((await packOrder(shop, { orderId: id, ...(parcels && { parcels }) })).order)
  },
})

/** `--parcel 1,2 --parcel 3` puts lines 1 and 2 into one parcel and line 3 into another. */
async function readParcels({ db }: Shop, given: string[], orderId: string): Promise<{ lineIds: string[] }[]> {
  const lines = await listLines(db, orderId)
  return given.map((numbers) => ({
    lineIds: numbers.split(',').map((word) => {
      const line = lines[Number(word) - 1]
      if (!line) throw new Misuse(`There is no line ${word.trim()} in this order.`)
      return line.id
    }),
  }))
}

const ship = defineCommand({
  verb: 'ship',
  usage: '<order> --carrier PostNord --tracking LX482917306SE [--url https://…] [--place Gothenburg]',
  options: {
    carrier: { type: 'string' },
    tracking: { type: 'string' },
    url: { type: 'string' },
    place: { type: 'string' },
  },
  tellState: tellOrderState,
  async run(shop, { rest, options: { carrier, tracking, url, place } }) {
    const { id } = await takeOrder(shop, rest)
    if (!carrier || !tracking)
      throw new Misuse('Shipping needs --carrier and --tracking, with several parcels their numbers parted by commas.')
    const shipments = tracking
      .split(',')
      .map((trackingNo) => ({ carrier, trackingNo: trackingNo.trim(), ...(url && { trackingUrl: url }) }))
    const shipped = await shipOrder(shop, { orderId: id, shipments })
    for (const { id: packageId } of await listParcels(shop.db, id)) {
      const event = { description: 'Handed to carrier', place: place ?? '', at: shop.clock.now() }
      await recordPackageEvents(shop, { packageId, events: [{ kind: 'accepted', ...event }] })
    }
    return tellOrder(shipped)
  },
})

const reports = packageEvents.kind.enumValues

const track = defineCommand({
  verb: 'track',
  usage: `<order> <${reports.join('|').replaceAll('_', '-')}> <words> [--place Boston] [--at "2026-06-15 10:00"] [--parcel 1]`,
  options: { place: { type: 'string' }, at: { type: 'string' }, parcel: { type: 'string', multiple: true } },
  tellState: tellOrderState,
  async run(shop, { rest, options }) {
    const order = await takeOrder(shop, rest)
    const [, kind = '', ...words] = rest
    const found = reports.find((one) => one === kind.replaceAll('-', '_'))
    if (!found || words.length === 0)
      throw new Misuse(
        `Say what the carrier told: track ${order.orderNo} <${reports.join('|')}> <words> [--place] [--at] [--parcel 1]`,
      )
    const parcels = await listParcels(shop.db, order.id)
    const parcel = parcels[Number(options.parcel?.[0] ?? 1) - 1]
    if (!parcel) throw new Misuse(`${order.orderNo} has ${countOf(parcels.length, 'parcel')}.`)
    const event = {
      kind: found,
      description: words.join(' '),
      place: options.place ?? '',
      at: takeTime(options.at, shop.clock.now()),
    }
    await recordPackageEvents(shop, { packageId: parcel.id, events: [event] })
    return tellOrderState(shop, rest)
  },
})

const cancel = defineCommand({
  verb: 'cancel',
  usage: '<order> [why]',
  tellState: tellOrderState,
  async run(shop, { rest }) {
    const { id } = await takeOrder(shop, rest)
    const reason = rest.slice(1).join(' ')
    return tellOrder(await cancelOrder(shop, { orderId: id, actor: 'staff', ...(reason && { reason }) }))
  },
})

export const orderCommands: StaffCommands = {
  heading: 'Orders',
  list,
  isWaitedFor: true,
  commands: [
    show,
    hold,
    defineStep('release', releaseOrder),
    defineStep('prepare', prepareOrder),
    pack,
    ship,
    track,
    defineStep('deliver', (shop, orderId) => deliverOrder(shop, orderId)),
    defineStep('complete', (shop, orderId) => completeOrder(shop, orderId)),
    cancel,
    rebuild,
  ],
}
