import type { Client } from 'pg'

/** The rows of a large catalog and a busy support team. */
export const wide = { products: 100_000, tickets: 100_000, auditRows: 200_000, coupons: 20_000 }
/** The first id of products, SKUs and coupons, far from the ids of the demo and of orders. */
const first = 2_000_000

/** One statement per table, without row triggers. The list data is rebuilt afterwards. */
const statements = [
  `insert into categories (id, code, name, sort)
   select ${first} + n, 'bench_' || n, 'Bench ' || n, 1000 + n from generate_series(0, 7) n`,
  `insert into products (id, handle, name, description, image, basic_category_id, search_words, created_at)
   select ${first} + n, 'bench-' || n, color || ' piece ' || n, 'Soft and warm number ' || n, '/pictures/none.svg', ${first} + n % 8,
     color || ' S M L', now() - make_interval(mins => ${wide.products} - n)
   from generate_series(0, ${wide.products - 1}) n,
     lateral (select (array['Sand', 'Clay', 'Navy', 'Moss', 'Plum', 'Slate'])[1 + n / 8 % 6]) colors (color)`,
  `insert into product_categories (product_id, category_id) select id, basic_category_id from products where id >= ${first}`,
  `insert into skus (id, sku, product_id, inventory, price_amount, sort)
   select ${first} + (p.id - ${first}) * 3 + at, 'BENCH-' || p.id - ${first} || '-' || at, p.id, hashint4(p.id * 3 + at) & 63,
     2000 + (hashint4(p.id) & 16383), at
   from products p, generate_series(0, 2) at where p.id >= ${first}`,
  `insert into sku_options (sku_id, position, name, value_name)
   select s.id, 0, 'Color', split_part(p.name, ' ', 1) from skus s join products p on p.id = s.product_id where s.id >= ${first}
   union all select id, 1, 'Size', (array['S', 'M', 'L'])[1 + sort] from skus where id >= ${first}`,
  `insert into tickets (id, ticket_no, email, message, problem_type_id, status, content_hash, dedupe_until, reply_due_at, created_at)
   select 'bench-' || n, 'BT' || lpad(n::text, 8, '0'), 'bench' || n || '@harbor.test', 'Where is my parcel number ' || n || '?',
     (select min(id) from problem_types), (array['open', 'answered', 'closed', 'closed'])[1 + n % 4], 'bench-' || n, at, at + interval '1 day', at
   from generate_series(0, ${wide.tickets - 1}) n, lateral (select now() - make_interval(mins => 5 * n)) times (at)`,
  `insert into audit_rows (at, actor_kind, actor_id, actor_name, call, about, before, after, ip)
   select now() - make_interval(mins => ${wide.auditRows} - n), 'member', 'bench-' || n % 12, 'Bench ' || n % 12, 'changeStock', 'sku BENCH-' || n % 5000,
     '{"stock": 1}', '{"stock": 2}', '10.0.0.1'
   from generate_series(0, ${wide.auditRows - 1}) n`,
  `insert into coupons (id, code, coupon_type, discount_percent, starts_at, ends_at)
   select ${first} + n, 'WIDE' || n, 'P', 10, now() - interval '90 days', case when n % 3 > 0 then now() - interval '1 day' end
   from generate_series(0, ${wide.coupons - 1}) n`,
]

/** Adds the rows. Returns true if the rows were missing, in which case the list data must be rebuilt. */
export async function addWideTables(client: Client): Promise<boolean> {
  const { rowCount } = await client.query('select from products where id = $1', [first])
  if (rowCount) return false
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  await client.query('set local statement_timeout = 0')
  for (const statement of statements) await client.query(statement)
  await client.query('commit')
  return true
}
