import type { Client } from 'pg'
import { hashSecret } from '#features/staff/server/people/staff-actor.service.ts'
import { newId, newToken } from '#server/database/ids.ts'
import { sessionCookie } from '#testing/session-cookie.ts'
import { boundCoupons, couponNumbers, tokenOf } from './data/other-tables.ts'
import { emailOf, heavyCustomers } from './data/plan.ts'
import type { Ask } from './drive.ts'

export type Scenario = {
  name: string
  asks: Ask[]
  /** True for a list, whose time must not grow with the shop. */
  isList?: boolean
  /** True if each request can be sent only once, because it changes data. */
  isOnce?: boolean
  /** The number of connections, if it differs from the default. */
  connections?: number
}

const shoppers = 4_000
// The `accept-encoding` header of current browsers.
const encoding = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** Returns all scenarios. Many different shoppers send the requests, so that caches are no warmer than in production. */
export async function listScenarios(client: Client): Promise<Scenario[]> {
  const lists = await listOrderLists(client)
  const asCustomer = (number: number, path: string): Ask => ({
    path,
    headers: { ...encoding, authorization: `Bearer ${tokenOf(number)}` },
  })
  const asVisitor = (number: number, path: string): Ask => ({
    path,
    headers: { ...encoding, cookie: sessionCookie(tokenOf(number)) },
  })
  const all = Array.from({ length: shoppers }, (_, number) => heavyCustomers + number)
  const orders = await readOwned(client, 'orders')
  const returns = await readOwned(client, 'returns')
  const packages = await readOwned(client, 'packages')
  return [
    { name: 'Account summary', asks: all.map((number) => asCustomer(number, '/ajax-web/account/user')) },
    ...lists.map(({ name, path, customers }) => ({
      name,
      isList: true,
      asks: customers.map((number) => asCustomer(number, path)),
    })),
    {
      name: 'Order list of 5, uncompressed, c = 32',
      connections: 32,
      asks: all.map((number) => plainly(asCustomer(number, '/rest/order?from_type=2&limit=5&page=1'))),
    },
    { name: 'Order detail', asks: orders.map(({ number, id }) => asCustomer(number, `/rest/order/${id}`)) },
    { name: 'Return detail', asks: returns.map(({ number, id }) => asCustomer(number, `/rest/after_sale/${id}`)) },
    {
      name: 'Parcel events',
      asks: packages.map(({ number, id }) => asCustomer(number, `/rest/package/${id}/tracking`)),
    },
    {
      name: 'Coupon list',
      isList: true,
      asks: all.map((number) => asCustomer(number, '/ajax-web/account/coupon?limit=10&status=1&language_id=1')),
    },
    { name: 'Bind a coupon', isOnce: true, asks: listBindings(all) },
    { name: 'Guest tracking', isOnce: true, asks: await listLookups(client) },
    ...(await listProductLists(client)),
    ...(await listStaffLists(client)),
    { name: 'Page: account home', asks: all.map((number) => asVisitor(number, '/account')) },
    { name: 'Page: order list', isList: true, asks: all.map((number) => asVisitor(number, '/account/orderlist')) },
    { name: 'Page: product, guest', asks: await listProductPages(client) },
    { name: 'Page: home, guest', asks: [{ path: '/', headers: encoding }] },
    { name: '`/healthz`', asks: [{ path: '/healthz', headers: encoding }] },
  ]
}

/**
 * Returns the product lists of guests. The large shop has a hundred thousand products, and the small shop has the
 * products of the demo. The requested category exists in both shops, at different sizes.
 */
async function listProductLists(client: Client): Promise<Scenario[]> {
  const { rows } = await client.query<{ code: string; name: string }>(
    `select c.code, l.colors[1] as name from listed_products l join categories c on c.id = l.category_ids[1]
     where l.is_listed and l.colors <> '{}' and 'M' = any(l.sizes) order by l.product_id desc limit 1`,
  )
  const [{ code, name } = { code: '', name: '' }] = rows
  const { rows: oldest } = await client.query<{ name: string }>(
    `select p.name from listed_products l join products p on p.id = l.product_id
     where l.is_listed order by l.created_at, l.product_id limit 1`,
  )
  const list = (about: string, query: string): Scenario => ({
    name: `Products: ${about}`,
    isList: true,
    connections: 4,
    asks: [{ path: `/rest/products${query}`, headers: encoding }],
  })
  const color = encodeURIComponent(name)
  return [
    list('newest', ''),
    list('page 3', '?page=3'),
    list('by price', '?sort=price_asc'),
    list('by price, in euros', '?sort=price_desc&currency=EUR'),
    list('of a category', `?category=${code}&with_filters=1`),
    list('of a category, by price', `?category=${code}&sort=price_asc`),
    list('of a category in a size', `?category=${code}&size=M`),
    list('of a colour and a size in stock', `?size=M&color=${color}&in_stock=1`),
    list('between two prices', '?min_price=50&max_price=100'),
    list('found by a word', `?q=${color}`),
    list('found by its name', `?q=${encodeURIComponent(oldest[0]?.name ?? '')}`),
  ]
}

