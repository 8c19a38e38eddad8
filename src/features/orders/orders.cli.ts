import { readCurrencyStyle } from '#features/settings/server/settings.service.ts'
import {
  type CommandShop,
  defineCommand,
  parseLimit,
  parseNumber,
  parseText,
  parseTime,
  type StaffCommands,
  UsageError,
} from '#server/cli/command.ts'
import { countOf, printDue, printMoment, printMoney, printTable } from '#server/cli/print.ts'
import * as commands from './order-commands.staff.contract.ts'
import { changeOrders } from './order-jobs.staff.contract.ts'
import { formatOrderStatus } from './orders.rules.ts'
import { getOrder, listOrders, type OrderHead, parcelEventKinds, type StaffOrder } from './orders.staff.contract.ts'
import { orderStatusNames, type StaffMove, toStatusId } from './orders.staff.rules.ts'
import { reportParcel } from './parcels.staff.contract.ts'
import { printOrderSheet } from './print-order-sheet.cli.ts'
import { rebuildOrderDocuments } from './server/queries/order-documents.service.ts'

/** Command names of the command line that differ from the names in the staff API. */
const verbs: Partial<Record<StaffMove, string>> = { 'mark-paid': 'pay' }

export const parseOrderNo = (rest: string[]): string => parseNumber(rest, 'order')

/** Formats the status of an order and the commands that are possible now. */
export function formatOrder({ number, status, possible }: Pick<StaffOrder, 'number' | 'status' | 'possible'>): string {
  const next: string[] = possible.map((move) => verbs[move] ?? move)
  if (status === 'shipped') next.push('track')
  const then = next.length > 0 ? `Possible now: ${next.join(', ')}.` : 'No further commands are possible.'
  return `${number} is ${formatOrderStatus(toStatusId(status))}. ${then}`
}

export async function formatOrderState({ call }: CommandShop, rest: string[]): Promise<string> {
  return formatOrder((await call(getOrder, { no: parseOrderNo(rest) })).data)
}

const list = defineCommand({
  verb: 'orders',
  alias: 'order',
  usage: '[--status paid,packed] [--email x] [--limit 50]',
  options: { status: { type: 'string' }, email: { type: 'string' }, limit: { type: 'string' } },
  async run({ call, db, clock }, { options: { status, email, limit } }) {
    const { data: page } = await call(listOrders, {
      limit: Math.min(parseLimit(limit), 200),
      ...(status && { status: readStatuses(status) }),
      ...(email ? { email } : status ? { sort: 'placed_at' } : { view: 'waiting' }),
    })
    if (page.data.length === 0) return 'No orders.'
    const rows = await Promise.all(
      page.data.map(async (order) => {
        const { decimals } = await readCurrencyStyle(db, order.total.currency)
        return [
          order.number,
          formatOrderStatus(toStatusId(order.status)),
          printMoment(order.placed_at),
          isWaiting(order) ? printDue(new Date(order.placed_at), clock.now()).replace('LATE by', 'for') : '',
          order.customer.email,
          order.items,
          printMoney(order.total.amount, order.total.currency, decimals),
          order.note,
        ]
      }),
    )
    return printTable(['Order', 'Status', 'Ordered', 'Waiting', 'Shopper', 'Items', 'Total', 'Note'], rows)
  },
})

const isWaiting = ({ status }: OrderHead) => ['paid', 'preparing', 'packed', 'on_hold'].includes(status)

/** Reads statuses, as names (`paid,On hold`) or as numbers of the specification. */
function readStatuses(text: string): string {
  const statuses = text.split(',').map((word) => {
    const name = word.trim().toLowerCase().replaceAll(' ', '_')
    return orderStatusNames.find((status) => status === name || String(toStatusId(status)) === name)
  })
  const known = statuses.filter((status) => status !== undefined)
  if (known.length !== statuses.length) throw new UsageError(`--status must be one of ${orderStatusNames.join(', ')}.`)
  return known.join(',')
}

const show = defineCommand({
  verb: 'show',
  usage: '<order>',
  about: 'shows an order and the possible commands',
  takes: 'order',
  async run({ call, db }, { rest }) {
    const { data: order } = await call(getOrder, { no: parseOrderNo(rest) })
    const { decimals } = await readCurrencyStyle(db, order.total.currency)
    return [printOrderSheet(order, decimals), formatOrder(order)].join('\n\n')
  },
})

