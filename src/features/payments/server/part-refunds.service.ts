import { and, eq, inArray, sql } from 'drizzle-orm'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { decimalsOf, payStepOf } from '#contract/money/currency-units.ts'
import { toPriceValue } from '#contract/money/money.ts'
import { sumCredited } from '#features/credit/server/credit.service.ts'
import { canRefundPart } from '#features/orders/orders.staff.rules.ts'
import { lockOrder, type OrderRow } from '#features/orders/server/commands/move-order.service.ts'
import { queuePartRefundMail } from '#features/orders/server/mails/order-mails.service.ts'
import { issuesDocuments } from '#features/orders/server/queries/document-links.service.ts'
import { listLines } from '#features/orders/server/queries/orders.staff.service.ts'
import { findHomeCurrency, readCurrencies } from '#features/settings/server/currencies.service.ts'
import { approveRequest, requestApproval } from '#features/staff/server/work/staff-requests.service.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { CommandContext, Shop } from '#server/shop.ts'
import { isCreditAlone, type RefundMethod } from '../payments.rules.ts'
import type { previewRefund } from '../payments.staff.contract.ts'
import type { Refund } from './payments.tables.ts'
import { refundLines, refunds } from './payments.tables.ts'
import { allocateFunds, checkRefundMethod, previewRefundMethods } from './refund-methods.service.ts'
import { quoteRefundTax } from './refund-taxes.service.ts'
import { addPartToLines, type RefundCheck, refundOrder, retryValues, settleRefund } from './refunds.service.ts'

type PartRefund = {
  /** Without an amount, the whole remaining amount of a line is refunded. */
  lines: { id: string; amount?: number | undefined }[]
  /** Whether the remaining shipping costs are refunded. */
  hasShipping: boolean
  reason: string
}

type PricedPart = { lines: { id: string; amount: number }[]; shippingAmount: number; amount: number }

/** Returns the amount of a partial refund. A line is never refunded beyond the amount paid. */
export async function pricePart(
  shop: Pick<Shop, 'db' | 'hooks'>,
  order: OrderRow,
  { lines: requestedLines, hasShipping }: Omit<PartRefund, 'reason'>,
): Promise<PricedPart> {
  const lines = await listLines(shop.db, order.id)
  const inReturn = await shop.hooks.staffOrderParts.linesInReturn(shop.db, order.id)
  const priced = requestedLines.map(({ id, amount }, index) => {
    const line = lines.find((one) => one.id === id)
    if (!line || requestedLines.findIndex((one) => one.id === id) !== index) {
      throw refuseFields({ [`lines.${index}.id`]: ['Every line must belong to this order and appear only once'] })
    }
    if (inReturn.includes(id)) throw refuse('line_in_return')
    const left = line.paidAmount - line.refundedAmount
    if (amount !== undefined && amount > left) {
      throw refuse('refund_too_large', { errors: { [`lines.${index}.amount`]: [`At most ${left} can be refunded`] } })
    }
    // In older orders, the remaining amount of a line may not be a multiple of the step. The check therefore applies
    // only to given amounts below the remaining amount.
    if (amount !== undefined && amount < left) refuseInvalidStep(`lines.${index}.amount`, amount, order.currency)
    return { id, amount: amount ?? left }
  })
  const shippingAmount = hasShipping ? await findRefundableShipping(shop.db, order) : 0
  const given = priced.filter(({ amount }) => amount > 0)
  const amount = given.reduce((sum, one) => sum + one.amount, 0) + shippingAmount
  return { lines: given, shippingAmount, amount }
}

/** Throws if an amount is not a multiple of the currency's step, since providers would refuse to refund it. */
export function refuseInvalidStep(field: string, amount: number, currency: string): void {
  const step = payStepOf(currency)
  if (amount % step !== 0) {
    throw refuseFields({
      [field]: [`Refunds in ${currency} must be multiples of ${toPriceValue(step, decimalsOf(currency))}`],
    })
  }
}

