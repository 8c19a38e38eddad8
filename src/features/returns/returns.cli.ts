import { returnStatusNames } from '#features/orders/return-status-names.rules.ts'
import { sendWaiting } from '#features/payments/payments.cli.ts'
import { readCurrencyStyle } from '#features/settings/server/settings.service.ts'
import {
  type CommandShop,
  defineCommand,
  type OptionTypes,
  parseLimit,
  parseNumber,
  parseText,
  type StaffCommand,
  type StaffCommands,
  UsageError,
} from '#server/cli/command.ts'
import {
  countOf,
  printDue,
  printFacts,
  printMoment,
  printMoney,
  printTable,
  quote,
  shorten,
} from '#server/cli/print.ts'
import { refuse } from '#server/http/refuse.ts'
import * as commands from './return-commands.staff.contract.ts'
import * as calls from './returns.staff.contract.ts'
import { conditions, type StaffReturn } from './returns.staff.contract.ts'
import { type ItemMove, type ReturnStatusWord, returnStatusWords, toReturnStatusId } from './returns.staff.rules.ts'
import { rebuildCustomerTotals } from './server/totals/customer-totals.service.ts'

type ChosenItems = { no: string; items: StaffReturn['items']; found: StaffReturn }
type Move = {
  verb: string
  /** Name of the move in the staff API. The command line uses it to find the items that can make the move. */
  move: ItemMove
  usage?: string
  about?: string
  options?: OptionTypes
  run: (commandShop: CommandShop, chosen: ChosenItems, rest: string[], options: Options) => Promise<unknown>
}
type Options = Record<string, string | string[] | undefined>

const why = 'the reason, which the shopper will read,'
const idsOf = ({ items }: ChosenItems) => items.map(({ id }) => id)
const decide =
  (decision: 'approve' | 'keep' | 'reject') =>
  ({ call }: CommandShop, { no, items }: ChosenItems, rest: string[]) =>
    call(commands.decideReturn, {
      no,
      items: items.map(({ id }) => ({ id, decision, ...(decision === 'reject' && { text: parseText(rest, why) }) })),
    })
const receive =
  (begin: boolean) =>
  ({ call }: CommandShop, { no, items }: ChosenItems, _: string[], options: Options) =>
    call(commands.receiveReturn, { no, items: items.map(({ id }) => ({ id, ...readArrival(options) })), begin })
const receiveOptions = { condition: { type: 'string' }, restock: { type: 'string' }, why: { type: 'string' } } as const
const receiveUsage = `<return> [--condition ${conditions.join('|')}] [--restock yes|no] [--why <reason>]`

/** Reads the condition of the given items, and whether they go back into stock. */
function readArrival({ condition: found = 'as_sold', restock, why: reason }: Options) {
  const condition = conditions.find((one) => one === found)
  if (!condition) throw new UsageError(`--condition must be one of ${conditions.join(', ')}.`)
  if (restock !== undefined && restock !== 'yes' && restock !== 'no')
    throw new UsageError('--restock must be yes or no.')
  return {
    condition,
    ...(restock && { restock: restock === 'yes' }),
    ...(reason && { not_restocked_reason: String(reason) }),
  }
}