/** Returns the lists of staff, requested by a program with a key. Some filters have few matches and some have many. */
async function listStaffLists(client: Client): Promise<Scenario[]> {
  const key = `hk_live_${newToken()}`
  const scopes = [
    'orders',
    'returns',
    'refunds',
    'customers',
    'catalogue',
    'marketing',
    'inbox',
    'audit',
    'reviews',
    'settings',
  ].map((area) => `${area}:read`)
  await client.query(
    `insert into staff_keys (id, name, key_hash, ending, scopes, created_by, created_at)
     values ($1, 'bench', $2, '', $3, 'bench', now())`,
    [newId(), hashSecret(key), scopes],
  )
  const { rows: found } = await client.query<{ sku: string; number: string; tracking: string | null; country: string }>(
    `select l.sku_name as sku, o.order_no as number, a.country,
       (select p.tracking_no from packages p where p.tracking_no is not null limit 1) as tracking
     from orders o join order_lines l on l.order_id = o.id join order_addresses a on a.order_id = o.id limit 1`,
  )
  const [one = { sku: '', number: '', tracking: '', country: '' }] = found
  const list = (name: string, path: string): Scenario => ({
    // Staff lists count up to 10,000 rows, so they may take longer in a larger shop. Their limit is 50 ms.
    name: `Staff: ${name}`,
    connections: 1,
    asks: [{ path: `/staff-api/v1${path}`, headers: { ...encoding, authorization: `Bearer ${key}` } }],
  })
  return [
    list('today', '/today'),
    list('today, figures', '/today/figures'),
    list('orders', '/orders'),
    list('orders that wait', '/orders?view=waiting'),
    list('orders of a sku', `/orders?sku=${encodeURIComponent(one.sku)}`),
    list('orders to a country', `/orders?country=${encodeURIComponent(one.country)}`),
    list('orders by how they travel', '/orders?shipping_method=Standard'),
    list('orders with a return', '/orders?has=return'),
    list('orders by number', `/orders?q=${one.number}`),
    list('orders by tracking number', `/orders?tracking=${encodeURIComponent(one.tracking ?? 'none')}`),
    list('orders by how an address begins', '/orders?q=bench1'),
    list('returns', '/returns?status=processing,returning'),
    list('refunds', '/refunds'),
    list('customers by how an address begins', '/customers?q=bench1'),
    list('products', '/products'),
    list('products by handle', '/products?sort=handle&status=live'),
    list('products of a category', '/products?category=bench_1'),
    list('products by a word', '/products?q=navy'),
    list('stock', '/stock'),
    list('stock that runs low', '/stock?below=5&sort=stock'),
    list('stock that runs low, by code', '/stock?below=5'),
    list('coupons', '/coupons'),
    list('coupons that run', '/coupons?status=running'),
    list('inbox', '/inbox'),
    list('inbox, closed', '/inbox?state=closed'),
    list('inbox, a word that nobody wrote', '/inbox?q=nowhere'),
    list('audit log', '/audit'),
    list('audit log of a sku', '/audit?about=sku%20BENCH-7'),
    list('reviews', '/reviews'),
    list('reviews of few stars', '/reviews?rank=20'),
    list('reviews with photos', '/reviews?has_pictures=true'),
    list('customers, how many', '/customer-counts'),
  ]
}

/** Requests an uncompressed response. */
function plainly({ headers, ...ask }: Ask): Ask {
  return { ...ask, headers: { ...headers, 'accept-encoding': 'identity' } }
}

/**
 * Returns the tabs of the order list. Each tab is requested for shoppers who have orders in the tab, and deep pages for
 * shoppers with enough orders.
 */
