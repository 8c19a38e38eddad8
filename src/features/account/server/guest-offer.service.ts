import { and, eq, type SQL, sql } from 'drizzle-orm'
import { isGuestClaim, joinGuestClaims } from '#features/coupons/server/claims.service.ts'
import { couponClaims } from '#features/coupons/server/coupons.tables.ts'
import { isGuestOrder, joinGuestOrders } from '#features/orders/server/commands/order-commands.service.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { joinGuestPayments } from '#features/payments/server/payments.service.ts'
import { joinGuestReturns } from '#features/returns/server/commands/join-guest-returns.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { isGuestTicket, joinGuestTickets } from '#features/support/server/contact/contact.service.ts'
import { tickets } from '#features/support/server/contact/contact.tables.ts'
import type { Visitor } from '#server/http/http.ts'
import type { Shop } from '#server/shop.ts'
import type { GuestThings } from '../account.contract.ts'

type Customer = Extract<Visitor, { customerId: string }>

/**
 * Builds the columns that count the guest activity of a customer with a verified email address. Use the columns in a
 * query on `customers` that binds `most`, the maximum number of records added at once.
 */
export function countGuestRecords({ email, isVerified }: { email: SQL; isVerified: SQL }) {
  const since = sql`coalesce(${customers.offerDeclinedAt}, '-infinity')`
  const which = { email, since }
  // The count stops at `most`, because no more rows can be added at once.
  const counted = (table: typeof orders | typeof tickets | typeof couponClaims, where: SQL | undefined) =>
    sql<number>`case when ${isVerified} then
      (select count(*)::int from (select 1 from ${table} where ${where} limit ${sql.placeholder('most')}) found) else 0 end`
  return {
    guestOrders: counted(orders, isGuestOrder(which)),
    guestTickets: counted(tickets, isGuestTicket(which)),
    guestCoupons: counted(couponClaims, isGuestClaim(which)),
  }
}

/**
 * Returns the guest activity to offer. Only the owner of a verified email address sees an offer, because anyone can
 * type any address at checkout.
 */
export function offerGuestRecords(isVerified: boolean, found: GuestThings): GuestThings | null {
  return isVerified && found.orders + found.tickets + found.coupons > 0 ? found : null
}

/**
 * Adds the offered guest activity to the account, or declines the offer permanently. A repeated call changes nothing.
 */
export async function answerGuestOffer(
  { db, clock, bounds }: Pick<Shop, 'db' | 'clock' | 'bounds'>,
  { customerId, email, isVerified }: Customer,
  isWanted: boolean,
): Promise<GuestThings> {
  const nothing = { orders: 0, tickets: 0, coupons: 0 }
  if (!isVerified) return nothing
  return db.transaction(async (tx) => {
    const [customer] = await tx
      .select({ since: customers.offerDeclinedAt })
      .from(customers)
      .where(and(eq(customers.id, customerId), eq(customers.email, email)))
      .for('update')
    if (!customer) return nothing
    if (!isWanted) {
      await tx.update(customers).set({ offerDeclinedAt: clock.now() }).where(eq(customers.id, customerId))
      return nothing
    }
    const which = { customerId, email, since: customer.since, limit: bounds.joinedAtOnce }
    const orderIds = await joinGuestOrders(tx, which)
    await joinGuestPayments(tx, customerId, orderIds)
    await joinGuestReturns(tx, customerId, orderIds)
    return {
      orders: orderIds.length,
      tickets: await joinGuestTickets(tx, which),
      coupons: await joinGuestClaims(tx, which),
    }
  })
}
