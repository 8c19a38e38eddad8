import { asc, eq, sql } from 'drizzle-orm'
import { lockOrder, type OrderRow } from '#features/orders/server/commands/move-order.service.ts'
import type { RefundMethod } from '#features/payments/payments.rules.ts'
import {
  canMove,
  type ReturnCommand,
  type ReturnPolicy,
  readReturnStatus,
  returnMoves,
} from '#features/returns/returns.rules.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import { publish } from '#server/live/live.ts'
import type { CommandContext } from '#server/shop.ts'
import { queueReturnMail, type SingleNews } from '../mails/return-mails.service.ts'
import { owns, type ReturnOwner } from '../queries/return-owner.ts'
import { returnComments, returnEvents, returnItems, returns } from '../returns.tables.ts'

export type ReturnRow = typeof returns.$inferSelect
export type ReturnItemRow = typeof returnItems.$inferSelect
export type ReturnActor = (typeof returnEvents.$inferInsert)['actor']
export type LockedReturn = { order: OrderRow; returnRow: ReturnRow; items: ReturnItemRow[] }

/**
 * Locks a return for the rest of the transaction. As everywhere, the order is locked first, so that requests, decisions
 * and refunds of one order run one after the other.
 */
export async function lockReturn(tx: Database, returnId: string, owner?: ReturnOwner): Promise<LockedReturn> {
  const [known] = await tx
    .select({ orderId: returns.orderId, customerId: returns.customerId })
    .from(returns)
    .where(eq(returns.id, returnId))
  // Another shopper's return is treated like an unknown return, so that its existence stays private.
  if (!known || (owner && !owns(owner, known))) throw refuse('not_found')
  const order = await lockOrder(tx, known.orderId)
  const [returnRow] = await tx.select().from(returns).where(eq(returns.id, returnId)).for('update')
  if (!returnRow) throw refuse('not_found')
  const items = await tx
    .select()
    .from(returnItems)
    .where(eq(returnItems.returnId, returnId))
    .orderBy(asc(returnItems.id))
    .for('update')
  return { order, returnRow, items }
}

export type ItemMove = {
  command: ReturnCommand
  now: Date
  policy: ReturnPolicy
  actor?: ReturnActor
  /** Name of the staff member who made the move, if any. */
  by?: string | undefined
  set?: Partial<typeof returnItems.$inferInsert>
  data?: Record<string, unknown>
  /** Text for the shopper. The table of moves defines which moves require a text. */
  text?: string
}

/**
 * Moves an item to another status. Only this function changes a status. The move is checked against the table of moves
 * on the locked row, and is recorded as an event.
 */
export async function moveItem(tx: Database, item: ReturnItemRow, move: ItemMove): Promise<ReturnItemRow> {
  const { to, by, needsText } = returnMoves[move.command]
  if (!canMove(move.command, item, move.now, move.policy)) throw refuse('return_moved_on')
  const text = move.text?.trim()
  if (needsText && !text) throw refuse('invalid_input', { errors: { text: ['Please enter a reason'] } })
  const [moved] = await tx
    .update(returnItems)
    .set({ ...move.set, status: to })
    .where(eq(returnItems.id, item.id))
    .returning()
  if (!moved) throw refuse('return_moved_on')
  const about = { returnId: item.returnId, returnItemId: item.id, customerId: item.customerId, at: move.now }
  await tx.insert(returnEvents).values({
    ...about,
    command: move.command,
    fromStatus: item.status,
    toStatus: to,
    actor: move.actor ?? by,
    data: { ...move.data, ...(text && { text }), ...(move.by && { by: move.by }) },
  })
  const author = (move.actor ?? by) === 'staff' ? 'staff' : 'system'
  if (text) await tx.insert(returnComments).values({ ...about, author, body: text })
  return moved
}

/**
 * Returns the refund method, which is the shopper's choice unless staff choose the original payment. The right of
 * withdrawal entitles shoppers to a refund by the original payment, so staff cannot choose credit.
 */