async function listOrderLists(client: Client): Promise<{ name: string; path: string; customers: number[] }[]> {
  const heavy = Array.from({ length: heavyCustomers }, (_, number) => number)
  const list = (query: string, page = 1) => `/rest/order?from_type=2&limit=10&page=${page}${query}`
  const havingOrders = (statuses: string) => readCustomers(client, 'orders', `status_id in (${statuses})`)
  const tabs: [name: string, statuses: string][] = [
    ['Unpaid', '1'],
    ['Processing', '4,5,6,13'],
    ['Shipped', '7'],
    ['Received', '10'],
  ]
  const lists = [
    { name: 'Order list, page 1', path: list(''), customers: await havingOrders('1,4,5,6,7,8,9,10,11,13') },
    { name: 'Order list, page 50', path: list('', 50), customers: heavy },
  ]
  for (const [name, statuses] of tabs) {
    lists.push({
      name: `Tab ${name}`,
      path: list(`&order_status_id=${statuses}`),
      customers: await havingOrders(statuses),
    })
  }
  const returns = (page: number) => `/rest/after_sale?from_type=2&limit=10&page=${page}`
  lists.push(
    { name: 'Tab Processing, page 50', path: list('&order_status_id=4,5,6,13', 50), customers: heavy },
    { name: 'Tab Shipped, page 50', path: list('&order_status_id=7', 50), customers: heavy },
    { name: 'Tab Returns', path: returns(1), customers: await readCustomers(client, 'returns', 'true') },
    { name: 'Tab Returns, page 50', path: returns(50), customers: heavy },
  )
  return lists
}

const numberOf = (email: string) => Number(/^bench(\d+)@/.exec(email)?.[1])

async function readCustomers(client: Client, table: 'orders' | 'returns', condition: string): Promise<number[]> {
  const { rows } = await client.query<{ email: string }>(
    `select email from customers c where email = any($1)
     and exists (select from ${table} where customer_id = c.id and ${condition}) order by id`,
    [listEmails()],
  )
  return rows.map(({ email }) => numberOf(email))
}

async function readOwned(client: Client, table: 'orders' | 'returns' | 'packages') {
  const { rows } = await client.query<{ email: string; id: string }>(
    `select c.email, (select max(o.id) from ${table} o join orders on orders.id = ${table === 'orders' ? 'o.id' : 'o.order_id'}
       where orders.customer_id = c.id) as id
     from customers c where c.email = any($1) order by c.id`,
    [listEmails()],
  )
  return rows.flatMap(({ email, id }) => (id ? [{ number: numberOf(email), id }] : []))
}

function listEmails(): string[] {
  return Array.from({ length: shoppers }, (_, number) => emailOf(heavyCustomers + number))
}

/**
 * Returns all combinations of shoppers and unclaimed coupons. Consecutive requests use different coupons, so that no
 * request waits for a coupon that another request has locked.
 */
function listBindings(customers: number[]): Ask[] {
  return Array.from({ length: boundCoupons }, (_, round) => round).flatMap((round) =>
    customers.map((number, index) => ({
      method: 'POST' as const,
      path: '/ajax-web/coupon/bind',
      headers: { ...encoding, authorization: `Bearer ${tokenOf(number)}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        email: emailOf(number),
        code_id: String(couponNumbers.bound + ((index + round) % boundCoupons)),
      }),
    })),
  )
}

/** Returns order lookups, each from a different address, as guests would send. */
async function listLookups(client: Client): Promise<Ask[]> {
  const { rows } = await client.query<{ email: string; no: string }>(
    `select c.email, (select order_no from orders where customer_id = c.id limit 1) as no
     from customers c where c.email = any($1) order by c.id`,
    [listEmails()],
  )
  return rows
    .filter(({ no }) => no)
    .map(({ email, no }, index) => ({
      path: `/rest/order/tracking?email=${encodeURIComponent(email)}&order_no=${no}`,
      headers: { ...encoding, 'x-forwarded-for': `10.1.${index >> 8}.${index & 255}` },
    }))
}

async function listProductPages(client: Client): Promise<Ask[]> {
  const { rows } = await client.query<{ handle: string }>(
    'select handle from products where status = 1 and id < 1000000 order by id',
  )
  return rows.map(({ handle }) => ({ path: `/products/${handle}`, headers: encoding }))
}
