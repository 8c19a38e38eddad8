import { asc, desc, eq, gte, inArray, like, lte, or, type SQL, sql } from 'drizzle-orm'
import { type StaffOutput, type StaffPage, type StaffParsed, toStaffTime } from '#contract/staff-call.ts'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { countedMost } from '#server/cursors.ts'
import type { Database } from '#server/database.ts'
import { findPage, type Narrowed, narrowBy, showPage } from '#server/list-page.ts'
import { refuse } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { normalizeOrderNo, orderStatus } from '../orders.rules.ts'
import type {
  countOrders as countOrdersCall,
  listOrders as listOrdersCall,
  OrderHead,
} from '../orders.staff.contract.ts'
import {
  listPossible,
  listTabStatuses,
  type OrderStatusName,
  orderStatusNames,
  orderViews,
  toStatusId,
  toStatusName,
} from '../orders.staff.rules.ts'
import type { OrderRow } from './move-order.service.ts'
import { orderLines } from './order-lines.tables.ts'
import { orderAddresses, orders } from './orders.tables.ts'
import { packages } from './packages.tables.ts'

/** By the number people know, or by its id. */
export async function findOrder(db: Database, no: string): Promise<OrderRow> {
  const [order] = await db
    .select()
    .from(orders)
    .where(or(eq(orders.orderNo, normalizeOrderNo(no)), eq(orders.id, no)))
  if (!order) throw refuse('not_found', { message: `There is no order ${no}.` })
  return order
}

type Asked = StaffParsed<typeof listOrdersCall>

/** Everybody's orders, a page at a time, each filter on an index. */
export async function listOrders({ db }: Pick<Shop, 'db'>, asked: Asked): Promise<StaffPage<OrderHead>> {
  const { limit, after, from, to, view, sort = view ? 'placed_at' : '-placed_at' } = asked
  const statuses = findStatuses(asked)
  if (statuses?.length === 0) return { data: [], next: null, total: 0 }
  const narrowed = await narrow(db, { ...asked, ...(await readSearch(db, asked.q)) })
  if (narrowed === null) return { data: [], next: null, total: 0 }
  const isNarrow = narrowed.some(({ isFew }) => isFew)
  const page = await findPage(db, {
    table: orders,
    at: orders.createdAt,
    id: orders.id,
    isDescending: sort === '-placed_at',
    limit,
    after,
    conditions: [
      from ? gte(orders.createdAt, new Date(from)) : undefined,
      to ? lte(orders.createdAt, new Date(to)) : undefined,
      ...narrowed.map(({ condition }) => condition),
      isNarrow && statuses ? inArray(orders.statusId, statuses) : undefined,
    ],
    oneOf: isNarrow ? null : (statuses?.map((status) => eq(orders.statusId, status)) ?? null),
    isCounted: narrowed.every(({ isFew }) => isFew),
    isFew: isNarrow,
    ids: narrowed.length === 1 && !statuses && !from && !to ? narrowed[0]?.ids : undefined,
  })
  return showPage(page, limit, (ids) => readHeads(db, ids))
}

/** What several filters on the status leave; null is any. */
function findStatuses({ status, tab, view }: Asked): number[] | null {
  const lists = [
    status ? status.split(',').map((name) => toStatusId(name as OrderStatusName)) : null,
    tab ? listTabStatuses(tab) : null,
    view ? [...orderViews[view]] : null,
  ].filter((list) => list !== null)
  const [first, ...others] = lists
  return first ? [...new Set(first)].filter((id) => others.every((list) => list.includes(id))) : null
}

type Filters = Pick<Asked, 'email' | 'sku' | 'tracking' | 'country'> & { number?: string; emailStart?: string }

/** What somebody typed into the search: a number, a tracking number, a sku, or an address as far as they have typed it. */
async function readSearch(db: Database, q: string | undefined): Promise<Partial<Filters>> {
  if (!q) return {}
  const number = normalizeOrderNo(q)
  const [known] = await db.select({ id: orders.id }).from(orders).where(eq(orders.orderNo, number))
  if (known) return { number }
  const [parcel] = await db.select({ id: packages.id }).from(packages).where(isTracked(q)).limit(1)
  if (parcel) return { tracking: q }
  const [sku] = await db.select({ id: skus.id }).from(skus).where(isSku(q))
  return sku ? { sku: q } : { emailStart: q.toLowerCase() }
}

const isTracked = (number: string) => inArray(packages.trackingNo, [...new Set([number, number.toUpperCase()])])
const isSku = (sku: string) => inArray(skus.sku, [...new Set([sku, sku.toUpperCase()])])

