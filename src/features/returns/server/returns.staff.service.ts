import { asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { readCurrencyStyle } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database.ts'
import { refuse } from '#server/refuse.ts'
import type { ReturnItemRow, ReturnRow } from './move-return.service.ts'
import { returnComments, returnEvents, returnItems, returnReasons, returns } from './returns.tables.ts'

export type ReturnWithItems = { returnRow: ReturnRow; items: ReturnItemRow[] }

export async function findReturnByNo(db: Database, returnNo: string): Promise<ReturnWithItems> {
  const [returnRow] = await db.select().from(returns).where(eq(returns.returnNo, returnNo))
  if (!returnRow) throw refuse('not_found', { message: `There is no return ${returnNo}.` })
  // In the order that the shopper sees, so that both speak of the same first item.
  const items = await db
    .select(getTableColumns(returnItems))
    .from(returnItems)
    .innerJoin(orderLines, eq(orderLines.id, returnItems.orderLineId))
    .where(eq(returnItems.returnId, returnRow.id))
    .orderBy(asc(orderLines.position))
  return { returnRow, items }
}

/** Everybody's returns, the most urgent of each status first. */
export function listReturnsForStaff(db: Database, { statuses, limit }: { statuses: number[]; limit: number }) {
  return db
    .select({ returnRow: returns, email: orders.email, orderNo: orders.orderNo })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(inArray(returns.status, statuses))
    .orderBy(asc(returns.status), asc(returns.replyDueAt))
    .limit(limit)
}

export type ReturnSheet = Awaited<ReturnType<typeof readReturnSheet>>

/** Everything there is to know about a return. */
export async function readReturnSheet(db: Database, { returnRow, items }: ReturnWithItems) {
  const [order] = await db.select().from(orders).where(eq(orders.id, returnRow.orderId))
  const { decimals } = await readCurrencyStyle(db, returnRow.currency)
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, returnRow.orderId))
  const reasons = new Map((await db.select().from(returnReasons)).map(({ id, reason }) => [id, reason]))
  const comments = await db
    .select()
    .from(returnComments)
    .where(eq(returnComments.returnId, returnRow.id))
    .orderBy(asc(returnComments.id))
  const history = await db
    .select()
    .from(returnEvents)
    .where(eq(returnEvents.returnId, returnRow.id))
    .orderBy(asc(returnEvents.id))
  return {
    returnRow,
    order,
    decimals,
    items: items.map((item) => ({
      ...item,
      name: lines.find(({ id }) => id === item.orderLineId)?.name,
      reasons: [item.reasonId, item.childReasonId].flatMap((id) => (id ? (reasons.get(id) ?? []) : [])),
    })),
    comments,
    history,
  }
}
