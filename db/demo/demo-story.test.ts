import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { readShipsTo } from '#features/markets/server/ships-to.service.ts'
import { findCountryCode } from '#features/settings/country-names.rules.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import { desynchronizeCounts } from '#testing/checks/check-totals.ts'
import { testShop } from '#testing/test-shop.ts'
import { loadDemo } from './load-demo.ts'
import { findSeason } from './season.ts'

/** Columns whose times may be after the load: deadlines, and the dates of an offer. */
const canLieInFuture =
  /expire[sd]_at|ends_at|starts_at|_until$|due_at|auto_receive_at|auto_complete_at|next_(at|ask_at|try_at)|send_after|run_at|reset_at/

const otherSeason = { warm: /coat|knit|wool|winter|cold/i, cold: /swim|linen|summer|water/i }

/** Sentences about the demo, each with a query that finds rows which contradict the sentence. */
const contradictions: [sentence: string, query: string][] = [
  [
    'an account comes before everything its owner does',
    `select c.email, x.what, x.at, c.created_at from customers c join (
       select customer_id, 'order' as what, created_at as at from orders
       union all select customer_id, 'address', created_at from addresses
       union all select customer_id, 'coupon', claimed_at from coupon_claims
       union all select customer_id, 'wish', added_at from wishlist_items
       union all select customer_id, 'ticket', created_at from tickets
       union all select customer_id, 'chat', at from chat_messages
     ) x on x.customer_id = c.id where x.at < c.created_at`,
  ],
  [
    'a product is there before somebody orders it',
    `select o.order_no, p.handle from order_lines l join orders o on o.id = l.order_id
     join products p on p.id = l.product_id where o.created_at < p.created_at`,
  ],
  [
    'an order is placed, paid, packed, shipped, received and completed in this order',
    `select o.order_no from orders o left join packages p on p.order_id = o.id
     where paid_at < o.created_at or packed_at < paid_at or p.shipped_at < packed_at or o.shipped_at > p.shipped_at
       or p.delivered_at <= p.shipped_at or received_at < p.delivered_at or completed_at < received_at
       or o.expires_at <= o.created_at or cancelled_at < coalesce(paid_at, o.created_at) or closed_at < received_at`,
  ],
  [
    'the events of an order, a return and a parcel follow each other',
    `select * from (
       select 'order' as what, order_id as id, at, lag(at) over (partition by order_id order by id) as before from order_events
       union all select 'return', return_id, at, lag(at) over (partition by return_id order by id) from return_events
       union all select 'parcel', package_id, at, lag(at) over (partition by package_id order by at, id) from package_events
     ) x where at < before`,
  ],
  [
    'a parcel travels after it was handed over and before it is delivered',
    `select p.tracking_no, e.at, e.description from package_events e join packages p on p.id = e.package_id
     where e.at < p.shipped_at or e.at > p.delivered_at or p.shipped_at is null`,
  ],
  [
    'a payment settles after it was tried, and a refund comes after its payment',
    `select p.provider_ref from payments p left join refunds r on r.payment_id = p.id
     where p.settled_at < p.created_at or r.created_at < p.settled_at or r.settled_at < r.created_at`,
  ],
  [
    'a return is asked for after the delivery of its items and within its window',
    `select r.return_no, r.created_at, l.delivered_at from return_items i join returns r on r.id = i.return_id
     join order_lines l on l.id = i.order_line_id
     where l.delivered_at is null or r.created_at < l.delivered_at
       or r.created_at > l.delivered_at + (r.policy->>'windowDays')::int * interval '1 day'`,
  ],
  [
    'an item of a return is sent, scanned and received in this order, and refunded after its receipt',
    `select r.return_no from return_items i join returns r on r.id = i.return_id left join refunds f on f.return_item_id = i.id
     where i.logistics_at < r.created_at or i.first_scan_at < i.logistics_at or i.received_at < i.first_scan_at
       or i.received_at < i.logistics_at or f.created_at < i.received_at or i.refund_at < f.created_at
       or i.closed_at < r.created_at`,
  ],
  [
    'the shop explains a refused return after it was asked for',
    `select r.return_no from return_comments c join returns r on r.id = c.return_id where c.at < r.created_at`,
  ],
  [
    'a review comes after the delivery of what it is about',
    `select o.order_no, r.created_at, o.received_at from reviews r join orders o on o.id = r.order_id
     where o.received_at is null or r.created_at < o.received_at or r.answered_at < r.created_at or r.read_at < r.created_at`,
  ],
  [
    'a review names something that its order holds',
    `select r.sku from reviews r where not exists (
       select from order_lines l where l.order_id = r.order_id and l.product_id = r.product_id and l.sku_name = r.sku)`,
  ],
  [
    'a ticket names an order of its sender that was there already',
    `select t.ticket_no, t.order_no from tickets t left join orders o on o.order_no = t.order_no
     where t.order_no is not null and (o.id is null or o.email <> t.email or t.created_at < o.created_at)`,
  ],
  [
    'a question about a stuck parcel comes while the parcel travels',
    `select t.ticket_no, t.created_at, p.shipped_at, p.delivered_at from tickets t join orders o on o.order_no = t.order_no
     join packages p on p.order_id = o.id
     where t.problem_type_id = 47 and (t.created_at < p.shipped_at or t.created_at > p.delivered_at or p.shipped_at is null)`,
  ],
  [
    'a question about a stuck parcel comes after two days without news, and news follow the first answer',
    `select t.ticket_no from tickets t join orders o on o.order_no = t.order_no join packages p on p.order_id = o.id
     where t.problem_type_id = 47 and (
       exists (select from package_events e where e.package_id = p.id and e.at between t.created_at - interval '2 days' and t.created_at)
       or not exists (select from package_events e, ticket_answers a where e.package_id = p.id and a.ticket_id = t.id and e.at > t.created_at))`,
  ],
  [
    'an answer to a ticket comes after the question and within the promised time',
    `select t.ticket_no, a.at from tickets t join ticket_answers a on a.ticket_id = t.id
     where a.at <= t.created_at
       or (select min(at) from ticket_answers x where x.ticket_id = t.id) > t.reply_due_at`,
  ],
  [
    'answers to tickets and chat messages follow each other',
    `select * from (
       select ticket_id as thread, at, lag(at) over (partition by ticket_id order by id) as before from ticket_answers
       union all select conversation_id, at, lag(at) over (partition by conversation_id order by id) from chat_messages
     ) x where at < before`,
  ],
  [
    'a chat begins with its shopper, and staff answer afterwards',
    `select c.id from chat_conversations c where 'shopper' <> (
       select author from chat_messages m where m.conversation_id = c.id order by m.id limit 1)
       or c.created_at > (select min(at) from chat_messages m where m.conversation_id = c.id)
       or c.last_message_at <> (select max(at) from chat_messages m where m.conversation_id = c.id)`,
  ],
  [
    'members of the shop answer tickets and chats',
    `select x.staff_name from (
       select staff_name from ticket_answers union select staff_name from chat_messages where author = 'staff'
     ) x where not exists (select from staff_members s where s.name like split_part(x.staff_name, ' ', 1) || ' %')`,
  ],
  [
    'a coupon is claimed before it ends and used within its dates',
    `select c.code, k.claimed_at, k.used_at, o.created_at from coupon_claims k join coupons c on c.id = k.coupon_id
     left join orders o on o.id = k.order_id
     where k.claimed_at > c.ends_at or k.expires_at <= k.claimed_at or o.created_at < k.claimed_at
       or k.used_at < o.created_at or o.created_at < c.starts_at or o.created_at > k.expires_at or k.expires_at > c.ends_at`,
  ],
  [
    'the pages that an order is placed under are older than the first order',
    `select p.title from information_pages p where p.updated_at > (select min(created_at) from orders)`,
  ],
  [
    'a card is named only where the order was paid by card',
    `select o.order_no, o.payment_method from return_comments c join returns r on r.id = c.return_id join orders o on o.id = r.order_id
     where c.body like '%card%' and o.payment_method not like 'Visa%'`,
  ],
  [
    'the shopper waits only for what is sold out',
    `select m.body from chat_messages m where m.body like '%come back in%' and not exists (
       select from products p join skus s on s.product_id = p.id
       join sku_options o on o.sku_id = s.id
       where m.body like '%' || p.name || '%' and m.body like '%in ' || o.value_name || '?%'
       group by p.id having sum(s.inventory) = 0)`,
  ],
]

