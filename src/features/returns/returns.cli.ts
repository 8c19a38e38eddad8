import { currentItemStatus } from '#features/orders/line-returns.rules.ts'
import { returnStatusNames } from '#features/orders/return-status-names.rules.ts'
import { type ReturnStatus, returnStatus } from '#features/orders/return-statuses.rules.ts'
import { goesThroughProvider, sendRefunds } from '#features/payments/server/send-refunds.service.ts'
import {
  defineCommand,
  Misuse,
  type StaffCommand,
  type StaffCommands,
  takeLimit,
  takeNumber,
  takeText,
} from '#server/cli/command.ts'
import { printDue, printFacts, printMoney, printTable, printTime, quote, shorten } from '#server/cli/print.ts'
import type { Shop } from '#server/shop.ts'
import { canMove, openReturnStatuses, type ReturnCommand, readReturnStatus } from './returns.rules.ts'
import {
  approveReturn,
  beginRefund,
  closeOverdueReturns,
  failRefund,
  keepItReturn,
  type ReturnTarget,
  receiveReturn,
  refundReturn,
  rejectReturn,
  retryRefund,
  scanParcel,
} from './server/return-commands.service.ts'
import {
  findReturnByNo,
  listReturnsForStaff,
  type ReturnSheet,
  type ReturnWithItems,
  readReturnSheet,
} from './server/returns.staff.service.ts'

type Move = {
  verb: string
  /** What the rules call it. */
  command: ReturnCommand
  usage?: string
  about?: string
  run: (shop: Shop, target: ReturnTarget, rest: string[]) => Promise<unknown>
}

const why = 'why, the shopper will read it'
const moves: Move[] = [
  { verb: 'approve', command: 'approveReturn', run: approveReturn },
  { verb: 'keep', command: 'keepItReturn', about: 'the shopper keeps it and gets the money', run: keepItReturn },
  {
    verb: 'reject',
    command: 'rejectReturn',
    usage: '<return> <why>',
    run: (shop, target, rest) => rejectReturn(shop, { ...target, text: takeText(rest, why) }),
  },
  { verb: 'scan', command: 'scanParcel', about: 'the carrier has the parcel', run: scanParcel },
  { verb: 'receive', command: 'receiveReturn', about: 'it arrived, the refund begins', run: receiveReturn },
  {
    verb: 'look',
    command: 'receiveReturn',
    about: 'it arrived and is looked at first; then begin or reject',
    run: (shop, target) => receiveReturn(shop, { ...target, isLookedAt: true }),
  },
  { verb: 'begin', command: 'beginRefund', run: beginRefund },
  {
    verb: 'refund',
    command: 'refundReturn',
    run: async (shop, target) =>
      (await goesThroughProvider(shop, target)) ? sendRefunds(shop, target) : refundReturn(shop, target),
  },
  {
    verb: 'fail',
    command: 'failRefund',
    usage: '<return> <why>',
    run: (shop, target, rest) => failRefund(shop, { ...target, text: takeText(rest, why) }),
  },
  { verb: 'retry', command: 'retryRefund', run: retryRefund },
]

/** The return that was named. */
function takeReturn({ db }: Shop, rest: string[]): Promise<ReturnWithItems> {
  return findReturnByNo(db, takeNumber(rest, 'return'))
}

/** Where the return stands and what can be done with it now. */
async function tellReturn(shop: Shop, rest: string[]): Promise<string> {
  const { returnRow, items } = await takeReturn(shop, rest)
  const now = shop.clock.now()
  const next = moves
    .filter(({ command }) => items.some((item) => canMove(command, item, now, returnRow.policy)))
    .map(({ verb }) => verb)
  const status = readReturnStatus(items.map((item) => currentItemStatus(item, now)))
  return `${returnRow.returnNo} is ${returnStatusNames[status]}. ${next.length > 0 ? `Possible now: ${next.join(', ')}.` : 'Nothing more can be done with it.'}`
}

