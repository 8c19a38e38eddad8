import { and, eq } from 'drizzle-orm'
import type { StaffFile, StaffOutput, StaffParsed } from '#contract/calls/staff-call.ts'
import { payStepOf } from '#contract/money/currency-units.ts'
import { readPrivateImage } from '#features/images/server/images.service.ts'
import { shareDiscount } from '#features/orders/discount-shares.rules.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { isCreditAlone, type RefundMethod } from '#features/payments/payments.rules.ts'
import { findRefundableShipping, refuseInvalidStep } from '#features/payments/server/part-refunds.service.ts'
import { previewRefundMethods } from '#features/payments/server/refund-methods.service.ts'
import { type RefundCheck, startRefund } from '#features/payments/server/refunds.service.ts'
import type * as commands from '#features/returns/return-commands.staff.contract.ts'
import { canMove } from '#features/returns/returns.rules.ts'
import { isPaidOut } from '#features/returns/returns.staff.rules.ts'
import type { Database } from '#server/database/database.ts'
import { Refused, refuse, refuseFields } from '#server/http/refuse.ts'
import type { CommandContext, Shop } from '#server/shop.ts'
import { queueReturnMail, type SingleNews } from '../mails/return-mails.service.ts'
import { findReturn } from '../queries/returns.staff.service.ts'
import { returnComments, returnImages, returnItems } from '../returns.tables.ts'
import {
  chooseItems,
  chooseWay,
  type LockedReturn,
  lockReturn,
  type ReturnItemRow,
  updateReturnFromItems,
} from './move-return.service.ts'
import { approveReturn, beginRefund, keepItReturn, rejectReturn, settlePostage } from './return-commands.service.ts'

/** Refund method. The default is the shopper's choice. */
type RefundTarget = { refundTo?: RefundMethod | undefined }
type Decisions = StaffParsed<typeof commands.decideReturn>['items']

/** Decides about every item in one transaction, with one mail. If any decision fails, none is made. */
export async function decideReturn(
  shop: CommandContext,
  { returnId, items, refundTo, allows }: { returnId: string; items: Decisions; allows: RefundCheck } & RefundTarget,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const inside = { ...shop, db: tx }
    const locked = await lockReturn(tx, returnId)
    if (new Set(items.map(({ id }) => id)).size !== items.length) {
      throw refuseFields({ items: ['Each item can appear only once'] })
    }
    const idsOf = (decision: Decisions[number]['decision']) =>
      items.filter((item) => item.decision === decision).map(({ id }) => id)
    const approved = idsOf('approve')
    const kept = idsOf('keep')
    const news: SingleNews[] = []
    const tell = (one: SingleNews) => news.push(one)
    if (approved.length > 0) await approveReturn(inside, { returnId, itemIds: approved, tell })
    if (kept.length > 0) {
      const sum = locked.items.filter(({ id }) => kept.includes(id)).reduce((all, item) => all + item.refundAmount, 0)
      await allows(sum, locked.returnRow.currency)
      await keepItReturn(inside, { returnId, itemIds: kept, tell, refundTo })
    }
    // Each rejection text becomes a comment about the items that were rejected with this text.
    const rejected = items.filter(({ decision }) => decision === 'reject')
    for (const [text = '', same] of Map.groupBy(rejected, (item) => item.text)) {
      await rejectReturn(inside, { returnId, itemIds: same.map(({ id }) => id), text, tell })
    }
    for (const template of new Set(rejected.flatMap((item) => item.template ?? []))) {
      await shop.hooks.onTemplateUsed(tx, template)
    }
    const [first, ...more] = news
    const whole = first && more.length > 0 ? { kind: 'decided' as const, parts: news } : first
    if (whole) await queueReturnMail(shop, tx, { ...locked, news: whole })
  })
}

type RefundPlan = {
  returnId: string
  itemIds?: string[] | undefined
  hasPostage: boolean
  deduction?: { amount: number; reason: string } | undefined
  allows: RefundCheck
} & RefundTarget

/** Computes a refund: the items, the deduction from each item, and the shipping costs. */
async function planRefund(db: Database, locked: LockedReturn, now: Date, refundPlan: Omit<RefundPlan, 'allows'>) {
  const { hasPostage, deduction } = refundPlan
  const items = selectReceivedItems(locked, now, refundPlan)
  if (deduction && items.length === 0) throw refuse('return_moved_on')
  const amounts = items.map(({ refundAmount }) => refundAmount)
  const all = amounts.reduce((sum, amount) => sum + amount, 0)
  const kept = deduction?.amount ?? 0
  const { currency } = locked.order
  refuseInvalidStep('deduction.amount', kept, currency)
  if (kept > all) throw refuseFields({ 'deduction.amount': [`The deduction can be at most ${all}`] })
  const postage = hasPostage ? await findRefundableShipping(db, locked.order) : 0
  if (hasPostage && postage <= 0) throw refuse('nothing_to_refund', { message: 'There is no postage left to refund.' })
  const shares = shareDiscount(kept, amounts, payStepOf(currency))
  const total = all - shares.reduce((sum, share) => sum + share, 0) + postage
  return { items, shares, postage, total }
}

/**
 * Refunds items less a deduction (3 → 4), and the shipping costs if requested. The shipping costs are refunded with the
 * first items, or later in a separate refund.
 */
