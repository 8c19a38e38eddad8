import { type SQL, sql } from 'drizzle-orm'
import { type StaffPage, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import { formatCountry } from '#features/settings/country-names.rules.ts'
import { maxCounted, readCursor, toPage } from '#server/http/cursors.ts'
import type { Shop } from '#server/shop.ts'
import type { Guest, listGuests as listCall } from '../guests.staff.contract.ts'

/** 1,000: the most orders that are counted per email address. */
const maxOrders = 1_000

/** Selects each email address with a guest order once, in the order of `orders_guest_email_idx`. */
export const guestEmails = (where: SQL = sql`true`) =>
  sql`select o.email from orders o where o.customer_id is null and ${where} group by o.email order by o.email`

type Row = {
  email: string
  name: string | null
  city: string | null
  country: string | null
  orders: number
  spent: Guest['spent'] | null
  last: string
}

/**
 * Lists guests by email address. The index is read from the end of the previous page, and details are read only for the
 * guests of one page.
 */
export async function listGuests(
  { db }: Pick<Shop, 'db'>,
  { limit, after, q }: StaffParsed<typeof listCall>,
): Promise<StaffPage<Guest>> {
  const cursor = readCursor(after, 'text')
  const pattern = q && `${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const condition = pattern ? sql`o.email like ${pattern}` : sql`true`
  const { rows } = await db.execute<Row>(sql`
    with page as materialized (
      ${guestEmails(cursor ? sql`${condition} and o.email > ${cursor[0]}` : condition)} limit ${limit + 1})
    select page.email, of_guest.orders, of_guest.last, of_guest.spent, latest.name, latest.city, latest.country
    from page
    cross join lateral (
      select count(*)::int as orders, max(created_at)::text as last,
        (select json_agg(json_build_object('amount', amount, 'currency', currency) order by amount desc) from (
          select currency, sum(total_amount - refunded_amount)::bigint as amount from orders p
          where p.email = page.email and p.customer_id is null and p.paid_at is not null group by currency) paid) as spent
      from (select created_at from orders g where g.email = page.email and g.customer_id is null limit ${maxOrders}) own
    ) of_guest
    left join lateral (
      select trim(a.firstname || ' ' || a.lastname) as name, a.city, a.country
      from orders g join order_addresses a on a.order_id = g.id
      where g.email = page.email and g.customer_id is null order by g.created_at desc limit 1
    ) latest on true
    order by page.email`)
  const counted = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${guestEmails(condition)} limit ${maxCounted + 1}) counted`,
  )
  return toPage(rows, { limit, total: counted.rows[0]?.total ?? 0, cursorOf: ({ email }) => [email], show: toGuest })
}

function toGuest({ email, name, city, country, orders, spent, last }: Row): Guest {
  return {
    ...{ email, name: name ?? '', city: city ?? '', country: formatCountry(country ?? '') },
    orders_count: orders,
    spent: spent ?? [],
    last_order_at: toStaffTime(new Date(last)),
  }
}
