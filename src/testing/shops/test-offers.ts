import { and, eq } from 'drizzle-orm'
import { registerType } from '#features/coupons/coupon-widget.rules.ts'
import { couponType } from '#features/coupons/coupons.rules.ts'
import { giveCoupon } from '#features/coupons/server/bind.service.ts'
import { couponClaims, type coupons, type couponWidgets } from '#features/coupons/server/coupons.tables.ts'
import { saveCoupon, saveWidget } from '#features/coupons/server/save-coupons.service.ts'
import { currencies, currencyRates } from '#features/settings/server/settings.tables.ts'
import type { Database } from '#server/database/database.ts'
import type { Shop } from '#server/shop.ts'

const longAgo = new Date('2026-01-01T00:00:00Z')
let lastId = 0

/** Saves US dollars and euros, which a fresh test database lacks. */
export async function saveTestCurrencies(db: Database): Promise<void> {
  await db
    .insert(currencies)
    .values([
      { id: 1, code: 'USD', name: 'US dollar', symbolLeft: '$' },
      { id: 2, code: 'EUR', name: 'Euro', symbolRight: ' €' },
    ])
    .onConflictDoNothing()
  await db
    .insert(currencyRates)
    .values([
      { currency: 'USD', rate: 1, asOf: longAgo },
      { currency: 'EUR', rate: 0.5, asOf: longAgo },
    ])
    .onConflictDoNothing()
}

/** Saves a coupon, by default for 15 dollars. Returns its id. */
export async function saveTestCoupon(
  db: Database,
  changes: Partial<typeof coupons.$inferInsert> = {},
): Promise<number> {
  const id = ++lastId
  await saveCoupon(db, {
    id,
    code: `CODE${id}`,
    couponType: couponType.fixed,
    discountAmount: changes.couponType && changes.couponType !== couponType.fixed ? null : 1500,
    useConditionTxt: 'Orders over $89',
    jumpUrl: '/search?q=coat',
    startsAt: longAgo,
    ...changes,
  })
  return id
}

/** Saves a coupon like `saveTestCoupon` does, and claims the coupon for a shopper. Returns the claim's id. */
export async function claimTestCoupon(
  shop: Shop,
  holder: { id: string; email: string },
  changes: Partial<typeof coupons.$inferInsert> = {},
): Promise<string> {
  const couponId = await saveTestCoupon(shop.db, changes)
  await giveCoupon(shop, { customerId: holder.id, email: holder.email }, couponId)
  const [claim] = await shop.db
    .select({ id: couponClaims.id })
    .from(couponClaims)
    .where(and(eq(couponClaims.couponId, couponId), eq(couponClaims.customerId, holder.id)))
  return claim?.id ?? ''
}

export async function readClaim({ db }: Shop, claimId: string) {
  const [claim] = await db.select().from(couponClaims).where(eq(couponClaims.id, claimId))
  return claim
}

/** Saves a widget with these coupons, by default for all subscribers. Returns the widget and its link ids. */
export async function saveTestWidget(
  db: Database,
  couponIds: number[],
  changes: Partial<typeof couponWidgets.$inferInsert> = {},
): Promise<{ id: number; linkIds: number[] }> {
  const id = ++lastId
  const links = couponIds.map((couponId) => ({ id: ++lastId, couponId }))
  await saveWidget(db, {
    id,
    name: 'Yours to claim',
    registerType: registerType.subscribe,
    startsAt: longAgo,
    links,
    ...changes,
  })
  return { id, linkIds: links.map((link) => link.id) }
}
