import { and, eq } from 'drizzle-orm'
import type { StaffFile, StaffParsed } from '#contract/staff-call.ts'
import { readPrivateImage } from '#features/images/server/images.service.ts'
import { shareDiscount } from '#features/orders/discount-shares.rules.ts'
import { type Allows, findPostageLeft } from '#features/payments/server/part-refunds.service.ts'
import { startRefund } from '#features/payments/server/refunds.service.ts'
import { refuse, refuseFields } from '#server/refuse.ts'
import type { CommandContext, Shop } from '#server/shop.ts'
import { canMove } from '../returns.rules.ts'
import type * as calls from '../returns.staff.contract.ts'
import { isPaidOut } from '../returns.staff.rules.ts'
import { chooseItems, type LockedReturn, lockReturn, type ReturnItemRow, syncReturn } from './move-return.service.ts'
import { approveReturn, beginRefund, keepItReturn, rejectReturn } from './return-commands.service.ts'
import { findReturn } from './returns.staff.service.ts'
import { returnComments, returnImages, returnItems } from './returns.tables.ts'

type Decisions = StaffParsed<typeof calls.decideReturn>['items']

/** Every item gets its own decision, and all are taken or none. */
export async function decideReturn(
  shop: CommandContext,
  { returnId, items, allows }: { returnId: string; items: Decisions; allows: Allows },
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const inside = { ...shop, db: tx }
    const locked = await lockReturn(tx, returnId)
    if (new Set(items.map(({ id }) => id)).size !== items.length) {
      throw refuseFields({ items: ['Each item can be named once'] })
    }
    const idsOf = (decision: Decisions[number]['decision']) =>
      items.filter((item) => item.decision === decision).map(({ id }) => id)
    const approved = idsOf('approve')
    const kept = idsOf('keep')
    if (approved.length > 0) await approveReturn(inside, { returnId, itemIds: approved })
    if (kept.length > 0) {
      const sum = locked.items.filter(({ id }) => kept.includes(id)).reduce((all, item) => all + item.refundAmount, 0)
      await allows(sum, locked.returnRow.currency)
      await keepItReturn(inside, { returnId, itemIds: kept })
    }
    // One mail for each text: the shopper reads why about just these items.
    const rejected = items.filter(({ decision }) => decision === 'reject')
    for (const [text = '', same] of Map.groupBy(rejected, (item) => item.text)) {
      await rejectReturn(inside, { returnId, itemIds: same.map(({ id }) => id), text })
    }
  })
}

type Payout = {
  returnId: string
  itemIds?: string[] | undefined
  hasPostage: boolean
  deduction?: { amount: number; reason: string } | undefined
  allows: Allows
}

/** 3 → 4 with what is kept back, and the postage if wanted: for the first items that go, or later by itself. */
export async function payOut(shop: CommandContext, payout: Payout): Promise<void> {
  const { returnId, hasPostage, deduction, allows } = payout
  await shop.db.transaction(async (tx) => {
    const inside = { ...shop, db: tx }
    const now = shop.clock.now()
    const locked = await lockReturn(tx, returnId)
    const { order, returnRow } = locked
    const items = chooseReceived(locked, now, payout)
    const left = items.length > 0 && deduction ? await keepBack(inside, items, deduction) : items
    if (deduction && items.length === 0) throw refuse('return_moved_on')
    const postage = hasPostage ? await findPostageLeft(tx, order) : 0
    if (hasPostage && postage <= 0) throw refuse('nothing_to_refund', { message: 'No postage is left to pay back.' })
    await allows(left.reduce((sum, { refundAmount }) => sum + refundAmount, 0) + postage, order.currency)
    if (items.length > 0) await beginRefund(inside, { returnId, itemIds: items.map(({ id }) => id) })
    if (postage > 0) {
      const { customerId, orderId, currency } = returnRow
      const about = { kind: 'shipping' as const, orderId, customerId, returnId, amount: postage, currency }
      await startRefund(tx, shop.clock, about)
    }
    await syncReturn(tx, returnId)
  })
}

/** Postage alone needs no item that still waits, but one whose money goes or went back. */
function chooseReceived(locked: LockedReturn, now: Date, { itemIds, hasPostage }: Payout): ReturnItemRow[] {
  const { items, returnRow } = locked
  const isNoneWaiting = items.every((item) => !canMove('beginRefund', item, now, returnRow.policy))
  if (hasPostage && itemIds === undefined && isNoneWaiting && items.some((item) => isPaidOut(item, now))) return []
  return chooseItems(locked, 'beginRefund', now, itemIds)
}

/** Spread over the items by what each would bring, to the last cent; the shopper is told why. */
async function keepBack(
  { db, clock }: CommandContext,
  items: ReturnItemRow[],
  { amount, reason }: { amount: number; reason: string },
): Promise<ReturnItemRow[]> {
  const all = items.reduce((sum, { refundAmount }) => sum + refundAmount, 0)
  if (amount > all) throw refuseFields({ 'deduction.amount': [`No more than ${all} can be kept back`] })
  const amounts = items.map(({ refundAmount }) => refundAmount)
  const shares = shareDiscount(amount, amounts)
  const changed: ReturnItemRow[] = []
  for (const [index, item] of items.entries()) {
    const share = shares[index] ?? 0
    const set = { refundAmount: item.refundAmount - share, deductionAmount: share }
    await db.update(returnItems).set(set).where(eq(returnItems.id, item.id))
    changed.push({ ...item, ...set })
  }
  const [first] = items
  if (first) {
    const { returnId, customerId } = first
    await db.insert(returnComments).values({ returnId, customerId, author: 'staff', body: reason, at: clock.now() })
  }
  return changed
}

/** Something the shopper reads on the page of the return, about all of it or one item. */
export async function commentReturn(
  shop: CommandContext,
  { returnId, itemId, text }: { returnId: string; itemId?: string | undefined; text: string },
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const { returnRow, items } = await lockReturn(tx, returnId)
    if (itemId && !items.some(({ id }) => id === itemId)) throw refuseFields({ item_id: ['This is no item of it'] })
    await tx.insert(returnComments).values({
      returnId,
      returnItemId: itemId ?? null,
      customerId: returnRow.customerId,
      author: 'staff',
      body: text,
      at: shop.clock.now(),
    })
    await syncReturn(tx, returnId)
  })
}

/** The evidence of this return and no other: an id of somebody else's picture answers the same as none. */
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
