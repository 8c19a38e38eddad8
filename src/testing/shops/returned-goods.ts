import { asc, eq } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { requestReturn } from '#features/returns/returns.contract.ts'
import { returnReasons } from '#features/returns/server/returns.tables.ts'
import type { Database } from '#server/database/database.ts'
import type { Shop } from '#server/shop.ts'
import { type Person, testShop } from '../test-shop.ts'
import { buyAndReceive, stockShop } from './stocked-shop.ts'

/** Ids of the test shop's return reasons, by meaning. */
export const reasons = { fit: 1, tooSmall: 11, fitOthers: 12, changedMind: 2, others: 3 } as const

export async function stockReasons(db: Database): Promise<void> {
  await db.insert(returnReasons).values([
    { id: 1, code: 'fit', reason: 'Size or fit', sort: 1 },
    { id: 2, code: 'changed_mind', reason: 'Changed my mind', sort: 2 },
    { id: 3, code: 'others', reason: 'Others', sort: 3 },
    { id: 11, parentId: 1, code: 'too_small', reason: 'Smaller than expected', sort: 1 },
    { id: 12, parentId: 1, code: 'fit_others', reason: 'Others', sort: 2 },
    { id: 13, parentId: 1, code: 'retired', reason: 'No longer offered', sort: 3, isActive: false },
  ])
}

/** Creates a test shop with products to buy and reasons to return them. */
export function shopWithReasons() {
  const shop = testShop()
  beforeAll(async () => {
    await stockShop(shop.shop.db, shop.clock.now())
    await stockReasons(shop.shop.db)
  })
  return shop
}

/** Returns a return request for these lines with the same reason for each. */
export function toRequest(
  { orderNo, lineIds }: { orderNo: string; lineIds: string[] },
  reasonIds: number[] = [reasons.fit, reasons.tooSmall],
) {
  return {
    order_no: orderNo,
    comment: 'The waist measures 3 cm less than the size guide says.',
    image_ids: [] as string[],
    order_product_ids: lineIds,
    after_sale_reason_ids: reasonIds,
    order_products: lineIds.map((subOrderId) => ({ subOrderId, reason_ids: reasonIds })),
  }
}

/** Creates a received order with its lines. */
export async function receive(shop: Shop, person: Pick<Person, 'id' | 'email'>, skuIds: number[], more = {}) {
  const { orderId, orderNo } = await buyAndReceive(shop, person, skuIds, more)
  const lines = await shop.db
    .select({ id: orderLines.id })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))
  return { orderId, orderNo, lineIds: lines.map(({ id }) => id) }
}

/** The refund method that the shopper chooses. */
type Choice = { refund_to?: 'payment' | 'credit' }

/** Requests a return of all lines of a new order, as its buyer. */
export async function requestReturnOf(shop: Shop, person: Person, skuIds: number[], more = {}, choice: Choice = {}) {
  const order = await receive(shop, person, skuIds, more)
  const { id } = await person.call(requestReturn, { ...toRequest(order), ...choice })
  return { ...order, returnId: id }
}
