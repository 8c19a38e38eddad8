import { and, eq, ne } from 'drizzle-orm'
import { shippingMethods } from '#features/markets/server/shipping-methods.tables.ts'
import { exampleShipping } from '#features/markets/shipping-methods.rules.ts'
import { getPaymentMode } from '#features/payments/server/providers/choose-provider.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import type { Shop } from '#server/shop.ts'

/** Reason why the shop takes no orders. */
export type OrderBlock = 'payment' | 'shipping' | 'seller'

async function hasRealShipping(db: Database): Promise<boolean> {
  const [found] = await db
    .select({ id: shippingMethods.id })
    .from(shippingMethods)
    .where(and(eq(shippingMethods.isActive, true), ne(shippingMethods.code, exampleShipping)))
    .limit(1)
  return found !== undefined
}

/** Lists the reasons why the shop takes no orders. The list is empty if the shop is open. */
export async function listOrderBlocks({ db, payments }: Pick<Shop, 'db' | 'payments'>): Promise<OrderBlock[]> {
  const blocks: OrderBlock[] = []
  if (getPaymentMode(payments) === 'closed') blocks.push('payment')
  if (!(await hasRealShipping(db))) blocks.push('shipping')
  if ((await readSetting(db, 'seller_name')).trim() === '') blocks.push('seller')
  return blocks
}