/** Computes the amounts of a refund in advance, with the same function that the refund uses. */
export async function previewPart(
  shop: Pick<Shop, 'db' | 'hooks'>,
  order: OrderRow,
  part: Omit<PartRefund, 'reason'> & { refundLimit: number | null },
): Promise<StaffOutput<typeof previewRefund>> {
  const { currency, totalAmount, refundedAmount } = order
  const money = (amount: number) => ({ amount, currency })
  const { lines, shippingAmount, amount } = await pricePart(shop, order, part)
  const inReturn = await shop.hooks.staffOrderParts.linesInReturn(shop.db, order.id)
  const known = await listLines(shop.db, order.id)
  return {
    left: known.map(({ id, paidAmount, refundedAmount: gone }) => ({
      line_id: id,
      amount: money(inReturn.includes(id) ? 0 : paidAmount - gone),
      is_in_return: inReturn.includes(id),
    })),
    shipping_left: money(await findRefundableShipping(shop.db, order)),
    lines: lines.map(({ id, amount: back }) => ({ line_id: id, amount: money(back) })),
    shipping: money(shippingAmount),
    amount: money(amount),
    tax: money(sumTax(await quoteRefundTax(shop.db, order.id, { lines, shippingAmount }))),
    has_credit_note: await issuesDocuments(shop.db),
    refunded_before: money(refundedAmount),
    left_after: money(totalAmount - refundedAmount - amount),
    ways: await previewRefundMethods(shop.db, order, [amount]),
    is_over_limit: await isOverLimit(shop.db, part.refundLimit, amount, currency),
  }
}

const sumTax = (rows: readonly { taxAmount: number }[]) => rows.reduce((sum, { taxAmount }) => sum + taxAmount, 0)

/** Returns the shipping costs that were paid and not refunded. */
export async function findRefundableShipping(db: Database, order: OrderRow): Promise<number> {
  const lines = await listLines(db, order.id)
  const paidForLines = lines.reduce((sum, { paidAmount }) => sum + paidAmount, 0)
  return order.totalAmount - paidForLines - (await sumShipping(db, order.id))
}

/** Sums the settled and pending refunds of shipping costs, including refunds of returns. */
async function sumShipping(db: Database, orderId: string): Promise<number> {
  const [sum] = await db
    .select({
      amount: sql<number>`coalesce(sum(case when ${refunds.kind} = 'shipping' then ${refunds.amount} else ${refunds.shippingAmount} end), 0)::float8`,
    })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), inArray(refunds.status, ['pending', 'succeeded'])))
  return sum?.amount ?? 0
}

/** Starts the refund of some lines or parts of lines and of shipping costs. The caller has locked the order. */
export async function refundPart(
  shop: CommandContext,
  {
    orderId,
    isCancelling = false,
    goesTo = 'payment',
    allows,
    ...part
  }: PartRefund & { orderId: string; isCancelling?: boolean; goesTo?: RefundMethod; allows?: RefundCheck },
): Promise<Refund | null> {
  return shop.db.transaction(async (tx) => {
    const inside = { ...shop, db: tx }
    const order = await lockOrder(tx, orderId)
    if (!canRefundPart(order)) throw refuse('order_moved_on')
    const { lines, shippingAmount, amount } = await pricePart(inside, order, part)
    // Free lines are canceled without a refund.
    if (amount <= 0 && isCancelling) return null
    if (amount <= 0) throw refuse('nothing_to_refund')
    await allows?.(amount, order.currency)
    const creditBonusPercent = await checkRefundMethod(tx, goesTo, order.customerId)
    const funds = await allocateFunds(tx, orderId, amount)
    const [refund] = await tx
      .insert(refunds)
      .values({
        id: newId(),
        kind: 'part',
        orderId,
        customerId: order.customerId,
        ...funds,
        goesTo,
        creditBonusPercent,
        currency: order.currency,
        amount,
        shippingAmount,
        reason: part.reason,
        startedBy: shop.by ?? null,
        status: 'pending',
        createdAt: shop.clock.now(),
      })
      .returning()
    if (!refund) throw new Error(`The refund of order ${orderId} was not written`)
    const { id: refundId } = refund
    if (lines.length > 0) {
      await tx
        .insert(refundLines)
        .values(lines.map((line) => ({ refundId, orderLineId: line.id, amount: line.amount })))
      await addPartToLines(tx, refundId, 1)
    }
    const isCredit = isCreditAlone(refund)
    if (isCredit) await settleRefund(tx, refundId, { status: 'succeeded', at: shop.clock.now() })
    // For canceled lines, one mail names both the cancellation and the refund.
    if (!isCancelling) {
      const mailData = { lineIds: lines.map(({ id }) => id), refundAmount: amount, reason: part.reason }
      const credited = isCredit ? await sumCredited(tx, [refundId]) : null
      await queuePartRefundMail(shop, tx, order, { refundId, ...mailData, credited })
    }
    return refund
  })
}

/** Refunds a canceled order. Registered as a hook. Throws if the amount exceeds the actor's limit. */
export async function refundCancelledOrder(
  shop: CommandContext,
  tx: Database,
  order: Parameters<typeof refundOrder>[2],
): Promise<number> {
  return refundOrder(shop, tx, order, { allows: createLimitCheck({ db: tx }, shop.refundLimit ?? null) })
}