/** Null where nothing can match. */
async function narrow(db: Database, filters: Filters): Promise<Narrowed[] | null> {
  const { email, sku, tracking, country, number, emailStart } = filters
  const narrowed: Narrowed[] = []
  if (number) narrowed.push({ condition: eq(orders.orderNo, number), isFew: true })
  if (email) narrowed.push({ condition: eq(orders.email, email.toLowerCase()), isFew: true })
  if (tracking) {
    const ids = db.select({ id: packages.orderId }).from(packages).where(isTracked(tracking))
    narrowed.push({ condition: sql`${orders.id} = any(array(${ids}))`, isFew: true })
  }
  if (emailStart) {
    const isLike = like(orders.email, `${emailStart.replace(/[\\%_]/g, '\\$&')}%`)
    const ids = sql`select ${orders.id} from ${orders} where ${isLike}`
    narrowed.push(await narrowBy(db, orders.id, { ids, exists: isLike }))
  }
  if (country) {
    const ids = sql`select ${orderAddresses.orderId} from ${orderAddresses} where ${eq(orderAddresses.country, country)}`
    const exists = sql`exists (select from order_addresses a where a.order_id = ${orders.id} and a.country = ${country})`
    narrowed.push(await narrowBy(db, orders.id, { ids, exists }))
  }
  if (sku) {
    const [found] = await db.select({ id: skus.id }).from(skus).where(isSku(sku))
    if (!found) return null
    const ids = sql`select ${orderLines.orderId} from ${orderLines} where ${eq(orderLines.skuId, found.id)}`
    const exists = sql`exists (select from order_lines l where l.order_id = ${orders.id} and l.sku_id = ${found.id})`
    narrowed.push(await narrowBy(db, orders.id, { ids, exists }))
  }
  return narrowed
}

/** As many as a row of a list shows. */
const imagesMost = 3

const nameOfOrder = sql<string>`coalesce((
  select trim(a.firstname || ' ' || a.lastname) from order_addresses a where a.order_id = orders.id), '')`
const countryOfOrder = sql<string>`coalesce((select a.country from order_addresses a where a.order_id = orders.id), '')`
const cityOfOrder = sql<string>`coalesce((select a.city from order_addresses a where a.order_id = orders.id), '')`
const imagesOfOrder = sql<string[]>`array(
  select l.image from order_lines l where l.order_id = orders.id and l.cancelled_at is null
  order by l.position limit ${imagesMost})`
const itemsOfOrder = sql<number>`(
  select count(*)::int from order_lines l where l.order_id = orders.id and l.cancelled_at is null)`

type HeadRow = { order: OrderRow; name: string; city: string; country: string; items: number; images: string[] }

async function readHeads(db: Database, ids: string[]): Promise<Map<string, OrderHead>> {
  const rows = await selectHeads(db, inArray(orders.id, ids))
  return new Map(rows.map((row) => [row.order.id, toHead(row)]))
}

/** The latest orders of somebody. */
export async function listHeadsOfCustomer(db: Database, customerId: string, limit: number): Promise<OrderHead[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.customerId, customerId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
  const ids = rows.map(({ id }) => id)
  const heads = await readHeads(db, ids)
  return ids.flatMap((id) => heads.get(id) ?? [])
}

export function selectHeads(db: Database, which: SQL): Promise<HeadRow[]> {
  return db
    .select({
      order: orders,
      name: nameOfOrder,
      city: cityOfOrder,
      country: countryOfOrder,
      items: itemsOfOrder,
      images: imagesOfOrder,
    })
    .from(orders)
    .where(which)
}

export function toHead({ order, name, city, country, items, images }: HeadRow): OrderHead {
  return {
    id: order.id,
    number: order.orderNo,
    status: toStatusName(order.statusId),
    placed_at: toStaffTime(order.createdAt),
    customer: { id: order.customerId, name, email: order.email },
    city,
    country,
    shipping_method: order.shippingMethod,
    items,
    images,
    total: { amount: order.totalAmount, currency: order.currency },
    due_at: toTime(findDue(order)),
    note: order.holdReason ?? order.cancelReason,
    possible: listPossible(order),
  }
}

export const toTime = (moment: Date | null): string | null => moment && toStaffTime(moment)

function findDue({ statusId, expiresAt, autoReceiveAt, autoCompleteAt }: OrderRow): Date | null {
  if (statusId === orderStatus.unpaid) return expiresAt
  if (statusId === orderStatus.shipped) return autoReceiveAt
  return statusId === orderStatus.received ? autoCompleteAt : null
}

/** An order's lines as everybody counts them. */
export function listLines(db: Database, orderId: string) {
  return db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.position))
}

/** An order's parcels as staff count them. */
export function listParcels(db: Database, orderId: string) {
  return db
    .select()
    .from(packages)
    .where(eq(packages.orderId, orderId))
    .orderBy(asc(packages.packedAt), asc(packages.id))
}

/** As far as anybody counts, each status by itself in its index. */
export async function countOrders({ db }: Pick<Shop, 'db'>): Promise<StaffOutput<typeof countOrdersCall>> {
  const each = orderStatusNames.map(
    (name) => sql`select ${name}::text as status, count(*)::int as found from (
      select 1 from ${orders} where ${eq(orders.statusId, toStatusId(name))} limit ${countedMost + 1}) counted`,
  )
  const { rows } = await db.execute<{ status: OrderStatusName; found: number }>(sql.join(each, sql` union all `))
  const counts = Object.fromEntries(rows.map(({ status, found }) => [status, found]))
  return { counts: counts as Record<OrderStatusName, number> }
}