// One day in each season. The second time is shortly after midnight, because events of the same day must not be in the
// future.
describe.each(['2027-01-20T15:40:00Z', '2027-07-20T00:05:00Z'])('the demo, loaded on %s', (moment) => {
  const shop = testShop()

  beforeAll(async () => {
    await desynchronizeCounts(shop.shop.db)
    shop.clock.set(new Date(moment))
    await loadDemo(shop.shop)
  }, 180_000)

  test('contains no event after the load', async () => {
    const { rows: columns } = await shop.shop.db.execute<{ table: string; column: string }>(
      sql`select table_name as table, column_name as column from information_schema.columns
          where table_schema = 'public' and data_type like 'timestamp%' order by 1, 2`,
    )
    const late: string[] = []
    for (const { table, column } of columns.filter((one) => !canLieInFuture.test(one.column))) {
      const { rows } = await shop.shop.db.execute<{ n: number }>(
        sql`select count(*)::int as n from ${sql.identifier(table)} where ${sql.identifier(column)} > ${moment}`,
      )
      if (rows[0]?.n) late.push(`${table}.${column}`)
    }
    expect(late).toEqual([])
  })

  test('delivers to the countries of all orders and all default addresses', async () => {
    const { rows } = await shop.shop.db.execute<{ country: string }>(
      sql`select country from order_addresses union select country from addresses where is_default`,
    )
    const allowed = await readShipsTo(shop.shop.db)
    expect(
      rows.map(({ country }) => findCountryCode(country) ?? country).filter((code) => !allowed.includes(code)),
    ).toEqual([])
  })

  test('names the same law, the same seller and the same origin of parcels on all pages', async () => {
    const { rows } = await shop.shop.db.execute<{ title: string; body: string }>(
      sql`select title, body from information_pages union all select title, body from blog_posts`,
    )
    const other = /Swedish|Gothenburg|European Union|withdraw|VAT|\d (cm|°C)|this (winter|summer)/i
    expect(rows.filter(({ body }) => other.test(body)).map(({ title }) => title)).toEqual([])
    expect(rows.find(({ title }) => title === 'Terms')?.body).toContain('law of the State of Maine')
    expect(await readSetting(shop.shop.db, 'seller_address')).toContain('ME 04101')
  })

  test('shows no banner of the other season', async () => {
    const { rows } = await shop.shop.db.execute<{ alt: string }>(
      sql`select alt from adverts where image_path is not null and link_type <> 'down'
          and starts_at <= ${moment} and (ends_at is null or ends_at > ${moment})`,
    )
    const wrong = otherSeason[findSeason(new Date(moment))]
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.filter(({ alt }) => wrong.test(alt))).toEqual([])
  })

  test.each(contradictions)('%s', async (_, query) => {
    expect((await shop.shop.db.execute(sql.raw(query))).rows).toEqual([])
  })
})
