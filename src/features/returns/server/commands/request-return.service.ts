import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Parsed } from '#contract/calls/call.ts'
import { attachImages } from '#features/images/server/images.service.ts'
import {
  currentItemStatus,
  findReturnBlock,
  isOverdue,
  returnBlockMessages,
} from '#features/orders/line-returns.rules.ts'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { previewRefundMethods } from '#features/payments/server/refund-methods.service.ts'
import type { requestReturn as call, ReturnReason } from '#features/returns/returns.contract.ts'
import {
  addHours,
  creditNotOffered,
  findCommentProblem,
  isReasonChosen,
  openReturnStatuses,
  readLineRefund,
  reasonMissing,
  returnPolicy,
} from '#features/returns/returns.rules.ts'
import type { Database } from '#server/database/database.ts'
import { newId, newReturnNo } from '#server/database/ids.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import { publish } from '#server/live/live.ts'
import type { CommandContext } from '#server/shop.ts'
import { queueReturnMail } from '../mails/return-mails.service.ts'
import { isOrderOf, type ReturnOwner } from '../queries/return-owner.ts'
import { listReasons } from '../queries/returns.service.ts'
import { returnEvents, returnImages, returnItems, returns } from '../returns.tables.ts'
import { closeOverdue } from './return-commands.service.ts'

type Request = Parsed<typeof call>
type Line = typeof orderLines.$inferSelect
type Order = typeof orders.$inferSelect

type Requested = { id: string; isNew: boolean }

/**
 * Requests the return of lines. The rules are checked on locked rows. If staff request the return, `shop.by` is set and
 * the shopper gets a mail.
 */
export async function requestReturn(shop: CommandContext, owner: ReturnOwner, request: Request): Promise<Requested> {
  checkUnion(request)
  checkReasons(request, await listReasons(shop.db))
  return shop.db.transaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.orderNo, request.order_no), isOrderOf(owner)))
      .for('update')
    if (!order) throw refuse('not_found')
    const lines = await lockLines(tx, order.id, request)
    const existing = await findOpenReturn(shop, tx, lines)
    if (existing) return { id: existing, isNew: false }
    await checkLines(shop, tx, order, lines, request)
    const ids = request.image_ids
    await attachImages(tx, { ...owner, kind: 'return', ids, now: shop.clock.now() })
    const creditBonusPercent = await readChoice(tx, order, lines, request)
    const id = await writeReturn(shop, tx, { order, lines, request, creditBonusPercent })
    return { id, isNew: true }
  })
}

/** Checks that the lines with their reasons match the flat lists of the request. */
function checkUnion({ order_products, order_product_ids, after_sale_reason_ids }: Request): void {
  const lineIds = order_products.map(({ subOrderId }) => subOrderId)
  const reasonIds = order_products.flatMap(({ reason_ids }) => reason_ids)
  const message = 'This value must match order_products'
  if (new Set(lineIds).size !== lineIds.length) throw refuseFields({ order_products: ['List each item only once'] })
  if (!isSameSet(lineIds, order_product_ids)) throw refuseFields({ order_product_ids: [message] })
  if (!isSameSet(reasonIds, after_sale_reason_ids)) throw refuseFields({ after_sale_reason_ids: [message] })
}

function isSameSet<T>(some: T[], others: T[]): boolean {
  const a = new Set(some)
  const b = new Set(others)
  return a.size === b.size && [...a].every((one) => b.has(one))
}

function checkReasons({ order_products, comment }: Request, reasons: ReturnReason[]): void {
  const errors: Record<string, string[]> = {}
  for (const [index, { reason_ids }] of order_products.entries()) {
    if (!isReasonChosen(reason_ids, reasons)) errors[`order_products.${index}.reason_ids`] = [reasonMissing]
  }
  const all = reasons.flatMap((reason) => [reason, ...reason.children])
  const chosen = order_products.flatMap(({ reason_ids }) => all.filter(({ id }) => reason_ids.includes(id)))
  const problem = findCommentProblem(comment, chosen)
  if (problem) errors.comment = [problem]
  if (Object.keys(errors).length > 0) throw refuseFields(errors)
}

async function lockLines(tx: Database, orderId: string, { order_product_ids }: Request): Promise<Line[]> {
  const uniqueLineIds = [...new Set(order_product_ids)]
  const lines = await tx
    .select()
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orderId), inArray(orderLines.id, uniqueLineIds)))
    .orderBy(asc(orderLines.id))
    .for('update')
  if (lines.length !== uniqueLineIds.length) throw refuse('not_found')
  return lines
}

