import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { findAdvert, findAdvertText, type Viewer } from '#features/adverts/server/adverts.service.ts'
import { findOrderCount } from '#features/orders/orders.rules.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { openReturnStatuses } from '#features/returns/returns.rules.ts'
import { returns } from '#features/returns/server/returns.tables.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import type { Visitor } from '#server/http.ts'
import { prepareOnce } from '#server/prepare-once.ts'
import type { Shop } from '#server/shop.ts'
import type { AccountSummary } from '../account.contract.ts'
import { countGuestThings, offerGuestThings } from './guest-offer.service.ts'

type Customer = Extract<Visitor, { customerId: string }>

/** The account home. Guests get it too, with zeros, so that the page always renders. */
export async function getAccountSummary(
  shop: Shop,
  asker: Visitor,
  { viewer, hasToken }: { viewer: Viewer; hasToken: boolean },
): Promise<AccountSummary> {
  const [siteName, activityText, adData, counts] = await Promise.all([
    readSetting(shop.db, 'site_name'),
    findAdvertText(shop, 'register'),
    findAdvert(shop, viewer, 'account'),
    asker.customerId ? readCounts(shop, asker) : null,
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
    offered: counts?.offered ?? null,
  }
}

const ofCustomer = prepareOnce((db) => {
  const openReturns = db
    .select({ returns: count() })
    .from(returns)
    .where(and(eq(returns.customerId, customers.id), inArray(returns.status, openReturnStatuses)))
  const byStatus = db
    .select({ statusId: orders.statusId, orders: count().as('orders') })
    .from(orders)
    .where(eq(orders.customerId, customers.id))
    .groupBy(orders.statusId)
  return db
    .select({
      orders: sql<[statusId: number, orders: number][]>`(
        select coalesce(json_agg(json_build_array(one.status_id, one.orders)), '[]') from (${byStatus}) one)`,
      returns: sql`(${openReturns})`.mapWith(Number),
      guestThings: countGuestThings(),
    })
    .from(customers)
    .where(eq(customers.id, sql.placeholder('customerId')))
    .prepare('account_summary')
})

async function readCounts({ db, bounds }: Shop, asker: Customer) {
  const { customerId, email } = asker
  const [found] = await ofCustomer(db).execute({ customerId, email, most: bounds.joinedAtOnce })
  if (!found) return null
  const counts = { unpaid_order: 0, proccessing_order: 0, shipped_order: 0, received_order: 0 }
  for (const [statusId, orders] of found.orders) {
    const name = findOrderCount(statusId)
    if (name) counts[name] += orders
  }
  return { ...counts, return_order: found.returns, offered: offerGuestThings(asker, found.guestThings) }
}
