import { and, asc, desc, eq, inArray, or } from 'drizzle-orm'
import { toPagination } from '#contract/calls/fields.ts'
import { toWirePrice } from '#contract/money/money.ts'
import { toWireTime } from '#contract/times/times.ts'
import { readCreditTerms } from '#features/credit/server/credit.service.ts'
import { currentItemStatus, findReturnBlock } from '#features/orders/line-returns.rules.ts'
import { returnStatusNames } from '#features/orders/return-status-names.rules.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { findLinkedOrder, readLinkToken } from '#features/orders/server/queries/order-links.service.ts'
import { findRefundableShipping } from '#features/payments/server/part-refunds.service.ts'
import { previewRefundMethods } from '#features/payments/server/refund-methods.service.ts'
import type { Return, ReturnQuote, ReturnReason } from '#features/returns/returns.contract.ts'
import {
  openReturnStatuses,
  readLineRefund,
  readReturnStatus,
  refundedPostage,
  returnPolicy,
} from '#features/returns/returns.rules.ts'
import {
  currencyStyle,
  readHomeCurrency,
  readPriceStyle,
  readReturnAddress,
} from '#features/settings/server/settings.service.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { cacheValue } from '#server/cache/cached-values.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import type { TopicGuard } from '#server/live/live-route.ts'
import type { Shop } from '#server/shop.ts'
import { closeOverdueReturns } from '../commands/return-commands.service.ts'
import { returnItems, returnReasons, returns } from '../returns.tables.ts'
import { isItemOf, isOrderOf, type ReturnOwner } from './return-owner.ts'
import {
  awaitsParcel,
  hasOverdue,
  type ReturnQuery,
  type ReturnRecord,
  readReturns,
  toReturn,
} from './return-rows.service.ts'

type Page = { page: number; limit: number; language: string }
/** Owner of a return, and the language in which the return is shown. */
export type Reader = { owner: ReturnOwner; language: string }

export async function listReturns(shop: Shop, customerId: string, { page, limit, language }: Page) {
  const { rows, total } = await readCurrent(shop, { customerId, page, limit })
  const returnAddress = await findReturnAddress(shop, rows)
  const data = rows.map((row) =>
    toReturn(row, { now: shop.clock.now(), language, returnAddress, maxItems: shop.bounds.listedLines }),
  )
  return { data, meta: { pagination: toPagination(page, limit, total) } }
}

export async function getReturn(shop: Shop, { owner, language }: Reader, returnId: string): Promise<Return> {
  const { rows } = await readCurrent(shop, { owner, returnId })
  const [row] = rows
  if (!row) throw refuse('not_found')
  return toReturn(row, { now: shop.clock.now(), language, returnAddress: await findReturnAddress(shop, rows) })
}

async function findReturnAddress(shop: Shop, rows: ReturnRecord[]): Promise<string> {
  return rows.some(awaitsParcel) ? readReturnAddress(shop.db) : ''
}

/** Reads returns. Overdue returns are closed first, independently of the timer. */
async function readCurrent(shop: Shop, query: ReturnQuery) {
  const read = await readReturns(shop.db, query)
  const overdue = read.rows.filter((row) => hasOverdue(row, shop.clock.now()))
  if (overdue.length === 0) return read
  for (const { id } of overdue) await closeOverdueReturns(shop, { returnId: id })
  return readReturns(shop.db, query)
}

/** Returns the tree of reasons: two levels, in the order of the settings. */
export const listReasons = cacheValue([returnReasons], async (db): Promise<ReturnReason[]> => {
  const rows = await db
    .select()
    .from(returnReasons)
    .where(eq(returnReasons.isActive, true))
    .orderBy(asc(returnReasons.sort), asc(returnReasons.id))
  const childrenOf = (parentId: number) =>
    rows
      .filter((row) => row.parentId === parentId)
      .map(({ id, reason, code }) => ({ id, reason, code, parent_id: parentId, children: [] }))
  return rows
    .filter((row) => row.parentId === null)
    .map(({ id, reason, code }) => ({ id, reason, code, parent_id: 0, children: childrenOf(id) }))
})

/**
 * Returns the refund for items of one order. Items that cannot be returned have a reason and are not part of the sum.
 */