function defineMove({ verb, usage = '<return>', about, run }: Move): StaffCommand {
  return defineCommand({
    verb,
    usage,
    ...(about && { about }),
    options: { item: { type: 'string', multiple: true } },
    tellState: tellReturn,
    async run(shop, { rest, options }) {
      const { returnRow, items } = await takeReturn(shop, rest)
      const itemIds = options.item?.map((word) => {
        const item = items[Number(word) - 1] ?? items.find(({ id }) => id === word)
        if (!item) throw new Misuse(`--item takes the number of a piece, 1 to ${items.length}.`)
        return item.id
      })
      // The clock may have closed it already; then the command is told so.
      await closeOverdueReturns(shop, { returnId: returnRow.id })
      await run(shop, { returnId: returnRow.id, ...(itemIds && { itemIds }) }, rest)
      return tellReturn(shop, rest)
    },
  })
}

const list = defineCommand({
  verb: 'returns',
  alias: 'return',
  usage: '[--status 1,2] [--limit 50]',
  options: { status: { type: 'string' }, limit: { type: 'string' } },
  async run({ db, clock }, { options: { status, limit } }) {
    const statuses = status ? readStatuses(status) : openReturnStatuses
    const rows = await listReturnsForStaff(db, { statuses, limit: takeLimit(limit) })
    if (rows.length === 0) return 'No returns.'
    return printTable(
      ['Return', 'Status', 'Asked', 'Answer due', 'Shopper', 'Order', 'Says'],
      rows.map(({ returnRow, email, orderNo }) => [
        returnRow.returnNo,
        returnStatusNames[returnRow.status as ReturnStatus],
        printTime(returnRow.createdAt),
        returnRow.status === returnStatus.processing ? printDue(returnRow.replyDueAt, clock.now()) : '',
        email,
        orderNo,
        shorten(returnRow.comment),
      ]),
    )
  },
})

function readStatuses(text: string): number[] {
  const names = Object.entries(returnStatusNames)
  return text.split(',').map((word) => {
    const name = word.trim().toLowerCase()
    const known = names.find(([id, status]) => id === name || status.toLowerCase() === name)
    if (!known) throw new Misuse(`--status takes ${names.map(([id, status]) => `${id} (${status})`).join(', ')}.`)
    return Number(known[0])
  })
}

const show = defineCommand({
  verb: 'show',
  usage: '<return>',
  takes: 'return',
  async run(shop, { rest }) {
    const sheet = await readReturnSheet(shop.db, await takeReturn(shop, rest))
    return [...printSheet(sheet, shop.clock.now()), await tellReturn(shop, rest)].join('\n\n')
  },
})

function printSheet({ returnRow, order, decimals, items, comments, history }: ReturnSheet, now: Date): string[] {
  const money = (amount: number) => printMoney(amount, returnRow.currency, decimals)
  const head = printFacts([
    ['Return', returnRow.returnNo],
    ['Status', returnStatusNames[returnRow.status as ReturnStatus]],
    ['Order', order?.orderNo],
    ['Shopper', order?.email],
    ['Asked', printTime(returnRow.createdAt)],
    ['Answer due', returnRow.status === returnStatus.processing ? printDue(returnRow.replyDueAt, now) : ''],
    ['Says', returnRow.comment],
    ['Refunded', returnRow.refundTotalAmount > 0 ? money(returnRow.refundTotalAmount) : ''],
  ])
  const table = printTable(
    ['Item', 'Piece', 'Reason', 'Status', 'Refund', 'Parcel', 'Send by'],
    items.map((item, index) => [
      index + 1,
      item.name,
      item.reasons.join(' / '),
      returnStatusNames[currentItemStatus(item, now) as ReturnStatus],
      money(item.refundAmount),
      item.trackingNumber ? `${item.deliveryCompany} ${item.trackingNumber}` : '',
      item.status === returnStatus.returning ? printTime(item.shipmentExpiredAt) : '',
    ]),
  )
  const said = comments.map(({ at, body }) => `${printTime(at)}\n${quote(body)}`).join('\n')
  const events = printTable(
    ['When', 'What', 'By', 'Then'],
    history.map((event) => [
      printTime(event.at),
      event.command,
      event.actor,
      returnStatusNames[event.toStatus as ReturnStatus],
    ]),
  )
  return [head, table, ...(said ? [said] : []), events]
}

export const returnCommands: StaffCommands = {
  heading: 'Returns',
  note: 'for all pieces or with --item 1',
  list,
  isWaitedFor: true,
  commands: [show, ...moves.map(defineMove)],
}