const moves: Move[] = [
  { verb: 'approve', move: 'approve', run: decide('approve') },
  { verb: 'keep', move: 'keep', about: 'refunds the items; the shopper keeps them', run: decide('keep') },
  { verb: 'reject', move: 'reject', usage: '<return> <reason>', run: decide('reject') },
  {
    verb: 'scan',
    move: 'scan',
    about: 'records that the carrier has the parcel',
    run: ({ call }, chosen) => call(commands.scanReturn, { no: chosen.no, items: idsOf(chosen) }),
  },
  {
    verb: 'receive',
    move: 'receive',
    usage: receiveUsage,
    options: receiveOptions,
    about: 'records the arrival and refunds the items; items in condition as_sold are restocked',
    run: receive(true),
  },
  {
    verb: 'look',
    move: 'receive',
    usage: receiveUsage,
    options: receiveOptions,
    about: 'records the arrival without a refund; continue with begin or reject',
    run: receive(false),
  },
  {
    verb: 'begin',
    move: 'refund',
    about: 'refunds received items',
    run: ({ call }, chosen) => call(commands.refundReturn, { no: chosen.no, items: idsOf(chosen) }),
  },
  {
    verb: 'refund',
    move: 'fail-refund',
    about: 'sends pending refunds, or marks manual refunds as sent',
    run: (commandShop, { found }) =>
      sendWaiting(commandShop, found.order.number, ({ return_id }) => return_id === found.id),
  },
  {
    verb: 'fail',
    move: 'fail-refund',
    usage: '<return> <reason>',
    about: 'marks pending refunds as failed',
    run: ({ call }, chosen, rest) =>
      call(commands.failRefund, { no: chosen.no, items: idsOf(chosen), text: parseText(rest, why) }),
  },
  {
    verb: 'retry',
    move: 'retry-refund',
    about: 'retries failed refunds',
    run: ({ call }, chosen) => call(commands.retryReturnRefund, { no: chosen.no, items: idsOf(chosen) }),
  },
]

const parseReturnNo = (rest: string[]): string => parseNumber(rest, 'return')

/** Formats the status of the return and the commands that are possible now. */
async function formatReturn({ call }: CommandShop, rest: string[]): Promise<string> {
  const { number, status, items } = (await call(calls.getReturn, { no: parseReturnNo(rest) })).data
  const next = moves.filter(({ move }) => items.some(({ possible }) => possible.includes(move))).map(({ verb }) => verb)
  const then = next.length > 0 ? `Possible now: ${next.join(', ')}.` : 'No further commands are possible.'
  return `${number} is ${formatStatus(status)}. ${then}`
}

const formatStatus = (status: ReturnStatusWord) => returnStatusNames[toReturnStatusId(status)]

function defineMove({ verb, move, usage = '<return>', about, options: more, run }: Move): StaffCommand {
  return defineCommand({
    verb,
    usage,
    ...(about && { about }),
    options: { item: { type: 'string', multiple: true }, ...more },
    takes: 'return',
    formatState: formatReturn,
    async run(commandShop, { rest, options }) {
      const no = parseReturnNo(rest)
      const { data: found } = await commandShop.call(calls.getReturn, { no })
      const named = (options.item as string[] | undefined)?.map((word) => {
        const item = found.items[Number(word) - 1] ?? found.items.find(({ id }) => id === word)
        if (!item) throw new UsageError(`--item must be the number of an item, from 1 to ${found.items.length}.`)
        return item
      })
      const items = named ?? found.items.filter(({ possible }) => possible.includes(move))
      if (items.length === 0) throw refuse('return_moved_on')
      await run(commandShop, { no, items, found }, rest, options)
      return formatReturn(commandShop, rest)
    },
  })
}

const list = defineCommand({
  verb: 'returns',
  alias: 'return',
  usage: '[--status processing,approved] [--limit 50]',
  options: { status: { type: 'string' }, limit: { type: 'string' } },
  async run({ call, clock }, { options: { status, limit } }) {
    const { data: page } = await call(calls.listReturns, {
      status: status ? readStatuses(status) : 'processing,approved,received,refunding,refund_failed',
      limit: Math.min(parseLimit(limit), 200),
    })
    if (page.data.length === 0) return 'No returns.'
    return printTable(
      ['Return', 'Status', 'Requested', 'Reply due', 'Shopper', 'Order', 'Comment'],
      page.data.map(({ number, status: at, created_at, reply_due_at, customer, order, comment }) => [
        number,
        formatStatus(at),
        printMoment(created_at),
        reply_due_at ? printDue(new Date(reply_due_at), clock.now()) : '',
        customer.email,
        order.number,
        shorten(comment),
      ]),
    )
  },
})

function readStatuses(text: string): string {
  const statuses = text.split(',').map((word) => {
    const name = word.trim().toLowerCase().replaceAll(' ', '_')
    const known = returnStatusWords.find(
      (one) => one === name || String(toReturnStatusId(one)) === name || toSnakeCase(formatStatus(one)) === name,
    )
    if (!known) throw new UsageError(`--status must be one of ${returnStatusWords.join(', ')}.`)
    return known
  })
  return statuses.join(',')
}

