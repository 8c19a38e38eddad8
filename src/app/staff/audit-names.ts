import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { adverts, advertTexts } from '#features/adverts/server/adverts.tables.ts'
import { categories, products } from '#features/catalogue/server/catalogue.tables.ts'
import { coupons, couponWidgets } from '#features/coupons/server/coupons.tables.ts'
import { imports } from '#features/imports/server/imports.tables.ts'
import { markets } from '#features/markets/server/markets.tables.ts'
import { shippingMethods } from '#features/markets/server/shipping-methods.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { navigationItems } from '#features/pages/server/navigation.tables.ts'
import { blogPosts, informationPages, productTests } from '#features/pages/server/pages.tables.ts'
import { refunds } from '#features/payments/server/payments.tables.ts'
import { returnReasons } from '#features/returns/server/returns.tables.ts'
import { reviewLabels, reviews } from '#features/reviews/server/reviews.tables.ts'
import { languages } from '#features/settings/server/settings.tables.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { staffKeys, staffMembers, staffRoles } from '#features/staff/server/staff.tables.ts'
import { staffInvitations } from '#features/staff/server/staff-access.tables.ts'
import { chatConversations } from '#features/support/server/chat/chat.tables.ts'
import { problemTypes } from '#features/support/server/contact/contact.tables.ts'
import { answerTemplates } from '#features/support/server/inbox/inbox.tables.ts'
import { taxCategories, taxRates, taxRegistrations } from '#features/tax/server/tax.tables.ts'
import { webhookEndpoints } from '#features/webhooks/server/webhooks.tables.ts'
import type { Database } from '#server/database/database.ts'

type Source = { table: PgTable; key: PgColumn; name: PgColumn | SQL<string>; isNumbered?: true; join?: [PgTable, SQL] }

const member: Source = { table: staffMembers, key: staffMembers.id, name: staffMembers.name }
/** The name of a customer, or null for an erased customer. */
const customerName = sql<string>`case when ${customers.email} not like '%@erased.invalid'
  then coalesce(nullif(${customers.name}, ''), ${customers.email}) end`
const numbered = (table: PgTable, key: PgColumn, name: PgColumn | SQL<string>): Source => ({
  ...{ table, key, name },
  isNumbered: true,
})

/** The place of a tax, such as `US CA`. */
const taxPlace = ({ country, region }: { country: PgColumn; region: PgColumn }) =>
  sql<string>`trim(${country} || ' ' || ${region})`

/** The name columns of each area of the audit log, by the first part of `about`. */
const sources: Record<string, Source> = {
  'advert-texts': numbered(advertTexts, advertTexts.id, advertTexts.text),
  adverts: numbered(adverts, adverts.id, adverts.alt),
  categories: { table: categories, key: categories.code, name: categories.name },
  chats: {
    ...{ table: chatConversations, key: chatConversations.id, name: customerName },
    join: [customers, eq(customers.id, chatConversations.customerId)],
  },
  coupons: numbered(coupons, coupons.id, coupons.code),
  customers: { table: customers, key: customers.id, name: customerName },
  imports: { table: imports, key: imports.id, name: imports.fileName },
  invitations: { table: staffInvitations, key: staffInvitations.id, name: sql<string>`${staffInvitations.email}` },
  keys: { table: staffKeys, key: staffKeys.id, name: staffKeys.name },
  languages: { table: languages, key: languages.code, name: languages.englishName },
  markets: { table: markets, key: markets.id, name: markets.name },
  me: member,
  members: member,
  navigation: numbered(navigationItems, navigationItems.id, navigationItems.name),
  pages: numbered(informationPages, informationPages.id, informationPages.title),
  posts: numbered(blogPosts, blogPosts.id, blogPosts.title),
  'product-tests': numbered(productTests, productTests.id, productTests.title),
  products: { table: products, key: products.handle, name: products.name },
  'question-types': numbered(problemTypes, problemTypes.id, problemTypes.name),
  refunds: {
    ...{ table: refunds, key: refunds.id, name: orders.orderNo },
    join: [orders, eq(orders.id, refunds.orderId)],
  },
  'return-reasons': numbered(returnReasons, returnReasons.id, returnReasons.reason),
  'review-labels': numbered(reviewLabels, reviewLabels.id, reviewLabels.name),
  reviews: {
    ...{ table: reviews, key: reviews.id, name: products.name },
    join: [products, eq(products.id, reviews.productId)],
  },
  roles: { table: staffRoles, key: staffRoles.id, name: staffRoles.name },
  'shipping-methods': numbered(shippingMethods, shippingMethods.id, shippingMethods.name),
  'shoe-sizes': { table: categories, key: categories.code, name: categories.name },
  'sign-in': member,
  'tax-categories': { table: taxCategories, key: taxCategories.code, name: taxCategories.name },
  'tax-rates': { table: taxRates, key: taxRates.id, name: taxPlace(taxRates) },
  'tax-registrations': { table: taxRegistrations, key: taxRegistrations.id, name: taxPlace(taxRegistrations) },
  templates: { table: answerTemplates, key: answerTemplates.id, name: answerTemplates.name },
  webhooks: { table: webhookEndpoints, key: webhookEndpoints.id, name: webhookEndpoints.url },
  widgets: numbered(couponWidgets, couponWidgets.id, couponWidgets.name),
}

/** Returns the current names of the subjects of audit rows, with one query per area. */
export async function findAuditNames(db: Database, abouts: string[]): Promise<Map<string, string>> {
  const byArea = Map.groupBy(new Set(abouts), (about) => about.split('/', 1)[0] ?? '')
  const foundNames = await Promise.all([...byArea].map(([area, some]) => nameArea(db, area, some)))
  return new Map(foundNames.flat())
}

async function nameArea(db: Database, area: string, abouts: string[]): Promise<[string, string][]> {
  const source = sources[area]
  if (!source) return []
  const ids = abouts.map((about) => about.slice(area.length + 1))
  // 2147483647: the largest number of an integer column. A subject with a code instead of a number is named by its
  // code.
  const known = source.isNumbered ? ids.map(Number).filter((id) => Number.isInteger(id) && id <= 2_147_483_647) : ids
  if (known.length === 0) return []
  const query = db
    .select({ key: sql<string>`${source.key}::text`, name: sql<string | null>`${source.name}` })
    .from(source.table)
    .$dynamic()
  const joined = source.join ? query.innerJoin(...source.join) : query
  const rows = await joined.where(inArray(source.key, known))
  return rows.flatMap(({ key, name }) => (name ? [[`${area}/${key}`, name] satisfies [string, string]] : []))
}
