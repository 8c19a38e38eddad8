import { asc, eq, inArray } from 'drizzle-orm'
import type { StaffParsed } from '#contract/calls/staff-call.ts'
import { toPriceValue } from '#contract/money/money.ts'
import type { exportReturnList } from '#features/imports/exports.staff.contract.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import type { ReturnHead } from '#features/returns/returns.staff.contract.ts'
import { toReturnStatusWord } from '#features/returns/returns.staff.rules.ts'
import { formatReasons, readReasons } from '#features/returns/server/queries/return-heads.staff.service.ts'
import { listReturns } from '#features/returns/server/queries/returns.staff.service.ts'
import { returnItems } from '#features/returns/server/returns.tables.ts'
import { readCurrencyStyles } from '#features/settings/server/settings.service.ts'
import type { Shop } from '#server/shop.ts'
import { streamText, writeCsvLines, writeCsvPieces } from '../files/write-csv.ts'
import { maxListed } from './export-order-list.service.ts'

type ParsedInput = StaffParsed<typeof exportReturnList>

const pageSize = 200

const columns = [
  ...['return_no', 'order_no', 'email', 'name', 'status', 'asked_at', 'reply_due_at', 'assigned_to', 'comment'],
  ...['currency', 'asked', 'refunded', 'item_sku', 'item_name', 'item_options', 'item_status', 'item_reason'],
  ...['item_refund', 'item_refunded', 'item_condition', 'carrier', 'tracking_number', 'received_at'],
]

/** Streams the returns of a filtered and sorted list, one line per item, at the speed at which the client reads. */
export function streamReturnList(shop: Shop, input: ParsedInput, actorId: string): ReadableStream<Uint8Array> {
  async function* write(): AsyncGenerator<string> {
    yield writeCsvLines([columns])
    let after: string | null = null
    for (let told = 0; told < maxListed; told += pageSize) {
      const { data, next } = await listReturns(shop, { ...input, limit: pageSize, ...(after && { after }) }, actorId)
      if (data.length > 0) yield* writeCsvPieces(await toLines(shop, data))
      if (!next) return
      after = next
    }
  }
  return streamText(write())
}

async function toLines({ db }: Pick<Shop, 'db'>, heads: ReturnHead[]): Promise<unknown[][]> {
  const ids = heads.map(({ id }) => id)
  const styles = await readCurrencyStyles(db)
  const reasons = await readReasons(db)
  const items = await db
    .select({ item: returnItems, line: orderLines })
    .from(returnItems)
    .innerJoin(orderLines, eq(orderLines.id, returnItems.orderLineId))
    .where(inArray(returnItems.returnId, ids))
    .orderBy(asc(orderLines.position))
  const itemsOf = Map.groupBy(items, ({ item }) => item.returnId)
  return heads.flatMap((head) => {
    const { currency } = head.asked
    const value = (amount: number) => toPriceValue(amount, styles.get(currency)?.decimals ?? 2)
    const whole = {
      ...{ order_no: head.order.number, email: head.customer.email, name: head.customer.name, status: head.status },
      ...{ asked_at: head.created_at, reply_due_at: head.reply_due_at, assigned_to: head.assignee?.name },
      ...{ comment: head.comment, currency, asked: value(head.asked.amount), refunded: value(head.refunded.amount) },
    }
    return (itemsOf.get(head.id) ?? []).map(({ item, line }, at) => {
      const told: Record<string, unknown> = {
        return_no: head.number,
        ...(at === 0 && whole),
        item_sku: line.skuName,
        item_name: line.name,
        item_options: line.options.map(({ valueName }) => valueName).join(' / '),
        item_status: toReturnStatusWord(item.status),
        item_reason: formatReasons(item, reasons).join(': '),
        item_refund: value(item.refundAmount),
        item_refunded: value(item.refundedAmount),
        item_condition: item.condition,
        carrier: item.deliveryCompany,
        tracking_number: item.trackingNumber,
        received_at: item.receivedAt?.toISOString(),
      }
      return columns.map((name) => told[name] ?? '')
    })
  })
}