function readItems(tx: Database, lines: Line[]) {
  const ids = lines.map(({ id }) => id)
  return tx.select().from(returnItems).where(inArray(returnItems.orderLineId, ids))
}

/** Finds the open return with exactly these lines, so that a repeated request returns the same return. */
async function findOpenReturn(shop: CommandContext, tx: Database, lines: Line[]): Promise<string | null> {
  const now = shop.clock.now()
  for (const item of await readItems(tx, lines)) {
    // Closes overdue returns first, since a line can be in only one open return.
    if (isOverdue(item, now)) await closeOverdue(shop, tx, item.returnId)
  }
  const open = (await readItems(tx, lines)).filter(({ status }) => openReturnStatuses.some((one) => one === status))
  const [returnId, ...more] = [...new Set(open.map((item) => item.returnId))]
  if (!returnId || more.length > 0 || open.length !== lines.length) return null
  const all = await tx.select().from(returnItems).where(eq(returnItems.returnId, returnId))
  const openReturnId = all.filter(({ status }) => status !== returnStatus.cancelled && status !== returnStatus.closed)
  return openReturnId.length === lines.length ? returnId : null
}

async function checkLines(
  shop: CommandContext,
  tx: Database,
  order: Order,
  lines: Line[],
  request: Request,
): Promise<void> {
  const now = shop.clock.now()
  const items = await readItems(tx, lines)
  const errors: Record<string, string[]> = {}
  for (const line of lines) {
    const mine = items.filter(({ orderLineId }) => orderLineId === line.id)
    const returnStatuses = mine.map((item) => currentItemStatus(item, now))
    const block = findReturnBlock({ ...line, orderStatusId: order.statusId, returnStatuses }, now)
    if (!block) continue
    const index = request.order_products.findIndex(({ subOrderId }) => subOrderId === line.id)
    errors[`order_products.${index}`] = [returnBlockMessages[block]]
  }
  const message = Object.values(errors)[0]?.[0]
  if (message) throw refuse('line_not_returnable', { errors, message })
}

/** Returns the bonus percentage of the store credit that the shopper chose. Null means the original payment. */
async function readChoice(tx: Database, order: Order, lines: Line[], request: Request): Promise<number | null> {
  if (request.refund_to !== 'credit') return null
  const { credit } = await previewRefundMethods(tx, order, lines.map(readLineRefund))
  if (credit.problem) throw refuseFields({ refund_to: [creditNotOffered] })
  return credit.bonus_percent
}

type Written = {
  order: Order
  lines: Line[]
  request: Request
  creditBonusPercent: number | null
}

async function writeReturn(shop: CommandContext, tx: Database, written: Written): Promise<string> {
  const { order, lines, request, creditBonusPercent } = written
  const now = shop.clock.now()
  const { customerId } = order
  const id = newId()
  const [returnRow] = await tx
    .insert(returns)
    .values({
      id,
      returnNo: newReturnNo(),
      orderId: order.id,
      customerId,
      comment: request.comment.trim(),
      policy: returnPolicy,
      currency: order.currency,
      creditBonusPercent,
      replyDueAt: addHours(now, returnPolicy.replyHours),
      createdAt: now,
    })
    .returning()
  await tx.insert(returnItems).values(
    lines.map((line) => {
      const [reasonId = 0, childReasonId = null] =
        request.order_products.find(({ subOrderId }) => subOrderId === line.id)?.reason_ids ?? []
      return {
        id: newId(),
        returnId: id,
        customerId,
        orderId: order.id,
        orderLineId: line.id,
        reasonId,
        childReasonId,
        refundAmount: readLineRefund(line),
        refundTo: request.refund_to ?? 'payment',
        createdAt: now,
      }
    }),
  )
  const imageIds = [...new Set(request.image_ids)]
  if (imageIds.length > 0) {
    const shown = imageIds.map((imageId, index) => ({ returnId: id, imageId, customerId, position: index + 1 }))
    await tx.insert(returnImages).values(shown)
  }
  const event = {
    returnId: id,
    customerId,
    command: 'requestReturn',
    fromStatus: null,
    toStatus: returnStatus.processing,
  }
  const { by } = shop
  const data = { lines: lines.length, ...(by && { by }) }
  await tx.insert(returnEvents).values({ ...event, actor: by ? 'staff' : 'shopper', data, at: now })
  await publish(tx, `return:${id}`, { status: returnStatus.processing })
  if (by && returnRow) {
    await queueReturnMail(shop, tx, {
      order,
      returnRow,
      news: { kind: 'started', lineIds: lines.map((line) => line.id) },
    })
  }
  return id
}