export async function quoteReturn(shop: Shop, { owner, language }: Reader, lineIds: string[]): Promise<ReturnQuote> {
  const now = shop.clock.now()
  const uniqueLineIds = [...new Set(lineIds)]
  const lines = await shop.db
    .select({ line: orderLines, order: orders, style: currencyStyle })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(currencies, eq(currencies.code, orders.currency))
    .where(and(inArray(orderLines.id, uniqueLineIds), isOrderOf(owner)))
    .orderBy(asc(orderLines.position))
  const [first] = lines
  if (!first || lines.length !== uniqueLineIds.length) throw refuse('not_found')
  if (lines.some(({ order }) => order.id !== first.order.id)) throw refuse('not_found')
  const items = await shop.db.select().from(returnItems).where(inArray(returnItems.orderLineId, uniqueLineIds))
  const price = (amount: number) => toWirePrice(amount, { ...first.style, language })
  let total = 0
  const sums: number[] = []
  const products = lines.map(({ line, order }) => {
    const mine = items.filter(({ orderLineId }) => orderLineId === line.id)
    const returnStatuses = mine.map((item) => currentItemStatus(item, now))
    const block = findReturnBlock({ ...line, orderStatusId: order.statusId, returnStatuses }, now)
    const refund = block ? 0 : readLineRefund(line)
    total += refund
    if (refund > 0) sums.push(refund)
    return {
      order_product_id: line.id,
      price: price(line.priceAmount),
      discount: price(-line.discountAmount),
      refund: price(refund),
      can_after_sale: block === null,
      after_sale_block_reason: block,
    }
  })
  return {
    refund_total: price(total),
    refund_shipping_fee: price(refundedPostage),
    has_postage: (await findRefundableShipping(shop.db, first.order)) > 0,
    products,
    reply_hours: returnPolicy.replyHours,
    ship_days: returnPolicy.shipDays,
    payment_method: first.order.paymentMethod,
    as_credit: await quoteCredit(shop.db, first.order, sums, language),
  }
}

/** Returns the store credit for the same items. Returns null if the shop does not offer it. */
async function quoteCredit(
  db: Database,
  order: typeof orders.$inferSelect,
  sums: number[],
  language: string,
): Promise<ReturnQuote['as_credit']> {
  if (sums.length === 0 || !(await readCreditTerms(db)).isOffered) return null
  const { payment, credit } = await previewRefundMethods(db, order, sums)
  // Payments with store credit are always refunded as store credit, so the shopper has no choice.
  if (credit.problem || payment.amount.amount === 0) return null
  const style = await readPriceStyle(db, await readHomeCurrency(db), language)
  return {
    refund_total: toWirePrice(credit.amount.amount + credit.bonus.amount, style),
    bonus_percent: credit.bonus_percent,
  }
}

/** Returns the statuses of an order's open returns, without their numbers. The caller has checked the access. */
export async function readOpenReturns(db: Database, orderId: string, now: Date) {
  const items = await db
    .select({ item: returnItems, createdAt: returns.createdAt })
    .from(returnItems)
    .innerJoin(returns, eq(returns.id, returnItems.returnId))
    .where(eq(returns.orderId, orderId))
    .orderBy(desc(returns.createdAt), desc(returns.id))
  const byReturn = Map.groupBy(items, ({ item }) => item.returnId)
  return [...byReturn.values()].flatMap((items) => {
    const status = readReturnStatus(items.map(({ item }) => currentItemStatus(item, now)))
    const [first] = items
    if (!first || !openReturnStatuses.includes(status)) return []
    const date_added = toWireTime(first.createdAt)
    return { status, status_name: returnStatusNames[status], items: items.length, date_added }
  })
}

/** Allows the owner of a return to follow its changes while the return is open on the screen. */
export const readReturnState: TopicGuard = async ({ shop, actor, id, header }) => {
  const linked = await findLinkedOrder(shop, readLinkToken(header('cookie')))
  const owners: ReturnOwner[] = [
    ...(actor.customerId ? [{ customerId: actor.customerId }] : []),
    ...(linked ? [{ guestOrderId: linked.order.id }] : []),
  ]
  if (owners.length === 0) return null
  const items = await shop.db
    .select()
    .from(returnItems)
    .where(and(eq(returnItems.returnId, id), or(...owners.map(isItemOf))))
  if (items.length === 0) return null
  const now = shop.clock.now()
  return { status: readReturnStatus(items.map((item) => currentItemStatus(item, now))) }
}
