import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { findAdvert, findAdvertText, type Viewer } from '#features/adverts/server/adverts.service.ts'
import { findOrderCount } from '#features/orders/orders.rules.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { openReturnStatuses } from '#features/returns/returns.rules.ts'
import { returns } from '#features/returns/server/returns.tables.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import type { Visitor } from '#server/http.ts'
import { prepareOnce } from '#server/prepare-once.ts'
import type { Shop } from '#server/shop.ts'
import type { AccountSummary } from '../account.contract.ts'
import { findGuestThings } from './guest-offer.service.ts'

/** The account home. Guests get it too, with zeros, so that the page always renders. */
export async function getAccountSummary(
  shop: Shop,
  asker: Visitor,
  { viewer, hasToken }: { viewer: Viewer; hasToken: boolean },
): Promise<AccountSummary> {
  const [siteName, activityText, adData, counts, offered] = await Promise.all([
    readSetting(shop.db, 'site_name'),
    findAdvertText(shop, 'register'),
    findAdvert(shop, viewer, 'account'),
    asker.customerId ? countOrders(shop, asker.customerId) : null,
    asker.customerId ? findGuestThings(shop, asker) : null,
  ])
  return {
    email: asker.customerId ? asker.email : null,
    site_name: siteName,
    unpaid_order: counts?.unpaid_order ?? 0,
    proccessing_order: counts?.proccessing_order ?? 0,
    shipped_order: counts?.shipped_order ?? 0,
    received_order: counts?.received_order ?? 0,
    return_order: counts?.return_order ?? 0,
    adRegister: { activity_text: activityText },
    adData,
    session_expired: hasToken && asker.customerId === null,
    email_confirmed: asker.customerId ? asker.isProved : null,
    offered,
  }
}

const byStatus = prepareOnce((db) => {
  const customerId = sql.placeholder('customerId')
  const openReturns = db
    .select({ returns: count() })
    .from(returns)
    .where(and(eq(returns.customerId, customerId), inArray(returns.status, openReturnStatuses)))
  return db
    .select({ statusId: orders.statusId, orders: count(), returns: sql<number>`(${openReturns})`.mapWith(Number) })
    .from(orders)
    .where(eq(orders.customerId, customerId))
    .groupBy(orders.statusId)
    .prepare('orders_and_returns_counted')
})

async function countOrders({ db }: Shop, customerId: string) {
  const found = await byStatus(db).execute({ customerId })
  const counts = { unpaid_order: 0, proccessing_order: 0, shipped_order: 0, received_order: 0 }
  for (const row of found) {
    const name = findOrderCount(row.statusId)
    if (name) counts[name] += row.orders
  }
  // Without an order there is nothing to return.
  return { ...counts, return_order: found[0]?.returns ?? 0 }
}