export async function refundReceived(shop: CommandContext, refundPlan: RefundPlan): Promise<void> {
  const { returnId, deduction, allows } = refundPlan
  await shop.db.transaction(async (tx) => {
    const inside = { ...shop, db: tx }
    const locked = await lockReturn(tx, returnId)
    const { order, returnRow } = locked
    const refundTo = chooseWay(returnRow, refundPlan.refundTo)
    const { items, shares, postage, total } = await planRefund(tx, locked, shop.clock.now(), refundPlan)
    await allows(total, order.currency)
    if (deduction) await deductAmount(inside, items, shares, deduction.reason)
    if (items.length > 0) await beginRefund(inside, { returnId, itemIds: items.map(({ id }) => id), refundTo })
    if (postage > 0) {
      const { customerId, orderId, currency } = returnRow
      const about = { kind: 'shipping' as const, orderId, customerId, returnId, amount: postage, currency }
      const way = { goesTo: refundTo, promisedBonus: returnRow.creditBonusPercent }
      const refund = await startRefund(tx, shop.clock, { ...about, ...way, startedBy: shop.by })
      if (isCreditAlone(refund)) await settlePostage(inside, { returnId, refundId: refund.id }, { status: 'succeeded' })
    }
    await updateReturnFromItems(tx, returnId)
  })
}

/** Computes the refund without making it. */
export async function previewPayout(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  { no, ...refundPlan }: Omit<RefundPlan, 'returnId'> & { no: string },
): Promise<StaffOutput<typeof commands.previewReturnRefund>> {
  const { returnRow, items: all } = await findReturn(db, no)
  const [order] = await db.select().from(orders).where(eq(orders.id, returnRow.orderId))
  if (!order) throw refuse('not_found')
  // Sorted in the order in which the command locks the items, so that both assign a remaining cent to the same item.
  const items = [...all].sort((a, b) => (a.id < b.id ? -1 : 1))
  const input = { ...refundPlan, returnId: returnRow.id }
  const plan = await planRefund(db, { order, returnRow, items }, clock.now(), input)
  const money = (amount: number) => ({ amount, currency: order.currency })
  return {
    items: plan.items.map(({ id, refundAmount }, index) => ({
      id,
      refund: money(refundAmount - (plan.shares[index] ?? 0)),
      deduction: money(plan.shares[index] ?? 0),
    })),
    postage: money(plan.postage),
    total: money(plan.total),
    ways: await previewRefundMethods(db, order, listSums(plan), returnRow.creditBonusPercent),
    is_over_limit: await isOverLimit(refundPlan.allows(plan.total, order.currency)),
  }
}

/**
 * Lists the amounts of the refunds: one amount for each item with a refund above 0, and one amount for the shipping
 * costs.
 */
function listSums({ items, shares, postage }: Awaited<ReturnType<typeof planRefund>>): number[] {
  return [...items.map(({ refundAmount }, index) => refundAmount - (shares[index] ?? 0)), postage].filter(
    (sum) => sum > 0,
  )
}

const isOverLimit = (allowed: Promise<void>): Promise<boolean> =>
  allowed.then(
    () => false,
    (error: unknown) => {
      if (error instanceof Refused && error.refusal.code === 'over_refund_limit') return true
      throw error
    },
  )

/**
 * Chooses the received items to refund. If only the shipping costs are refunded, no item has to wait for a refund, but
 * the refund of at least one item must have begun.
 */
function selectReceivedItems(
  locked: LockedReturn,
  now: Date,
  { itemIds, hasPostage }: Omit<RefundPlan, 'allows'>,
): ReturnItemRow[] {
  const { items, returnRow } = locked
  const isNoneWaiting = items.every((item) => !canMove('beginRefund', item, now, returnRow.policy))
  if (hasPostage && itemIds === undefined && isNoneWaiting && items.some((item) => isPaidOut(item, now))) return []
  return chooseItems(locked, 'beginRefund', now, itemIds)
}

/**
 * Deducts an amount from the items in proportion to their refunds, exact to the cent, and adds the reason as a comment
 * for the shopper.
 */
async function deductAmount(
  { db, clock }: CommandContext,
  items: ReturnItemRow[],
  shares: number[],
  reason: string,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    const share = shares[index] ?? 0
    const set = { refundAmount: item.refundAmount - share, deductionAmount: share }
    await db.update(returnItems).set(set).where(eq(returnItems.id, item.id))
  }
  const [first] = items
  if (!first) return
  const { returnId, customerId } = first
  await db.insert(returnComments).values({ returnId, customerId, author: 'staff', body: reason, at: clock.now() })
}

/** Adds a comment about the return or about one item. The shopper reads the comment on the page of the return. */
export async function commentReturn(
  shop: CommandContext,
  { returnId, itemId, text }: { returnId: string; itemId?: string | undefined; text: string },
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const { returnRow, items } = await lockReturn(tx, returnId)
    if (itemId && !items.some(({ id }) => id === itemId))
      throw refuseFields({ item_id: ['This item does not belong to the return'] })
    await tx.insert(returnComments).values({
      returnId,
      returnItemId: itemId ?? null,
      customerId: returnRow.customerId,
      author: 'staff',
      body: text,
      at: shop.clock.now(),
    })
    await updateReturnFromItems(tx, returnId)
  })
}

/** Returns a picture of this return. A picture of another return is treated like an unknown id. */
export async function readReturnImage(shop: Shop, { no, id }: { no: string; id: string }): Promise<StaffFile> {
  const { returnRow } = await findReturn(shop.db, no)
  const [shown] = await shop.db
    .select({ id: returnImages.imageId })
    .from(returnImages)
    .where(and(eq(returnImages.returnId, returnRow.id), eq(returnImages.imageId, id)))
  const image = shown ? await readPrivateImage(shop, shown.id) : null
  if (!image) throw refuse('not_found')
  return { type: image.mime, body: new Uint8Array(image.bytes) }
}
