import { and, eq, isNull } from 'drizzle-orm'
import { isSafeLink } from '#contract/text/links.ts'
import { readHomeCurrency } from '#features/settings/server/settings.service.ts'
import { homeLink } from '#links/catalogue.links.ts'
import type { Database } from '#server/database/database.ts'
import { refuseFields } from '#server/http/refuse.ts'
import { couponLinks, coupons, couponWidgets } from './coupons.tables.ts'

/** The amounts are in the shop's own currency, unless the coupon names another one. */
type CouponToSave = Omit<typeof coupons.$inferInsert, 'currency'> & { id: number; currency?: string | undefined }

export async function saveCoupon(db: Database, coupon: CouponToSave): Promise<void> {
  refuseUnsafe('jump_url', coupon.jumpUrl)
  // Only claims change the claimed count. An edit of the coupon never changes the count.
  const { id, stockClaimed: _, currency = await readHomeCurrency(db), ...terms } = coupon
  const rest = { ...terms, currency }
  await db
    .insert(coupons)
    .values({ id, ...rest })
    .onConflictDoUpdate({ target: coupons.id, set: rest })
}

/** Moves coupons without amounts to the shop's new currency. Coupons with amounts keep their currency. */
export async function movePercentCoupons(tx: Database, { from, to }: { from: string; to: string }): Promise<void> {
  const { currency, discountAmount, maximumAmount, minimumAmount } = coupons
  await tx
    .update(coupons)
    .set({ currency: to })
    .where(and(eq(currency, from), isNull(discountAmount), isNull(maximumAmount), eq(minimumAmount, 0)))
}

type WidgetToSave = typeof couponWidgets.$inferInsert & { id: number; links: { id: number; couponId: number }[] }

/** Saves a widget and the coupons that the widget offers, in the given order. */
export async function saveWidget(db: Database, { links, ...widget }: WidgetToSave): Promise<void> {
  refuseUnsafe('m_backgroud_image', widget.style?.m_backgroud_image)
  refuseUnsafe('user_group.path', widget.userGroupPath || homeLink)
  const { id: _, ...rest } = widget
  await db.transaction(async (tx) => {
    await tx.insert(couponWidgets).values(widget).onConflictDoUpdate({ target: couponWidgets.id, set: rest })
    for (const [sort, link] of links.entries()) {
      await tx
        .insert(couponLinks)
        .values({ ...link, widgetId: widget.id, sort })
        .onConflictDoUpdate({ target: couponLinks.id, set: { sort } })
    }
  })
}

function refuseUnsafe(field: string, link: unknown): void {
  if (link === undefined || link === null) return
  if (typeof link !== 'string' || !isSafeLink(link)) throw refuseFields({ [field]: ['This link leaves the shop'] })
}
