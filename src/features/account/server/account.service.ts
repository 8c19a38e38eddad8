import { and, count, eq, inArray, sql } from 'drizzle-orm'
import {
  findAdvert,
  findAdvertText,
  findRunning,
  listWidgetIds,
  toAdvert,
  type Viewer,
} from '#features/adverts/server/adverts.service.ts'
import { heldByCustomer } from '#features/coupons/server/bind.service.ts'
import { chooseWords, fillWidgets, readLiveWidgets, selectHeld } from '#features/coupons/server/widgets.service.ts'
import { creditBalances } from '#features/credit/server/credit.tables.ts'
import { orderTabs } from '#features/orders/orders.rules.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { openReturnStatuses } from '#features/returns/returns.rules.ts'
import { returns } from '#features/returns/server/returns.tables.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import { readTokenFacts, selectActor } from '#features/sign-in/server/session.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { prepareOnce } from '#server/database/prepare-once.ts'
import type { Shop } from '#server/shop.ts'
import type { AccountSummary } from '../account.contract.ts'
import { countGuestRecords, offerGuestRecords } from './guest-offer.service.ts'

/** Returns the account summary of a guest. All counts are zero, so the page always renders. */
export async function getGuestSummary(
  shop: Shop,
  { viewer, hasToken }: { viewer: Viewer; hasToken: boolean },
): Promise<AccountSummary> {
  return {
    email: null,
    site_name: await readSetting(shop.db, 'site_name'),
    ...noOrders,
    return_order: 0,
    has_credit: false,
    adRegister: { activity_text: await findAdvertText(shop, 'register') },
    adData: await findAdvert(shop, viewer, 'account'),
    session_expired: hasToken,
    email_confirmed: null,
    offered: null,
  }
}

const noOrders = { unpaid_order: 0, proccessing_order: 0, shipped_order: 0, received_order: 0 }

/** The order statuses that each badge counts. Complete, canceled and closed orders have no badge. */
const badges = orderTabs.flatMap(({ count, statusIds }) =>
  count === null || count === 'return_order' || statusIds === null
    ? []
    : [{ count, statusIds: statusIds.split(',').map(Number) }],
)

const summaryByToken = prepareOnce((db) => {
  const actor = selectActor(db)
  const openReturns = db
    .select({ returns: count() })
    .from(returns)
    .where(and(eq(returns.customerId, customers.id), inArray(returns.status, openReturnStatuses)))
  const ofBadges = badges.map(({ statusIds }) => sql`count(*) filter (where ${inArray(orders.statusId, statusIds)})`)
  return db
    .with(actor)
    .select({
      email: customers.email,
      isVerified: actor.isVerified,
      badgeCounts: sql<number[]>`(
        select json_build_array(${sql.join(ofBadges, sql`, `)}) from ${orders} where ${eq(orders.customerId, customers.id)})`,
      openReturns: sql<number>`(${openReturns})`.mapWith(Number),
      ...countGuestRecords({ email: sql`${customers.email}`, isVerified: sql`${actor.isVerified}` }),
      held: selectHeld(heldByCustomer(sql`${customers.id}`)),
      hasCredit: sql<boolean>`exists (select from ${creditBalances} where ${eq(creditBalances.customerId, customers.id)})`,
    })
    .from(actor)
    .innerJoin(customers, eq(customers.id, actor.customerId))
    .prepare('account_summary')
})

/**
 * Returns the account summary of the customer to whom the token belongs, or null. One query reads the identity, the
 * counts and the guest activity on offer.
 */
export async function getAccountSummary(
  shop: Shop,
  token: string,
  { device, reader }: Pick<Viewer, 'device' | 'reader'>,
): Promise<AccountSummary | null> {
  const { db, bounds } = shop
  const advert = await findRunning(shop, device, 'account')
  const { live, couponIds } = await readLiveWidgets(shop, advert ? listWidgetIds([advert]) : [])
  const parameters = { ...readTokenFacts(token, shop), couponIds, most: bounds.joinedAtOnce }
  const [found] = await summaryByToken(db).execute(parameters)
  if (!found) return null
  const language = await chooseWords(shop, reader)
  const counts = { ...noOrders }
  for (const [at, badge] of badges.entries()) counts[badge.count] = found.badgeCounts[at] ?? 0
  const { isVerified, guestOrders, guestTickets, guestCoupons } = found
  return {
    email: found.email,
    site_name: await readSetting(db, 'site_name'),
    ...counts,
    return_order: found.openReturns,
    has_credit: found.hasCredit,
    adRegister: { activity_text: await findAdvertText(shop, 'register') },
    adData: advert && toAdvert(advert, fillWidgets(live, { held: found.held, language, now: parameters.now })),
    session_expired: false,
    email_confirmed: isVerified,
    offered: offerGuestRecords(isVerified, { orders: guestOrders, tickets: guestTickets, coupons: guestCoupons }),
  }
}
