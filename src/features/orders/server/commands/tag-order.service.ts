import { and, eq } from 'drizzle-orm'
import { maxOwnTags, maxTagWords } from '#features/orders/orders.staff.rules.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import type { CommandContext } from '#server/shop.ts'
import { orderEvents, orderTags } from '../orders.tables.ts'
import { collapseSpaces, isTagged } from '../queries/order-filters.staff.service.ts'
import { listTagWords } from '../queries/orders.staff.service.ts'
import { checkNotErased } from './erase-orders.service.ts'
import { lockOrder } from './move-order.service.ts'

type TagChange = { orderId: string; add?: string[] | undefined; remove?: string[] | undefined }

/** Adds and removes tags of an order in any status. Tags that the order already has, or does not have, change nothing. */
export async function tagOrder(shop: CommandContext, { orderId, add = [], remove = [] }: TagChange): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (add.length > 0) checkNotErased(order)
    const removed: string[] = []
    for (const tag of remove) removed.push(...(await removeTag(tx, orderId, tag)))
    const added: string[] = []
    for (const tag of add) added.push(...(await addTag(tx, orderId, tag)))
    if (added.length + removed.length === 0) return
    if ((await tx.$count(orderTags, eq(orderTags.orderId, orderId))) > maxOwnTags) {
      throw refuse('too_many_there', { message: `An order can have at most ${maxOwnTags} tags. Remove a tag first.` })
    }
    await tx.insert(orderEvents).values({
      orderId,
      customerId: order.customerId,
      command: 'tagOrder',
      fromStatus: order.statusId,
      toStatus: order.statusId,
      actor: 'staff',
      data: { added, removed, ...(shop.by && { by: shop.by }) },
      at: shop.clock.now(),
    })
  })
}

async function removeTag(tx: Database, orderId: string, tag: string): Promise<string[]> {
  const taken = await tx
    .delete(orderTags)
    .where(and(eq(orderTags.orderId, orderId), isTagged(tag)))
    .returning({ tag: orderTags.tag })
  return taken.map((row) => row.tag)
}

async function addTag(tx: Database, orderId: string, tag: string): Promise<string[]> {
  const given = await tx
    .insert(orderTags)
    .values({ orderId, tag: await findTagSpelling(tx, tag) })
    .onConflictDoNothing()
    .returning({ tag: orderTags.tag })
  return given.map((row) => row.tag)
}

/** Returns a tag in the spelling that the shop already uses. A new tag stays as it was typed. */
async function findTagSpelling(tx: Database, tag: string): Promise<string> {
  const [known] = await tx.select({ tag: orderTags.tag }).from(orderTags).where(isTagged(tag)).limit(1)
  if (known) return known.tag
  if ((await listTagWords(tx)).length >= maxTagWords) {
    throw refuse('too_many_there', {
      message: `The shop already uses ${maxTagWords} different tags. Choose an existing tag.`,
    })
  }
  return collapseSpaces(tag)
}
