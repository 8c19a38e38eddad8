import { isSafeLink } from '#contract/text/links.ts'
import { homeLink } from '#links/catalogue.links.ts'
import type { Database } from '#server/database/database.ts'
import { refuseFields } from '#server/http/refuse.ts'
import { couponLinks, coupons, couponWidgets } from './coupons.tables.ts'

export async function saveCoupon(db: Database, coupon: typeof coupons.$inferInsert & { id: number }): Promise<void> {
  refuseUnsafe('jump_url', coupon.jumpUrl)
  // Only claims change the claimed count. An edit of the coupon never changes the count.
  const { id, stockClaimed: _, ...rest } = coupon
  await db
    .insert(coupons)
    .values({ id, ...rest })
    .onConflictDoUpdate({ target: coupons.id, set: rest })
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