export function chooseWay({ creditBonusPercent }: ReturnRow, to: RefundMethod | undefined): RefundMethod {
  const isChosen = creditBonusPercent !== null
  if (to === 'credit' && !isChosen) throw refuse('credit_not_chosen')
  return to ?? (isChosen ? 'credit' : 'payment')
}

/** Updates the status and the refund total of a return from its items, and notifies open screens. */
export async function updateReturnFromItems(tx: Database, returnId: string): Promise<ReturnRow> {
  const items = await tx
    .select({ status: returnItems.status, refundedAmount: returnItems.refundedAmount })
    .from(returnItems)
    .where(eq(returnItems.returnId, returnId))
  const status = readReturnStatus(items.map((item) => item.status))
  const refunded = items.reduce((sum, item) => sum + item.refundedAmount, 0)
  const [updatedReturn] = await tx
    .update(returns)
    .set({ status, refundTotalAmount: sql`${refunded} + ${returns.refundShippingAmount}` })
    .where(eq(returns.id, returnId))
    .returning()
  if (!updatedReturn) throw refuse('not_found')
  await publish(tx, `return:${returnId}`, { status })
  return updatedReturn
}

/**
 * Returns the items of a command. If items are given, each of them must be able to make the move. Otherwise, returns
 * all items that can make the move.
 */
export function chooseItems(
  { items, returnRow }: LockedReturn,
  command: ReturnCommand,
  now: Date,
  itemIds?: string[],
): ReturnItemRow[] {
  if (itemIds && itemIds.length > 0) {
    const named = items.filter(({ id }) => itemIds.includes(id))
    if (named.length !== new Set(itemIds).size) throw refuse('not_found')
    if (!named.every((item) => canMove(command, item, now, returnRow.policy))) throw refuse('return_moved_on')
    return named
  }
  const movableItems = items.filter((item) => canMove(command, item, now, returnRow.policy))
  if (movableItems.length === 0) throw refuse('return_moved_on')
  return movableItems
}

type Run = {
  returnId: string
  itemIds?: string[] | undefined
  command: ReturnCommand
  /** The owner of the return, if a shopper runs the command. */
  owner?: ReturnOwner
  text?: string | undefined
  /** Throws if the command is not allowed for a reason that is independent of single items. */
  check?: (locked: LockedReturn) => void
  describe?: (item: ReturnItemRow, now: Date, returnRow: ReturnRow) => Pick<ItemMove, 'set' | 'data'>
  /** Further writes in the same transaction, after each item has moved. */
  afterMove?: (tx: Database, locked: LockedReturn, moved: ReturnItemRow[], now: Date) => Promise<void>
  news?: (moved: ReturnItemRow[], returnRow: ReturnRow, tx: Database) => SingleNews | Promise<SingleNews>
  /** Receives the news instead of a mail, so that the caller can write one mail for several commands. */
  tell?: ((news: SingleNews) => unknown) | undefined
}

/**
 * Runs one command in one transaction. The transaction locks the return, checks the command, moves the items and queues
 * the mail.
 */
export async function runCommand(shop: CommandContext, run: Run): Promise<ReturnRow> {
  return shop.db.transaction(async (tx) => {
    const now = shop.clock.now()
    const locked = await lockReturn(tx, run.returnId, run.owner)
    const { order, returnRow } = locked
    run.check?.(locked)
    const moved: ReturnItemRow[] = []
    for (const item of chooseItems(locked, run.command, now, run.itemIds)) {
      const described = run.describe?.(item, now, returnRow) ?? {}
      const move = {
        command: run.command,
        by: shop.by,
        now,
        policy: returnRow.policy,
        ...described,
        ...(run.text !== undefined && { text: run.text }),
      }
      moved.push(await moveItem(tx, item, move))
    }
    await run.afterMove?.(tx, locked, moved, now)
    const updatedReturn = await updateReturnFromItems(tx, returnRow.id)
    const news = await run.news?.(moved, updatedReturn, tx)
    if (news && run.tell) run.tell(news)
    else if (news) await queueReturnMail(shop, tx, { order, returnRow: updatedReturn, news })
    return updatedReturn
  })
}
