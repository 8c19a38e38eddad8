import { eq } from 'drizzle-orm'
import { forgetAddresses } from '#features/addresses/server/addresses.service.ts'
import { forgetCart } from '#features/cart/server/cart.service.ts'
import { forgetWishlist } from '#features/catalogue/server/wishlist.service.ts'
import { eraseChats } from '#features/chat/server/chat.service.ts'
import { eraseTickets } from '#features/contact/server/contact.staff.service.ts'
import { eraseClaims } from '#features/coupons/server/claims.service.ts'
import { eraseCredit } from '#features/credit/server/credit.service.ts'
import { eraseImages } from '#features/images/server/images.service.ts'
import { eraseOrders, hasOpenOrder } from '#features/orders/server/erase-orders.service.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { eraseReturns, hasOpenReturn } from '#features/returns/server/erase-returns.service.ts'
import { returns } from '#features/returns/server/returns.tables.ts'
import { eraseAuthor } from '#features/reviews/server/reviews.service.ts'
import { eraseAccount } from '#features/sign-in/server/erase-account.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { forgetRequests } from '#features/staff/server/staff-requests.service.ts'
import { eraseArchivedOrders } from '#features/tracking/server/archived-orders.service.ts'
import type { Database } from '#server/database.ts'
import { eraseMails } from '#server/mail.ts'
import { refuse } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { forgetNotes } from './customer-notes.service.ts'

/**
 * Forgets who somebody is. What law wants kept, the bills, stays with what was bought and paid, and without name, street and
 * address; what they wrote and sent goes, but for reviews, which stay as somebody's. Twice is the same as once.
 */
export async function eraseCustomer(
  shop: Shop,
  customerId: string,
  check: (tx: Database) => Promise<void> = async () => {},
): Promise<void> {
  const keys = await shop.db.transaction(async (tx) => {
    const [customer] = await tx.select().from(customers).where(eq(customers.id, customerId)).for('update')
    if (!customer) throw refuse('not_found')
    if (customer.erasedAt) return []
    const { email } = customer
    await checkNothingOpen(tx, customer)
    await check(tx)
    const who = { customerId, email, erasedEmail: `erased-${customerId}@erased.invalid` }
    await eraseOrders(tx, who)
    await eraseArchivedOrders(tx, who)
    await forgetRequests(tx, await nameOrdersAndReturns(tx, customerId))
    const arrivals = await eraseReturns(tx, customerId)
    await eraseAuthor(tx, customerId)
    await eraseTickets(tx, who)
    await eraseChats(tx, customerId)
    await eraseClaims(tx, who)
    await eraseCredit(tx, customerId, shop.clock.now())
    await forgetNotes(tx, customerId)
    await forgetAddresses(tx, customerId)
    await forgetWishlist(tx, customerId)
    await forgetCart(tx, customerId)
    await eraseMails(tx, who)
    await eraseAccount(tx, who, shop.clock.now())
    return [...arrivals, ...(await eraseImages(tx, customerId))]
  })
  // After the rows: a file that stays behind shows in no list, a row without a file would.
  for (const key of keys) await shop.files.remove(key)
}

export async function checkNothingOpen(db: Database, { id, email }: { id: string; email: string }): Promise<void> {
  if (await hasOpenOrder(db, { customerId: id, email })) {
    throw refuse('customer_busy', {
      message: 'An order of theirs is not finished: deliver, complete or cancel it first.',
    })
  }
  if (await hasOpenReturn(db, id)) {
    throw refuse('customer_busy', { message: 'A return of theirs is not finished: decide and refund it first.' })
  }
}

/** What was asked of a second person about them has words in it. */
async function nameOrdersAndReturns(db: Database, customerId: string): Promise<string[]> {
  const bought = await db.select({ number: orders.orderNo }).from(orders).where(eq(orders.customerId, customerId))
  const back = await db.select({ number: returns.returnNo }).from(returns).where(eq(returns.customerId, customerId))
  return [...bought.map(({ number }) => `orders/${number}`), ...back.map(({ number }) => `returns/${number}`)]
}