const hold = defineCommand({
  verb: 'hold',
  usage: '<order> <reason>',
  takes: 'order',
  formatState: formatOrderState,
  async run({ call }, { rest }) {
    const no = parseOrderNo(rest)
    return formatOrder(
      (await call(commands.holdOrder, { no, reason: parseText(rest, 'the reason for the hold') })).data,
    )
  },
})

const rebuild = defineCommand({
  verb: 'rebuild-orders',
  usage: '',
  about: 'rebuilds the order lists',
  run: async ({ db }) => `${countOf(await rebuildOrderDocuments(db), 'order')} rebuilt.`,
})

type Step = typeof commands.releaseOrder

/** Defines a command that needs only the order number. */
function defineStep(verb: string, step: Step) {
  return defineCommand({
    verb,
    usage: '<order>',
    takes: 'order',
    formatState: formatOrderState,
    run: async ({ call }, { rest }) => formatOrder((await call(step, { no: parseOrderNo(rest) })).data),
  })
}

const pack = defineCommand({
  verb: 'pack',
  usage: '<order> [--parcel 1,2 --parcel 3]',
  options: { parcel: { type: 'string', multiple: true } },
  formatState: formatOrderState,
  async run({ call }, { rest, options }) {
    const no = parseOrderNo(rest)
    const { data: order } = await call(getOrder, { no })
    const parcels = options.parcel?.map((numbers) => ({ line_ids: readLines(order, numbers) }))
    return formatOrder((await call(commands.packOrder, { no, ...(parcels && { parcels }) })).data)
  },
})

/** Converts line numbers such as `1,2` to line ids. The command `show` prints the numbers of the lines. */
export function readLines(order: StaffOrder, numbers: string): string[] {
  return numbers.split(',').map((word) => {
    const line = order.lines[Number(word) - 1]
    if (!line) throw new UsageError(`This order has no line ${word.trim()}.`)
    return line.id
  })
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
  formatState: formatOrderState,
  async run({ call, clock }, { rest, options: { carrier, tracking, url, place } }) {
    const no = parseOrderNo(rest)
    if (!carrier || !tracking)
      throw new UsageError(
        'Enter --carrier and --tracking. For several parcels, separate the tracking numbers with commas.',
      )
    const numbers = tracking.split(',').map((number) => number.trim())
    const parcels = numbers.map((number) => ({ carrier, tracking_number: number, ...(url && { tracking_url: url }) }))
    const { data: order } = await call(commands.shipOrder, { no, parcels })
    const at = clock.now().toISOString()
    for (const number of new Set(numbers)) {
      const event = { kind: 'accepted' as const, description: 'Handed to carrier', place: place ?? '', at }
      await call(reportParcel, { tracking_number: number, carrier, events: [event] })
    }
    return formatOrder(order)
  },
})

const track = defineCommand({
  verb: 'track',
  usage: `<order> <${parcelEventKinds.join('|').replaceAll('_', '-')}> <text> [--place Boston] [--at "2026-06-15 10:00"] [--parcel 1]`,
  options: { place: { type: 'string' }, at: { type: 'string' }, parcel: { type: 'string', multiple: true } },
  formatState: formatOrderState,
  async run(commandShop, { rest, options }) {
    const { data: order } = await commandShop.call(getOrder, { no: parseOrderNo(rest) })
    const [, eventKind = '', ...words] = rest
    const kind = parcelEventKinds.find((one) => one === eventKind.replaceAll('-', '_'))
    if (!kind || words.length === 0)
      throw new UsageError(
        `Enter a tracking event: track ${order.number} <${parcelEventKinds.join('|')}> <text> [--place] [--at] [--parcel 1]`,
      )
    const parcel = order.parcels[Number(options.parcel?.[0] ?? 1) - 1]
    if (!parcel?.tracking_number)
      throw new UsageError(
        `${order.number} has ${countOf(order.parcels.length, 'parcel')}. Choose a shipped parcel with --parcel.`,
      )
    const at = parseTime(options.at, commandShop.clock.now()).toISOString()
    const event = { kind, description: words.join(' '), place: options.place ?? '', at }
    await commandShop.call(reportParcel, { tracking_number: parcel.tracking_number, events: [event] })
    return formatOrderState(commandShop, rest)
  },
})