/** Refunds the canceled lines of an order. Registered as a hook. */
export async function refundCancelledLines(
  shop: CommandContext,
  tx: Database,
  { order, lineIds, reason }: { order: { id: string }; lineIds: string[]; reason: string },
): Promise<number> {
  const refund = await refundPart(
    { ...shop, db: tx },
    {
      orderId: order.id,
      lines: lineIds.map((id) => ({ id })),
      hasShipping: false,
      reason,
      isCancelling: true,
      allows: createLimitCheck({ db: tx }, shop.refundLimit ?? null),
    },
  )
  return refund?.amount ?? 0
}

/**
 * Retries a failed refund that belongs to no returned item. The row stays the same, but the provider gets a new
 * request.
 */
export async function retryRefundOf(shop: CommandContext, refundId: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const [known] = await tx.select({ orderId: refunds.orderId }).from(refunds).where(eq(refunds.id, refundId))
    if (!known) throw refuse('not_found')
    await lockOrder(tx, known.orderId)
    const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('update')
    if (refund?.status !== 'failed') return
    // A second payment is always refunded in full to its own payment method.
    const funds = refund.kind === 'payment' ? {} : await allocateFunds(tx, known.orderId, refund.amount)
    if (refund.kind === 'part') await reserveAgain(tx, refund)
    const [retried] = await tx
      .update(refunds)
      .set({ ...retryValues, ...funds })
      .where(eq(refunds.id, refundId))
      .returning()
    if (!retried || !isCreditAlone(retried)) return
    const { returnId, returnItemId } = retried
    const succeededValues = { status: 'succeeded' as const }
    if (returnId)
      await shop.hooks.settleReturnedItem({ ...shop, db: tx }, { returnId, returnItemId, refundId }, succeededValues)
    else await settleRefund(tx, refundId, { ...succeededValues, at: shop.clock.now() })
  })
}

/** Throws if the lines were refunded in another way after the refund failed. */
async function reserveAgain(tx: Database, { id }: Refund): Promise<void> {
  const over = await tx.execute(sql`
    select 1 from refund_lines p join order_lines l on l.id = p.order_line_id
    where p.refund_id = ${id} and l.refunded_amount + p.amount > l.paid_amount limit 1`)
  if (over.rows.length > 0) throw refuse('refund_too_large')
  await addPartToLines(tx, id, 1)
}

/** Returns a function that checks the refund limit of a role. */
export function createLimitCheck({ db }: Pick<Shop, 'db'>, refundLimit: number | null): RefundCheck {
  return async (amount, currency) => {
    if (await isOverLimit(db, refundLimit, amount, currency)) throw refuse('over_refund_limit')
  }
}

/**
 * Returns whether an amount exceeds the limit. The limit is in the shop's own currency, so the amount is converted at
 * the current rate.
 */
async function isOverLimit(
  db: Database,
  refundLimit: number | null,
  amount: number,
  currency: string,
): Promise<boolean> {
  return refundLimit !== null && (await toHomeAmount(db, amount, currency)) > refundLimit
}

/** Converts an amount to the shop's own currency, in minor units. An unknown currency counts as exceeding any limit. */
export async function toHomeAmount(db: Database, amount: number, currency: string): Promise<number> {
  const known = await readCurrencies(db)
  const own = findHomeCurrency(known)
  const foreign = known.get(currency)
  if (!foreign) return Number.MAX_SAFE_INTEGER
  return (amount / 10 ** foreign.decimals / foreign.rate) * 10 ** own.decimals
}

type ApprovalRequest = { about: string; input: Record<string, unknown>; amount: number; currency: string }

/** Requests the approval of a refund that exceeds the limit of the role. */
export async function requestRefundApproval(
  shop: Shop,
  actor: StaffActor,
  { about, input, amount, currency }: ApprovalRequest,
) {
  if (amount <= 0) throw refuse('nothing_to_refund')
  const homeAmount = Math.ceil(await toHomeAmount(shop.db, amount, currency))
  return requestApproval(shop, actor, { kind: 'refund', about, input, amount: { amount, currency, homeAmount } })
}

type Approval = { about: string; requestId: string | undefined }

/**
 * Returns a function that checks the refund limit. To approve a request, the request must be open, made by another
 * person, and for this amount.
 */
export function createRefundCheck(
  shop: Pick<Shop, 'db' | 'clock'>,
  actor: Pick<StaffActor, 'id' | 'refundLimit'>,
  { about, requestId }: Approval,
): RefundCheck {
  const allows = createLimitCheck(shop, actor.refundLimit)
  if (requestId === undefined) return allows
  return async (amount, currency) => {
    const approved = await approveRequest(shop, actor, { kind: 'refund', about, id: requestId })
    if (!approved || approved.amount !== amount || approved.currency !== currency) throw refuse('request_over')
    await allows(amount, currency)
  }
}
