import { eq, sql } from 'drizzle-orm'
import { eraseAddresses } from '#features/addresses/server/addresses.service.ts'
import { eraseReports } from '#features/analytics/server/analytics.service.ts'
import { eraseCart } from '#features/cart/server/cart.service.ts'
import { eraseWishlist } from '#features/catalogue/server/wishlist/wishlist.service.ts'
import { eraseClaims } from '#features/coupons/server/claims.service.ts'
import { eraseCredit } from '#features/credit/server/credit.service.ts'
import { eraseDocuments } from '#features/documents/server/erase-documents.service.ts'
import { eraseImages } from '#features/images/server/images.service.ts'
import {
  eraseOrders,
  findOrdersOf,
  hasOpenOrder,
  toErasedEmail,
} from '#features/orders/server/commands/erase-orders.service.ts'
import { eraseArchivedOrders } from '#features/orders/server/lookup/archived-orders.service.ts'
import { erasePayments, findRefundsOf } from '#features/payments/server/erase-payments.service.ts'
import { eraseReturns, findReturnsOf, hasOpenReturn } from '#features/returns/server/commands/erase-returns.service.ts'
import { eraseAuthor } from '#features/reviews/server/reviews.service.ts'
import { eraseAccount } from '#features/sign-in/server/erase-account.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { eraseJobTexts, hasOpenJob } from '#features/staff/server/work/staff-jobs.service.ts'
import { deleteRequests } from '#features/staff/server/work/staff-requests.service.ts'
import { eraseViewsOf } from '#features/staff/server/work/staff-views.service.ts'
import { eraseChats } from '#features/support/server/chat/chat.service.ts'
import { eraseTickets } from '#features/support/server/contact/contact.staff.service.ts'
import type { Database } from '#server/database/database.ts'
import { eraseTraces } from '#server/database/erase-traces.ts'
import { refuse } from '#server/http/refuse.ts'
import { eraseMails } from '#server/mail/mail.ts'
import type { Shop } from '#server/shop.ts'
import { eraseNotes } from './customer-notes.service.ts'

type Customer = typeof customers.$inferSelect

/**
 * Erases the personal data of a customer. Invoices must be kept, but without name, street and address. Texts by and
 * about the customer are also removed from the history. Reviews stay without a name. A second call changes nothing.
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
    await checkNothingOpen(tx, customer)
    await check(tx)
    return eraseLocked(shop, tx, customer)
  })
  // Files are removed after their rows. A file without a row is invisible to visitors, but a row without a file would
  // show a broken picture.
  for (const key of keys) await shop.files.remove(key)
}

/** Erases the rows. Returns the keys of the files to remove. */
async function eraseLocked(shop: Shop, tx: Database, { id: customerId, email }: Customer): Promise<string[]> {
  const now = shop.clock.now()
  const who = { customerId, email, erasedEmail: toErasedEmail(customerId) }
  const bought = await findOrdersOf(tx, who)
  const orderIds = bought.map(({ id }) => id)
  const back = await findReturnsOf(tx, orderIds)
  const numbers = [...bought, ...back].map(({ number }) => number)
  if (await hasOpenJob(tx, numbers)) {
    throw refuse('customer_busy', {
      message: 'A staff job is changing an order of this customer. Try again when the job is done.',
    })
  }
  const subjects = nameSubjects({
    customers: [customerId],
    // Staff calls accept the id or the number of an order or return, so the audit log can contain either.
    orders: bought.flatMap(({ id, number }) => [id, number]),
    returns: back.flatMap(({ id, number }) => [id, number]),
    refunds: await findRefundsOf(tx, orderIds),
    reviews: await eraseAuthor(tx, customerId),
    tickets: await eraseTickets(tx, who),
    chats: await eraseChats(tx, customerId),
    views: await eraseViewsOf(tx, email),
  })
  // These texts are erased before the payment references, because the references lead to the payment events.
  const returnIds = back.map(({ id }) => id)
  await tx.execute(sql`select erase_words(${sql.param(orderIds)}, ${sql.param(returnIds)}, ${sql.param(subjects)})`)
  await eraseOrders(tx, orderIds, who.erasedEmail)
  await erasePayments(tx, orderIds)
  const papers = await eraseDocuments(tx, orderIds)
  await eraseArchivedOrders(tx, who)
  const arrivals = await eraseReturns(tx, returnIds)
  // Requests about the customer are kept, because one of these requests led to this erasure.
  await deleteRequests(
    tx,
    subjects.filter((subject) => !subject.startsWith('customers/')),
  )
  await eraseJobTexts(tx, numbers)
  await eraseClaims(tx, who)
  await eraseCredit(tx, customerId, now)
  await eraseNotes(tx, customerId)
  await eraseAddresses(tx, customerId)
  await eraseWishlist(tx, customerId)
  await eraseCart(tx, customerId)
  await eraseReports(tx, customerId)
  await eraseMails(tx, who)
  for (const tell of shop.hooks.onCustomerErased) await tell(tx, { email, numbers, subjects })
  await eraseAccount(tx, who, now)
  await eraseTraces(tx, { email, names: subjects.map((subject) => subject.slice(subject.indexOf('/') + 1)) })
  return [...arrivals, ...papers, ...(await eraseImages(tx, customerId, orderIds))]
}

/** Formats the names of resources as the audit log, requests and webhooks do, such as `orders/HB…`. */
const nameSubjects = (byArea: Record<string, string[]>): string[] =>
  Object.entries(byArea).flatMap(([area, names]) => names.map((name) => `${area}/${name}`))

export async function checkNothingOpen(db: Database, { id, email }: { id: string; email: string }): Promise<void> {
  if (await hasOpenOrder(db, { customerId: id, email })) {
    throw refuse('customer_busy', {
      message: 'This customer has an open order. Deliver, complete or cancel the order first.',
    })
  }
  if (await hasOpenReturn(db, { customerId: id, email })) {
    throw refuse('customer_busy', { message: 'This customer has an open return. Decide and refund the return first.' })
  }
}
