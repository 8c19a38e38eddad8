import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { findUnverifiedShare } from '#features/orders/stock.rules.ts'
import type { Database } from '#server/database/database.ts'
import { countedMessage, type Refused, refuse } from '#server/http/refuse.ts'
import { orderLines } from '../order-lines.tables.ts'
import { orders } from '../orders.tables.ts'

/**
 * Reason why a SKU cannot be sold: it left the catalog, its stock is too low, or unverified holds have reached their
 * limit.
 */
type StockShortage = { skuId: number; why: 'gone' | 'too_few' | 'too_loose'; left: number }

/**
 * Takes stock for all SKUs or for none, in four statements. Rows are locked in order of their ids to prevent deadlocks.
 * `unverifiedPercent` limits the share of a SKU that unpaid orders of unverified addresses may hold.
 */
export async function deductStock(
  tx: Database,
  quantities: ReadonlyMap<number, number>,
  { unverifiedPercent }: { unverifiedPercent?: number | undefined } = {},
): Promise<StockShortage | null> {
  const skuIds = [...quantities.keys()]
  const rows = await tx
    .select({ id: skus.id, inventory: skus.inventory })
    .from(skus)
    .where(inArray(skus.id, skuIds))
    .orderBy(asc(skus.id))
    .for('no key update')
  const stock = new Map(rows.map(({ id, inventory }) => [id, inventory]))
  const unverifiedHolds = unverifiedPercent === undefined ? null : await countUnverifiedHolds(tx, skuIds)
  for (const [skuId, amount] of quantities) {
    const inventory = stock.get(skuId)
    if (inventory === undefined) return { skuId, why: 'gone', left: 0 }
    if (inventory < amount) return { skuId, why: 'too_few', left: inventory }
    if (!unverifiedHolds || unverifiedPercent === undefined) continue
    const held = unverifiedHolds.get(skuId) ?? 0
    if (held + amount > findUnverifiedShare(inventory + held, unverifiedPercent))
      return { skuId, why: 'too_loose', left: inventory }
  }
  await moveStock(tx, quantities, -1)
  return null
}

async function countUnverifiedHolds(tx: Database, skuIds: number[]): Promise<Map<number, number>> {
  const rows = await tx
    .select({ skuId: orderLines.skuId, amount: count() })
    .from(orderLines)
    .where(and(eq(orderLines.isUnverifiedHold, true), inArray(orderLines.skuId, skuIds)))
    .groupBy(orderLines.skuId)
  return new Map(rows.flatMap(({ skuId, amount }) => (skuId === null ? [] : [[skuId, amount]])))
}

/** Changes the stock of all SKUs in one statement. The caller has locked the rows. */
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

/** Gives back the stock of an order, or of some of its lines. Each line gives its stock back once. */
export async function releaseStock(tx: Database, orderId: string, lineIds?: string[]): Promise<void> {
  const held = await tx
    .update(orderLines)
    .set({ holdsStock: false, isUnverifiedHold: false })
    .where(
      and(
        eq(orderLines.orderId, orderId),
        eq(orderLines.holdsStock, true),
        lineIds ? inArray(orderLines.id, lineIds) : undefined,
      ),
    )
    .returning({ skuId: orderLines.skuId })
  const amounts = countBySku(held)
  // Rows are locked in order of their ids to prevent deadlocks.
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

type ReholdTerms = { unverifiedPercent: number; until: Date }

/**
 * Takes the stock again for an unpaid order that has released it. Returns whether the order now holds the stock of all
 * its lines. With `rehold`, the limits and the hold time of a new order apply.
 */
export async function rededuceStock(
  tx: Database,
  order: { id: string; network: string | null; customerId: string | null },
  rehold?: ReholdTerms,
): Promise<boolean> {
  const lines = await tx
    .select({ id: orderLines.id, skuId: orderLines.skuId })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, order.id), eq(orderLines.holdsStock, false)))
  if (lines.length === 0) return true
  if (lines.some(({ skuId }) => skuId === null)) return false
  const isUnverifiedHold = rehold !== undefined && order.network !== null
  const shortage = await deductStock(tx, countBySku(lines), {
    unverifiedPercent: isUnverifiedHold ? rehold.unverifiedPercent : undefined,
  })
  if (shortage) return false
  await tx
    .update(orderLines)
    .set({ holdsStock: true, isUnverifiedHold })
    .where(and(eq(orderLines.orderId, order.id), eq(orderLines.holdsStock, false)))
  if (rehold) await tx.update(orders).set({ stockHeldUntil: rehold.until }).where(eq(orders.id, order.id))
  return true
}

/**
 * Marks the stock of an order as confirmed once the order is paid or held by staff. The stock no longer counts as an
 * unverified hold.
 */
export async function confirmStock(tx: Database, orderId: string): Promise<void> {
  await tx
    .update(orderLines)
    .set({ isUnverifiedHold: false })
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.isUnverifiedHold, true)))
}

/** Returns the refusal for the shopper, with the name of the product. */
export function refuseShortage({ why, left }: StockShortage, name: string | undefined): Refused {
  const errors = { lines: name ? [name] : [] }
  if (why === 'gone') return refuse('not_for_sale', { errors })
  if (why === 'too_loose') return refuse('held_for_others', { errors })
  return refuse('only_left', { errors, message: countedMessage('only_left', left) })
}