const cancel = defineCommand({
  verb: 'cancel',
  usage: '<order> [reason] [--line 1,2]',
  options: { line: { type: 'string' } },
  formatState: formatOrderState,
  async run({ call }, { rest, options: { line } }) {
    const no = parseOrderNo(rest)
    const reason = rest.slice(1).join(' ')
    const line_ids = line && readLines((await call(getOrder, { no })).data, line)
    const { data } = await call(commands.cancelOrder, { no, ...(reason && { reason }), ...(line_ids && { line_ids }) })
    return formatOrder(data)
  },
})

const addressOptions = {
  first: 'firstname',
  last: 'lastname',
  phone: 'telephone',
  street: 'address_1',
  house: 'house_num',
  more: 'address_2',
  postcode: 'postcode',
  city: 'city',
  state: 'state',
  country: 'country',
} as const

const address = defineCommand({
  verb: 'address',
  usage: `<order> ${Object.keys(addressOptions)
    .map((name) => `[--${name} x]`)
    .join(' ')}`,
  about: 'changes parts of the delivery address until the order is shipped',
  options: Object.fromEntries(Object.keys(addressOptions).map((name) => [name, { type: 'string' as const }])),
  takes: 'order',
  formatState: formatOrderState,
  async run({ call }, { rest, options }) {
    const no = parseOrderNo(rest)
    const { data: order } = await call(getOrder, { no })
    if (!order.address) throw new UsageError(`${no} has no address.`)
    const typed = Object.entries(addressOptions).flatMap(([name, field]) =>
      options[name] === undefined ? [] : [[field, options[name]]],
    )
    if (typed.length === 0) throw new UsageError('Enter the parts to change, such as --street "18 Ropewalk Lane".')
    const { data } = await call(commands.changeAddress, { no, ...order.address, ...Object.fromEntries(typed) })
    return formatOrder(data)
  },
})

const note = defineCommand({
  verb: 'note',
  usage: '<order> <text>',
  about: 'adds a note for staff',
  takes: 'order',
  async run({ call }, { rest }) {
    await call(commands.noteOrder, { no: parseOrderNo(rest), body: parseText(rest, 'the text of the note') })
    return 'The note is added.'
  },
})

const tag = defineCommand({
  verb: 'tag',
  usage: '<order> [--add gift] [--remove gift]',
  about: 'adds or removes tags, which order lists can be filtered by',
  options: { add: { type: 'string', multiple: true }, remove: { type: 'string', multiple: true } },
  takes: 'order',
  async run({ call }, { rest, options: { add, remove } }) {
    const no = parseOrderNo(rest)
    if (!add && !remove) throw new UsageError('Enter a tag to --add or to --remove.')
    const { data } = await call(commands.tagOrder, { no, ...(add && { add }), ...(remove && { remove }) })
    return data.own_tags.length > 0 ? `The order has the tags ${data.own_tags.join(', ')}.` : 'The order has no tags.'
  },
})

const bulk = defineCommand({
  verb: 'bulk',
  usage: '<prepare|pack|complete|…> <order> <order> … [--why text]',
  about: 'runs one command for many orders, in the background',
  options: { why: { type: 'string' } },
  async run({ call }, { rest: [verb = '', ...numbers], options: { why } }) {
    const commandNames = changeOrders.input.shape.command.options
    const command = commandNames.find((one) => one === verb)
    if (!command || numbers.length === 0)
      throw new UsageError(`Enter a command (${commandNames.join(', ')}) and the order numbers.`)
    const { data: job } = await call(changeOrders, { command, numbers, ...(why && { reason: why }) })
    return `The job ${job.id} was started for ${countOf(job.total, 'order')}.`
  },
})

export const orderCommands: StaffCommands = {
  heading: 'Orders',
  list,
  showsWaitingWork: true,
  commands: [
    show,
    defineStep('send-link', commands.sendPaymentLink),
    hold,
    defineStep('release', commands.releaseOrder),
    defineStep('prepare', commands.prepareOrder),
    pack,
    defineStep('unpack', commands.unpackOrder),
    ship,
    track,
    defineStep('deliver', commands.deliverOrder),
    defineStep('complete', commands.completeOrder),
    cancel,
    address,
    note,
    tag,
    bulk,
    rebuild,
  ],
}
