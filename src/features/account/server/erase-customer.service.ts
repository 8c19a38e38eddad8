import { eq } from 'drizzle-orm'
import { forgetAddresses } from '#features/addresses/server/addresses.service.ts'
import { forgetCart } from '#features/cart/server/cart.service.ts'
import { forgetWishlist } from '#features/catalogue/server/wishlist.service.ts'
import { eraseChats } from '#features/chat/server/chat.service.ts'
import { eraseTickets } from '#features/contact/server/contact.staff.service.ts'
import { eraseClaims } from '#features/coupons/server/claims.service.ts'
import { eraseImages } from '#features/images/server/images.service.ts'
import { eraseOrders, hasOpenOrder } from '#features/orders/server/erase-orders.service.ts'
import { eraseReturns, hasOpenReturn } from '#features/returns/server/erase-returns.service.ts'
import { eraseAuthor } from '#features/reviews/server/reviews.service.ts'
import { eraseAccount } from '#features/sign-in/server/erase-account.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { eraseArchivedOrders } from '#features/tracking/server/archived-orders.service.ts'
import { eraseMails } from '#server/mail.ts'
import { refuse } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'

/**
 * Forgets who somebody is. What law wants kept, the bills, stays with what was bought and paid, and without name, street and
 * address; what they wrote and sent goes, but for reviews, which stay as somebody's. Twice is the same as once.
 */
export async function eraseCustomer(shop: Shop, customerId: string): Promise<void> {
  const keys = await shop.db.transaction(async (tx) => {
    const [customer] = await tx.select().from(customers).where(eq(customers.id, customerId)).for('update')
    if (!customer) throw refuse('not_found')
    if (customer.erasedAt) return []
    const { email } = customer
    if (await hasOpenOrder(tx, { customerId, email })) {
      throw refuse('customer_busy', {
        message: 'An order of theirs is not finished: deliver, complete or cancel it first.',
      })
    }
    if (await hasOpenReturn(tx, customerId)) {
      throw refuse('customer_busy', { message: 'A return of theirs is not finished: decide and refund it first.' })
    }
    const who = { customerId, email, erasedEmail: `erased-${customerId}@erased.invalid` }
    await eraseOrders(tx, who)
    await eraseArchivedOrders(tx, who)
    const arrivals = await eraseReturns(tx, customerId)
    await eraseAuthor(tx, customerId)
    await eraseTickets(tx, who)
    await eraseChats(tx, customerId)
    await eraseClaims(tx, who)
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
