import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { findUnprovedShare } from '#features/orders/stock.rules.ts'
import type { Database } from '#server/database/database.ts'
import { countedMessage, type Refused, refuse } from '#server/http/refuse.ts'
import { orderLines } from '../order-lines.tables.ts'
import { orders } from '../orders.tables.ts'

/** What is missing of a sku: it left the catalogue, there are too few, or too many wait for addresses nobody has proved. */
type Lack = { skuId: number; why: 'gone' | 'too_few' | 'too_loose'; left: number }

/**
 * Takes units off the shelf, all or none, in four statements however many skus they are. The rows are locked in the order of
 * ids, so that no two orders wait for each other; `unprovedPercent` is what unpaid orders of unproved addresses may hold of a sku.
 */
export async function takeStock(
  tx: Database,
  wanted: ReadonlyMap<number, number>,
  { unprovedPercent }: { unprovedPercent?: number | undefined } = {},
): Promise<Lack | null> {
  const skuIds = [...wanted.keys()]
  const rows = await tx
    .select({ id: skus.id, inventory: skus.inventory })
    .from(skus)
    .where(inArray(skus.id, skuIds))
    .orderBy(asc(skus.id))
    .for('no key update')
  const stock = new Map(rows.map(({ id, inventory }) => [id, inventory]))
  const loose = unprovedPercent === undefined ? null : await countLoose(tx, skuIds)
  for (const [skuId, amount] of wanted) {
    const inventory = stock.get(skuId)
    if (inventory === undefined) return { skuId, why: 'gone', left: 0 }
    if (inventory < amount) return { skuId, why: 'too_few', left: inventory }
    if (!loose || unprovedPercent === undefined) continue
    const held = loose.get(skuId) ?? 0
    if (held + amount > findUnprovedShare(inventory + held, unprovedPercent))
      return { skuId, why: 'too_loose', left: inventory }
  }
  await moveStock(tx, wanted, -1)
  return null
}

async function countLoose(tx: Database, skuIds: number[]): Promise<Map<number, number>> {
  const rows = await tx
    .select({ skuId: orderLines.skuId, amount: count() })
    .from(orderLines)
    .where(and(eq(orderLines.isLoose, true), inArray(orderLines.skuId, skuIds)))
    .groupBy(orderLines.skuId)
  return new Map(rows.flatMap(({ skuId, amount }) => (skuId === null ? [] : [[skuId, amount]])))
}

/** One statement for all skus; whoever calls it holds their rows. */
async function moveStock(tx: Database, amounts: ReadonlyMap<number, number>, sign: 1 | -1): Promise<void> {
  if (amounts.size === 0) return
  const moved = sql.join(
    [...amounts].map(([skuId, amount]) => sql`(${skuId}::int, ${sign * amount}::int)`),
    sql`, `,
  )
  await tx.execute(
    sql`update skus set inventory = inventory + moved.amount from (values ${moved}) as moved (id, amount) where skus.id = moved.id`,
  )
}

/** Gives back what the lines of an order hold, or only some of them, each line once. */
export async function releaseStock(tx: Database, orderId: string, lineIds?: string[]): Promise<void> {
  const held = await tx
    .update(orderLines)
    .set({ holdsStock: false, isLoose: false })
    .where(
      and(
        eq(orderLines.orderId, orderId),
        eq(orderLines.holdsStock, true),
        lineIds ? inArray(orderLines.id, lineIds) : undefined,
      ),
    )
    .returning({ skuId: orderLines.skuId })
  const amounts = countBySku(held)
  // In the order of the skus, so that two never wait for each other.
  await tx
    .select({ id: skus.id })
    .from(skus)
    .where(inArray(skus.id, [...amounts.keys()]))
    .orderBy(asc(skus.id))
    .for('no key update')
  await moveStock(tx, amounts, 1)
}

export function countBySku(lines: readonly { skuId: number | null }[]): Map<number, number> {
  const amounts = new Map<number, number>()
  for (const { skuId } of lines) if (skuId !== null) amounts.set(skuId, (amounts.get(skuId) ?? 0) + 1)
  return amounts
}

type Reholding = { unprovedPercent: number; until: Date }

/**
 * An unpaid order that let go of its stock takes it again before it is paid; one that holds it holds it on. Answers whether it
 * has all its lines now. With `rehold`, it is as bound as it was when it was placed, and lets go again at that moment.
 */
export async function holdStockAgain(
  tx: Database,
  order: { id: string; network: string | null; customerId: string | null },
  rehold?: Reholding,
): Promise<boolean> {
  const lines = await tx
    .select({ id: orderLines.id, skuId: orderLines.skuId })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, order.id), eq(orderLines.holdsStock, false)))
  if (lines.length === 0) return true
  if (lines.some(({ skuId }) => skuId === null)) return false
  const isLoose = rehold !== undefined && order.network !== null
  const lack = await takeStock(tx, countBySku(lines), { unprovedPercent: isLoose ? rehold.unprovedPercent : undefined })
  if (lack) return false
  await tx
    .update(orderLines)
    .set({ holdsStock: true, isLoose })
    .where(and(eq(orderLines.orderId, order.id), eq(orderLines.holdsStock, false)))
  if (rehold) await tx.update(orders).set({ stockHeldUntil: rehold.until }).where(eq(orders.id, order.id))
  return true
}

/** Paid, or looked at by staff: what it holds counts no longer among what strangers hold. */
export async function confirmStock(tx: Database, orderId: string): Promise<void> {
  await tx
    .update(orderLines)
    .set({ isLoose: false })
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.isLoose, true)))
}

/** What a shopper is told about it, with the name of the product. */
export function refuseLack({ why, left }: Lack, name: string | undefined): Refused {
  const errors = { lines: name ? [name] : [] }
  if (why === 'gone') return refuse('not_for_sale', { errors })
  if (why === 'too_loose') return refuse('held_for_others', { errors })
  return refuse('only_left', { errors, message: countedMessage('only_left', left) })
}
