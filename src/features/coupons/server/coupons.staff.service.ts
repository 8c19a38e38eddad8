import { asc, eq } from 'drizzle-orm'
import { currencies } from '#features/settings/server/settings.tables.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import type { Database } from '#server/database.ts'
import { refuse } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { giveCoupon } from './bind.service.ts'
import { coupons } from './coupons.tables.ts'

export function listCouponsForStaff(db: Database) {
  return db
    .select({ coupon: coupons, decimals: currencies.decimals })
    .from(coupons)
    .leftJoin(currencies, eq(currencies.code, coupons.currency))
    .orderBy(asc(coupons.id))
}

/** Gives a coupon to an address; without an account it waits there for one. */
export async function giveCouponByCode(shop: Shop, code: string, email: string): Promise<{ hasAccount: boolean }> {
  const [coupon] = await shop.db.select({ id: coupons.id }).from(coupons).where(eq(coupons.code, code))
  if (!coupon) throw refuse('not_found', { message: `There is no coupon ${code}.` })
  const [customer] = await shop.db.select({ id: customers.id }).from(customers).where(eq(customers.email, email))
  await giveCoupon(shop, { customerId: customer?.id ?? null, email }, coupon.id)
  return { hasAccount: customer !== undefined }
}
