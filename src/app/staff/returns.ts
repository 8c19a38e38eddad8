import { asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import { currentItemStatus } from '#features/orders/line-returns.rules.ts'
import { type ReturnStatus, returnStatus, returnStatusNames } from '#features/orders/return-statuses.rules.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { goesThroughProvider, sendRefunds } from '#features/payments/server/send-refunds.service.ts'
import { canMove, openReturnStatuses, type ReturnCommand, readReturnStatus } from '#features/returns/returns.rules.ts'
import {
  approveReturn,
  beginRefund,
  closeOverdueReturns,
  failRefund,
  keepItReturn,
  receiveReturn,
  refundReturn,
  rejectReturn,
  retryRefund,
  scanParcel,
} from '#features/returns/server/return-commands.service.ts'
import {
  returnComments,
  returnEvents,
  returnItems,
  returnReasons,
  returns,
} from '#features/returns/server/returns.tables.ts'
import { readCurrencyStyle } from '#features/settings/server/settings.service.ts'
import { refuse } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { printDue, printFacts, printMoney, printTable, printTime, quote, shorten } from './print.ts'
import { Misuse, takeLimit, takeNumber, takeText, type Words } from './words.ts'

type ReturnRow = typeof returns.$inferSelect
type ItemRow = typeof returnItems.$inferSelect
type Target = { returnId: string; itemIds?: string[] }

const commands: Record<
  string,
  { command: ReturnCommand; run: (shop: Shop, target: Target, words: Words) => Promise<unknown> }
> = {
  approve: { command: 'approveReturn', run: approveReturn },
  keep: { command: 'keepItReturn', run: keepItReturn },
  reject: {
    command: 'rejectReturn',
    run: (shop, target, { rest }) =>
      rejectReturn(shop, { ...target, text: takeText(rest, 'why, the shopper will read it') }),
  },
  scan: { command: 'scanParcel', run: scanParcel },
  receive: { command: 'receiveReturn', run: receiveReturn },
  look: {
    command: 'receiveReturn',
    run: (shop, target) => receiveReturn(shop, { ...target, isLookedAt: true }),
  },
  begin: { command: 'beginRefund', run: beginRefund },
  refund: {
    command: 'refundReturn',
    run: async (shop, target) =>
      (await goesThroughProvider(shop, target)) ? sendRefunds(shop, target) : refundReturn(shop, target),
  },
  fail: {
    command: 'failRefund',
    run: (shop, target, { rest }) =>
      failRefund(shop, { ...target, text: takeText(rest, 'why, the shopper will read it') }),
  },
  retry: { command: 'retryRefund', run: retryRefund },
}

export function isReturnVerb(verb: string): boolean {
  return Object.hasOwn(commands, verb)
}

async function findReturn(shop: Shop, rest: string[]): Promise<{ returnRow: ReturnRow; items: ItemRow[] }> {
  const returnNo = takeNumber(rest, 'RT', 'return')
  const [returnRow] = await shop.db.select().from(returns).where(eq(returns.returnNo, returnNo))
  if (!returnRow) throw refuse('not_found', { message: `There is no return ${returnNo}.` })
  // In the order that the shopper sees, so that both speak of the same first item.
  const items = await shop.db
    .select(getTableColumns(returnItems))
    .from(returnItems)
    .innerJoin(orderLines, eq(orderLines.id, returnItems.orderLineId))
    .where(eq(returnItems.returnId, returnRow.id))
    .orderBy(asc(orderLines.position))
  return { returnRow, items }
}

export async function tellReturn(shop: Shop, rest: string[]): Promise<string> {
  const { returnRow, items } = await findReturn(shop, rest)
  const now = shop.clock.now()
  const next = Object.entries(commands)
    .filter(([, { command }]) => items.some((item) => canMove(command, item, now, returnRow.policy)))
    .map(([verb]) => verb)
  const status = readReturnStatus(items.map((item) => currentItemStatus(item, now)))
  return `${returnRow.returnNo} is ${returnStatusNames[status]}. ${next.length > 0 ? `Possible now: ${next.join(', ')}.` : 'Nothing more can be done with it.'}`
}

export async function runReturnCommand(shop: Shop, words: Words): Promise<string> {
  const { returnRow, items } = await findReturn(shop, words.rest)
  const itemIds = words.options.item?.map((word) => {
    const item = items[Number(word) - 1] ?? items.find(({ id }) => id === word)
    if (!item) throw new Misuse(`--item takes the number of a piece, 1 to ${items.length}.`)
    return item.id
  })
  // The clock may have closed it already; then the command is told so.
  await closeOverdueReturns(shop, { returnId: returnRow.id })
  await commands[words.verb]?.run(shop, { returnId: returnRow.id, ...(itemIds && { itemIds }) }, words)
  return tellReturn(shop, words.rest)
}

export async function listReturns(shop: Shop, { options }: Words): Promise<string> {
  const wanted = options.status ? readStatuses(options.status) : openReturnStatuses
  const rows = await shop.db
    .select({ returnRow: returns, email: orders.email, orderNo: orders.orderNo })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(inArray(returns.status, wanted))
    .orderBy(asc(returns.status), asc(returns.replyDueAt))
    .limit(takeLimit(options.limit))
  if (rows.length === 0) return 'No returns.'
  return printTable(
    ['Return', 'Status', 'Asked', 'Answer due', 'Shopper', 'Order', 'Says'],
    rows.map(({ returnRow, email, orderNo }) => [
      returnRow.returnNo,
      returnStatusNames[returnRow.status as ReturnStatus],
      printTime(returnRow.createdAt),
      returnRow.status === returnStatus.processing ? printDue(returnRow.replyDueAt, shop.clock.now()) : '',
      email,
      orderNo,
      shorten(returnRow.comment),
    ]),
  )
}

function readStatuses(text: string): number[] {
  const names = Object.entries(returnStatusNames)
  return text.split(',').map((word) => {
    const name = word.trim().toLowerCase()
    const known = names.find(([id, status]) => id === name || status.toLowerCase() === name)
    if (!known) throw new Misuse(`--status takes ${names.map(([id, status]) => `${id} (${status})`).join(', ')}.`)
    return Number(known[0])
  })
}

export async function showReturn(shop: Shop, rest: string[]): Promise<string> {
  const { db } = shop
  const { returnRow, items } = await findReturn(shop, rest)
  const [order] = await db.select().from(orders).where(eq(orders.id, returnRow.orderId))
  const { decimals } = await readCurrencyStyle(db, returnRow.currency)
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, returnRow.orderId))
  const reasons = new Map((await db.select().from(returnReasons)).map(({ id, reason }) => [id, reason]))
  const comments = await db
    .select()
    .from(returnComments)
    .where(eq(returnComments.returnId, returnRow.id))
    .orderBy(asc(returnComments.id))
  const events = await db
    .select()
    .from(returnEvents)
    .where(eq(returnEvents.returnId, returnRow.id))
    .orderBy(asc(returnEvents.id))
  const money = (amount: number) => printMoney(amount, returnRow.currency, decimals)
  const parts = [
    printFacts([
      ['Return', returnRow.returnNo],
      ['Status', returnStatusNames[returnRow.status as ReturnStatus]],
      ['Order', order?.orderNo],
      ['Shopper', order?.email],
      ['Asked', printTime(returnRow.createdAt)],
      [
        'Answer due',
        returnRow.status === returnStatus.processing ? printDue(returnRow.replyDueAt, shop.clock.now()) : '',
      ],
      ['Says', returnRow.comment],
      ['Refunded', returnRow.refundTotalAmount > 0 ? money(returnRow.refundTotalAmount) : ''],
    ]),
    printTable(
      ['Item', 'Piece', 'Reason', 'Status', 'Refund', 'Parcel', 'Send by'],
      items.map((item, index) => [
        index + 1,
        lines.find(({ id }) => id === item.orderLineId)?.name,
        [item.reasonId, item.childReasonId].flatMap((id) => (id ? (reasons.get(id) ?? []) : [])).join(' / '),
        returnStatusNames[currentItemStatus(item, shop.clock.now()) as ReturnStatus],
        money(item.refundAmount),
        item.trackingNumber ? `${item.deliveryCompany} ${item.trackingNumber}` : '',
        item.status === returnStatus.returning ? printTime(item.shipmentExpiredAt) : '',
      ]),
    ),
  ]
  if (comments.length > 0) parts.push(comments.map(({ at, body }) => `${printTime(at)}\n${quote(body)}`).join('\n'))
  parts.push(
    printTable(
      ['When', 'What', 'By', 'Then'],
      events.map((event) => [
        printTime(event.at),
        event.command,
        event.actor,
        returnStatusNames[event.toStatus as ReturnStatus],
      ]),
    ),
    await tellReturn(shop, rest),
  )
  return parts.join('\n\n')
}
