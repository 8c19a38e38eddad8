import { asc, eq, inArray } from 'drizzle-orm'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { moveStock } from '#features/catalogue/server/skus/move-stock.service.ts'
import { countBySku } from '#features/orders/server/commands/stock.service.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { type Condition, planRestock } from '#features/returns/restock.staff.rules.ts'
import type { Database } from '#server/database/database.ts'
import { refuseFields } from '#server/http/refuse.ts'
import type { CommandContext } from '#server/shop.ts'
import { returnItems } from '../returns.tables.ts'
import type { ReturnItemRow, ReturnRow } from './move-return.service.ts'

/** Input of staff about one received item. */
export type Arrived = {
  id: string
  condition: Condition
  note?: string | undefined
  restock?: boolean | undefined
  /** Reason why the item does not go back into stock. */
  reason?: string | undefined
}

type Received = { returnRow: ReturnRow; items: ReturnItemRow[]; arrived: Arrived[]; now: Date }

/**
 * Puts received items back into stock, or stores the reason why an item does not go back. Runs in the transaction of
 * the receipt on locked rows, so that an item that is received twice is counted once.
 */
export async function restockReceived(
  { clock, by }: CommandContext,
  tx: Database,
  { returnRow, items, arrived, now }: Received,
): Promise<void> {
  const skuOf = await findSkus(tx, items)
  const back: { skuId: number | null }[] = []
  for (const item of items) {
    const at = arrived.findIndex(({ id }) => id === item.id)
    const answer = arrived[at]
    if (!answer) continue
    const skuId = skuOf.get(item.orderLineId) ?? null
    const { condition, restock, reason = '' } = answer
    const plan = planRestock({ condition, restock, reason, isGone: skuId === null })
    if ('problem' in plan) throw refuseFields({ [`items.${at}.${plan.field}`]: [plan.problem] })
    const set = plan.isRestocked ? { restockedAt: now } : { notRestockedReason: plan.reason }
    await tx.update(returnItems).set(set).where(eq(returnItems.id, item.id))
    if (plan.isRestocked) back.push({ skuId })
  }
  await moveReturnedStock(tx, { clock, by }, countBySku(back), `Return ${returnRow.returnNo}`)
}

/** Takes items out of stock again that went back into stock at the receipt and were rejected afterwards. */
export async function removeRejectedFromStock(
  { clock, by }: CommandContext,
  tx: Database,
  { returnRow, items }: Pick<Received, 'returnRow' | 'items'>,
): Promise<void> {
  const restocked = items.filter(({ restockedAt }) => restockedAt !== null)
  if (restocked.length === 0) return
  const skuOf = await findSkus(tx, restocked)
  const ids = restocked.map(({ id }) => id)
  const set = { restockedAt: null, notRestockedReason: 'Rejected' }
  await tx.update(returnItems).set(set).where(inArray(returnItems.id, ids))
  const amounts = countBySku(restocked.map(({ orderLineId }) => ({ skuId: skuOf.get(orderLineId) ?? null })))
  const removedAmounts = new Map([...amounts].map(([skuId, amount]) => [skuId, -amount]))
  await moveReturnedStock(tx, { clock, by }, removedAmounts, `Return ${returnRow.returnNo}, rejected`)
}

async function findSkus(tx: Database, items: ReturnItemRow[]): Promise<Map<string, number | null>> {
  if (items.length === 0) return new Map()
  const lineIds = items.map(({ orderLineId }) => orderLineId)
  const rows = await tx
    .select({ id: orderLines.id, skuId: orderLines.skuId })
    .from(orderLines)
    .where(inArray(orderLines.id, lineIds))
  return new Map(rows.map(({ id, skuId }) => [id, skuId]))
}

type StockContext = Pick<CommandContext, 'clock' | 'by'>

async function moveReturnedStock(
  tx: Database,
  { clock, by }: StockContext,
  amounts: Map<number, number>,
  note: string,
): Promise<void> {
  if (amounts.size === 0) return
  const rows = await tx
    .select({ id: skus.id, sku: skus.sku })
    .from(skus)
    .where(inArray(skus.id, [...amounts.keys()]))
    .orderBy(asc(skus.id))
  const moves = rows.map(({ id, sku }) => ({ sku, by: amounts.get(id) ?? 0 }))
  await moveStock({ db: tx, clock }, moves, { name: by ?? 'Harbor', note, reason: 'returned' })
}
