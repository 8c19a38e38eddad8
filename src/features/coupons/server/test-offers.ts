import { currencies, currencyRates } from '#features/settings/server/settings.tables.ts'
import type { Database } from '#server/database.ts'
import type { coupons, couponWidgets } from './coupons.tables.ts'
import { saveCoupon, saveWidget } from './save-coupons.service.ts'

const longAgo = new Date('2026-01-01T00:00:00Z')
let lastId = 0

/** Dollars and euros, which a fresh test database lacks. */
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

/** A coupon of fifteen dollars, unless said otherwise. Answers its id. */
export async function saveTestCoupon(
  db: Database,
  changes: Partial<typeof coupons.$inferInsert> = {},
): Promise<number> {
  const id = ++lastId
  await saveCoupon(db, {
    id,
    code: `CODE${id}`,
    couponType: 'F',
    discountAmount: changes.couponType && changes.couponType !== 'F' ? null : 1500,
    useConditionTxt: 'Orders over $89',
    jumpUrl: '/search?q=coat',
    startsAt: longAgo,
    ...changes,
  })
  return id
}

/** A widget for everybody that offers these coupons to subscribers, unless said otherwise. Answers it and its link ids. */
export async function saveTestWidget(
  db: Database,
  couponIds: number[],
  changes: Partial<typeof couponWidgets.$inferInsert> = {},
): Promise<{ id: number; linkIds: number[] }> {
  const id = ++lastId
  const links = couponIds.map((couponId) => ({ id: ++lastId, couponId }))
  await saveWidget(db, { id, name: 'Yours to claim', registerType: 1, startsAt: longAgo, links, ...changes })
  return { id, linkIds: links.map((link) => link.id) }
}
