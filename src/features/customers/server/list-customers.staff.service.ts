import { and, eq, gt, gte, inArray, isNull, like, or, type SQL, sql } from 'drizzle-orm'
import { type StaffOutput, type StaffPage, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import { dayMs } from '#contract/times/times.ts'
import { addresses } from '#features/addresses/server/addresses.tables.ts'
import { subscribers } from '#features/coupons/server/coupons.tables.ts'
import { normalizeOrderNo } from '#features/orders/orders.rules.ts'
import { openOrderStatuses } from '#features/orders/server/commands/erase-orders.service.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { openReturnStatuses } from '#features/returns/returns.rules.ts'
import { customerSpending, customerTotals } from '#features/returns/server/totals/customer-totals.tables.ts'
import { formatCountry } from '#features/settings/country-names.rules.ts'
import { findCountryInAnyLanguage } from '#features/settings/server/country-names.service.ts'
import { findHomeCurrency, readCurrencies } from '#features/settings/server/currencies.service.ts'
import { listLanguages } from '#features/settings/server/settings.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { staffRequests } from '#features/staff/server/work/staff-requests.tables.ts'
import type { Database } from '#server/database/database.ts'
import { maxCounted } from '#server/http/cursors.ts'
import { findPage, type Narrowed, narrowBy, showPage, toFilters } from '#server/http/list-page.ts'
import type { Shop } from '#server/shop.ts'
import { bigSpenderAmount, highReturnPercent, newCustomerDays } from '../customers.rules.ts'
import type {
  CustomerHead,
  countCustomers as countCall,
  listCustomers as listCall,
} from '../customers.staff.contract.ts'
import { guestEmails } from './list-guests.staff.service.ts'

type CustomerReader = Pick<Shop, 'db' | 'clock'>
type ParsedInput = Omit<StaffParsed<typeof listCall>, 'limit' | 'after'>

/** Lists all customers with an account, newest first. Each filter uses an index. */
export async function listCustomers(
  { db, clock }: CustomerReader,
  { limit, after, ...input }: StaffParsed<typeof listCall>,
): Promise<StaffPage<CustomerHead>> {
  const narrowed = await narrowConditions({ db, clock }, input)
  if (narrowed === null) return { data: [], next: null, total: 0 }
  const { new_days: days } = input
  const filters = toFilters(narrowed)
  const page = await findPage(db, {
    table: customers,
    at: customers.createdAt,
    id: customers.id,
    isDescending: true,
    limit,
    after,
    ...filters,
    conditions: [
      days ? gte(customers.createdAt, new Date(clock.now().getTime() - days * dayMs)) : undefined,
      ...filters.conditions,
    ],
  })
  return showPage(page, limit, (ids) => readHeads(db, ids))
}

/** Returns the conditions for the filters, or null if no customer can match. */
async function narrowConditions({ db, clock }: CustomerReader, input: ParsedInput): Promise<Narrowed[] | null> {
  const { q, country, language, is_subscribed: isSubscribed, orders_from: from, orders_to: to } = input
  const parts: { ids: SQL; exists: SQL }[] = []
  if (q) parts.push(await searchCondition(db, q))
  if (country) {
    // Rows that `mapCountries` has not converted yet contain the name of the country.
    const code = (await findCountryInAnyLanguage(country)) ?? country
    const isMatch = sql`a.is_default and a.country in (${code}, ${country})`
    parts.push(conditionVia(sql`addresses a`, isMatch))
  }
  if (language) {
    const known = (await listLanguages(db)).find(({ code }) => code === language)
    if (!known) return null
    const isMatch = eq(customers.languageId, known.id)
    parts.push({ ids: sql`select ${customers.id} from ${customers} where ${isMatch}`, exists: isMatch })
  }
  if (isSubscribed) {
    const isMatch = sql`s.unsubscribed_at is null`
    const ids = sql`select c.id from subscribers s join customers c on c.email = s.email where ${isMatch}`
    const exists = sql`exists (select from subscribers s where s.email = ${customers.email} and ${isMatch})`
    const others = sql`select ${customers.id} from ${customers} where not ${exists}`
    parts.push(isSubscribed === 'true' ? { ids, exists } : { ids: others, exists: sql`not ${exists}` })
  }
  if (from !== undefined || to !== undefined) {
    const isMatch = sql`t.orders between ${from ?? 0} and ${to ?? sql`2147483647`}`
    parts.push(conditionVia(sql`customer_totals t`, isMatch, sql`t`))
  }
  if (input.returned_from) parts.push(returnedAtLeast(input.returned_from))
  if (input.spent_from)
    parts.push(conditionVia(sql`customer_spending s`, await spentCondition(db, input.spent_from), sql`s`))
  const narrowed: Narrowed[] = []
  for (const part of parts) narrowed.push(await narrowBy(db, customers.id, part))
  if (input.asks_erasing) {
    narrowed.push({ condition: sql`${customers.id} = any(array(${eraseRequestIds(clock.now())}))`, isFew: true })
  }
  return narrowed
}

/** Returns the condition that a matching row of another table belongs to the customer. */
function conditionVia(table: SQL, isMatch: SQL, name = sql`a`): { ids: SQL; exists: SQL } {
  return {
    ids: sql`select ${name}.customer_id from ${table} where ${isMatch}`,
    exists: sql`exists (select from ${table} where ${name}.customer_id = ${customers.id} and ${isMatch})`,
  }
}

const returnedAtLeast = (percent: number) =>
  conditionVia(sql`customer_totals t`, sql`t.return_percent >= ${percent} and t.return_percent > 0`, sql`t`)

/**
 * Returns the conditions for a minimum amount, converted at the current rate. Each currency has a separate condition,
 * as the index requires.
 */
async function spentConditions(db: Database, homeAmount: number): Promise<SQL[]> {
  const known = await readCurrencies(db)
  const home = findHomeCurrency(known)
  return [...known.values()].map(({ code, rate, decimals }) => {
    const least = Math.ceil((homeAmount / 10 ** home.decimals) * rate * 10 ** decimals)
    return sql`(s.currency = ${code} and s.amount >= ${least})`
  })
}

/** Returns the condition for a minimum amount in any currency. */
const spentCondition = async (db: Database, homeAmount: number): Promise<SQL> =>
  sql`(${sql.join(await spentConditions(db, homeAmount), sql` or `)})`

const eraseRequestIds = (now: Date): SQL => sql`
  select split_part(${staffRequests.about}, '/', 2) from ${staffRequests}
  where ${and(eq(staffRequests.kind, 'erase'), isNull(staffRequests.decidedAt), gt(staffRequests.expiresAt, now))}`

/** 5: fewer digits match the beginning of too many phone numbers. */
const minDigits = 5

/**
 * Returns the conditions of a search by the beginning of an email address, a name or a phone number. Each condition
 * uses its own index. An order number finds the customer of the order.
 */
async function searchCondition(db: Database, q: string): Promise<{ ids: SQL; exists: SQL }> {
  const [order] = await db
    .select({ customerId: orders.customerId })
    .from(orders)
    .where(eq(orders.orderNo, normalizeOrderNo(q)))
  if (order?.customerId) {
    const isMatch = eq(customers.id, order.customerId)
    return { ids: sql`select ${customers.id} from ${customers} where ${isMatch}`, exists: isMatch }
  }
  const digits = q.replace(/[\s()+./-]/g, '')
  if (/^\d+$/.test(digits) && digits.length >= minDigits) {
    return conditionVia(sql`addresses a`, sql`regexp_replace(a.telephone, '[^0-9]', '', 'g') like ${`${digits}%`}`)
  }
  const pattern = `${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const isMatch = or(like(customers.email, pattern), sql`lower(${customers.name}) like ${pattern}`) ?? sql`true`
  return { ids: sql`select ${customers.id} from ${customers} where ${isMatch}`, exists: isMatch }
}

/** Counts the customers of each view by index, up to a limit. */
export async function countCustomers({ db, clock }: CustomerReader): Promise<StaffOutput<typeof countCall>> {
  const upTo = (which: SQL) => sql`(select count(*)::int from (${which} limit ${maxCounted + 1}) counted)`
  const since = new Date(clock.now().getTime() - newCustomerDays * dayMs)
  const ofCurrencies = (await spentConditions(db, bigSpenderAmount)).map(
    (isMatch) => sql`(select s.customer_id from customer_spending s where ${isMatch} limit ${maxCounted + 1})`,
  )
  const spent = sql`select distinct customer_id from (${sql.join(ofCurrencies, sql` union all `)}) big`
  const { rows } = await db.execute<StaffOutput<typeof countCall>>(sql`
    select ${upTo(sql`select 1 from customers`)} as all,
      ${upTo(sql`select 1 from customers where created_at >= ${since}`)} as new_this_week,
      ${upTo(spent)} as big_spenders,
      ${upTo(returnedAtLeast(highReturnPercent).ids)} as returning_a_lot,
      ${upTo(guestEmails())} as guests,
      ${upTo(eraseRequestIds(clock.now()))} as asked_to_be_erased`)
  return rows[0] ?? { all: 0, new_this_week: 0, big_spenders: 0, returning_a_lot: 0, guests: 0, asked_to_be_erased: 0 }
}

/** 100: the exact count does not matter above this limit. */
const maxOpen = 100

// Reads each value by a separate index, and only for the customers of one page. The cost does not depend on the number
// of earlier orders.
const lastOrderAt = sql<
  string | null
>`(select max(o.created_at)::text from orders o where o.customer_id = customers.id)`
const lastSeenAt = sql<string | null>`greatest(
  (select max(s.created_at) from sessions s where s.customer_id = customers.id),
  (select max(d.used_at) from known_devices d where d.customer_id = customers.id),
  (select max(o.created_at) from orders o where o.customer_id = customers.id),
  (select max(r.created_at) from returns r where r.customer_id = customers.id))::text`
const countOpen = (rows: SQL) => sql`(select count(*)::int from (select 1 from ${rows} limit ${maxOpen}) open)`
const openCounts = sql<CustomerHead['open']>`json_build_object(
  'orders', ${countOpen(sql`orders o where o.customer_id = customers.id and ${isOneOf(sql`o.status_id`, openOrderStatuses)}`)},
  'returns', ${countOpen(sql`returns r where r.customer_id = customers.id and ${isOneOf(sql`r.status`, openReturnStatuses)}`)},
  'tickets', ${countOpen(sql`tickets t where t.customer_id = customers.id and t.status = 'open'`)})`

function isOneOf(column: SQL, numbers: readonly number[]): SQL {
  return sql`${column} in (${sql.raw(numbers.join(','))})`
}

const toTime = (moment: Date | string | null): string | null => moment && toStaffTime(new Date(moment))

export async function readHeads(db: Database, ids: string[]): Promise<Map<string, CustomerHead>> {
  const rows = await db
    .select({
      customer: customers,
      totals: customerTotals,
      city: addresses.city,
      country: addresses.country,
      lastOrderAt,
      lastSeenAt,
      open: openCounts,
    })
    .from(customers)
    .leftJoin(customerTotals, eq(customerTotals.customerId, customers.id))
    .leftJoin(addresses, and(eq(addresses.customerId, customers.id), eq(addresses.isDefault, true)))
    .where(inArray(customers.id, ids))
  const paid = await db
    .select()
    .from(customerSpending)
    .where(and(inArray(customerSpending.customerId, ids), gt(customerSpending.orders, 0)))
  const known = await readCurrencies(db)
  const worth = ({ amount, currency }: { amount: number; currency: string }) => {
    const { rate = 1, decimals = 2 } = known.get(currency) ?? {}
    return amount / 10 ** decimals / rate
  }
  const spentBy = Map.groupBy(paid, ({ customerId }) => customerId)
  return new Map(
    rows.map((row) => {
      const { id, email, name, createdAt, emailConfirmedAt, erasedAt } = row.customer
      const spent = (spentBy.get(id) ?? []).sort((a, b) => worth(b) - worth(a))
      const [max] = spent
      return [
        id,
        {
          id,
          email,
          name,
          created_at: toStaffTime(createdAt),
          confirmed_at: toTime(emailConfirmedAt),
          erased_at: toTime(erasedAt),
          orders_count: row.totals?.orders ?? 0,
          returns_count: row.totals?.returns ?? 0,
          last_order_at: toTime(row.lastOrderAt),
          spent: spent.map(({ amount, currency }) => ({ amount, currency })),
          average_order: max ? { amount: Math.round(max.amount / max.orders), currency: max.currency } : null,
          last_seen_at: toTime(row.lastSeenAt),
          city: row.city ?? '',
          country: formatCountry(row.country ?? ''),
          open: row.open,
          delivered_items: row.totals?.deliveredItems ?? 0,
          returned_items: row.totals?.returnedItems ?? 0,
        },
      ]
    }),
  )
}

export async function findSubscription(db: Database, email: string): Promise<string | null> {
  const [found] = await db
    .select({ since: subscribers.subscribedAt })
    .from(subscribers)
    .where(and(eq(subscribers.email, email), isNull(subscribers.unsubscribedAt)))
  return toTime(found?.since ?? null)
}