const toSnakeCase = (name: string) => name.toLowerCase().replaceAll(' ', '_')

const show = defineCommand({
  verb: 'show',
  usage: '<return>',
  takes: 'return',
  async run(commandShop, { rest }) {
    const { data } = await commandShop.call(calls.getReturn, { no: parseReturnNo(rest) })
    const { decimals } = await readCurrencyStyle(commandShop.db, data.refunded.currency)
    return [...printSheet(data, decimals, commandShop.clock.now()), await formatReturn(commandShop, rest)].join('\n\n')
  },
})

function printSheet(found: StaffReturn, decimals: number, now: Date): string[] {
  const money = ({ amount, currency }: { amount: number; currency: string }) => printMoney(amount, currency, decimals)
  const head = printFacts([
    ['Return', found.number],
    ['Status', formatStatus(found.status)],
    ['Order', found.order.number],
    ['Shopper', found.customer.email],
    ['Requested', printMoment(found.created_at)],
    ['Reply due', found.reply_due_at ? printDue(new Date(found.reply_due_at), now) : ''],
    ['Comment', found.comment],
    ['Refunded', found.refunded.amount > 0 ? money(found.refunded) : ''],
  ])
  const table = printTable(
    ['Item', 'Name', 'Reason', 'Status', 'Refund', 'Parcel', 'Send by'],
    found.items.map((item, index) => [
      index + 1,
      item.name,
      item.reasons.join(' / '),
      formatStatus(item.status),
      money(item.refund),
      item.tracking_number ? `${item.carrier} ${item.tracking_number}` : '',
      printMoment(item.send_by),
    ]),
  )
  const answers = found.thread.filter(({ author }) => author !== 'shopper')
  const said = answers.map(({ at, body }) => `${printMoment(at)}\n${quote(body)}`).join('\n')
  const events = printTable(
    ['Time', 'Command', 'By', 'New status'],
    found.events.map(({ at, command, actor, to }) => [
      printMoment(at),
      command,
      actor.name ?? actor.kind,
      formatStatus(to),
    ]),
  )
  return [head, table, ...(said ? [said] : []), events]
}

const request = defineCommand({
  verb: 'request-return',
  usage: '<order> --reason fit [--item 1] [--comment <text>]',
  about: 'requests a return for the shopper and sends the shopper a mail',
  options: {
    item: { type: 'string', multiple: true },
    reason: { type: 'string' },
    comment: { type: 'string' },
  },
  takes: 'order',
  async run(commandShop, { rest, options: { item: named, reason, comment } }) {
    const no = parseNumber(rest, 'order')
    const { lines } = (await commandShop.call(commands.getReturnOptions, { no })).data
    const chosen = named?.map((word) => {
      const line = lines[Number(word) - 1]
      if (!line) throw new UsageError(`--item must be the number of a line, from 1 to ${lines.length}.`)
      return line
    })
    const items = chosen ?? lines.filter(({ why_not }) => why_not === null)
    if (items.length === 0) throw refuse('line_not_returnable')
    if (!reason) throw new UsageError('--reason must be the code of a return reason.')
    const { data } = await commandShop.call(commands.startReturn, {
      no,
      items: items.map(({ id }) => ({ line_id: id, reason })),
      comment: comment ?? '',
    })
    return formatReturn(commandShop, [data.number])
  },
})

const rebuild = defineCommand({
  verb: 'rebuild-customers',
  usage: '',
  about: 'recalculates the purchases and returns of all customers',
  run: async ({ db }) => `${countOf(await rebuildCustomerTotals(db), 'customer')} recalculated.`,
})

export const returnCommands: StaffCommands = {
  heading: 'Returns',
  note: 'commands apply to all items, or to one item with --item 1',
  list,
  showsWaitingWork: true,
  commands: [show, request, ...moves.map(defineMove), rebuild],
}
