import { asc, desc, eq, gt, gte, inArray, like, lte, or, type SQL, sql } from 'drizzle-orm'
import { type StaffOutput, type StaffPage, type StaffParsed, toStaffTime } from '#contract/staff-call.ts'
import { hourMs } from '#contract/times.ts'
import { saleType } from '#features/catalogue/catalogue.rules.ts'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { countedMost } from '#server/cursors.ts'
import type { Database } from '#server/database.ts'
import { findPage, findPlace, type Narrowed, narrowBy, showPage, type WantedList } from '#server/list-page.ts'
import { refuse } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { normalizeOrderNo, orderStatus } from '../orders.rules.ts'
import type {
  countOrders as countOrdersCall,
  findOrderPlace as findOrderPlaceCall,
  listOrders as listOrdersCall,
  OrderHead,
} from '../orders.staff.contract.ts'
import {
  listPossible,
  listTabStatuses,
  type OrderStatusName,
  type OrderTag,
  orderStatusNames,
  orderTags,
  orderViews,
  toStatusId,
  toStatusName,
} from '../orders.staff.rules.ts'
import { type ItemsOfCustomer, returnsALot } from '../return-rate.rules.ts'
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

type Reading = Pick<Shop, 'db' | 'hooks'>
type Asked = Omit<StaffParsed<typeof listOrdersCall>, 'limit' | 'after'>

/** Everybody's orders, a page at a time, each filter on an index. */
export async function listOrders(
  { db, clock, hooks }: Reading & Pick<Shop, 'clock'>,
  { limit, after, ...asked }: StaffParsed<typeof listOrdersCall>,
): Promise<StaffPage<OrderHead>> {
  const wanted = await toWanted({ db, clock }, asked)
  if (wanted === null) return { data: [], next: null, total: 0 }
  const page = await findPage(db, { ...wanted, limit, after })
  return showPage(page, limit, (ids) => readHeads({ db, hooks }, ids))
}

/** Which orders stand before and after one in a list, and which of how many it is. */
export async function findOrderPlace(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  { no, ...asked }: StaffParsed<typeof findOrderPlaceCall>,
): Promise<StaffOutput<typeof findOrderPlaceCall>> {
  const { id } = await findOrder(db, no)
  const wanted = await toWanted({ db, clock }, asked)
  if (wanted === null) return { previous: null, next: null, position: null, total: 0 }
  const { before, after, position, total } = await findPlace(db, wanted, id)
  const near = [before, after].filter((one) => one !== null)
  const rows = await db.select({ id: orders.id, number: orders.orderNo }).from(orders).where(inArray(orders.id, near))
  const numberOf = (wantedId: string | null) => rows.find((row) => row.id === wantedId)?.number ?? null
  return { previous: numberOf(before), next: numberOf(after), position, total }
}

/** Null where nothing can match. */
async function toWanted({ db, clock }: Pick<Shop, 'db' | 'clock'>, asked: Asked): Promise<WantedList | null> {
  const { from, to, view, expires_within: hours, sort = view ? 'placed_at' : '-placed_at' } = asked
  const statuses = findStatuses(asked)
  if (statuses?.length === 0) return null
  const narrowed = await narrow(db, { ...asked, ...(await readSearch(db, asked.q)) })
  if (narrowed === null) return null
  const isNarrow = narrowed.some(({ isFew }) => isFew)
  return {
    table: orders,
    at: hours ? orders.expiresAt : orders.createdAt,
    id: orders.id,
    isDescending: !hours && sort === '-placed_at',
    conditions: [
      from ? gte(orders.createdAt, new Date(from)) : undefined,
      to ? lte(orders.createdAt, new Date(to)) : undefined,
      ...(hours ? isExpiring(clock.now(), hours) : []),
      ...narrowed.map(({ condition }) => condition),
      isNarrow && statuses ? inArray(orders.statusId, statuses) : undefined,
    ],
    oneOf: isNarrow ? null : (statuses?.map((status) => eq(orders.statusId, status)) ?? null),
    isCounted: narrowed.every(({ isFew }) => isFew),
    isFew: isNarrow,
    ids: narrowed.length === 1 && !statuses && !from && !to && !hours ? narrowed[0]?.ids : undefined,
  }
}

/** What has lapsed already waits for the timer, not for staff. */
const isExpiring = (now: Date, hours: number) => [
  gt(orders.expiresAt, now),
  lte(orders.expiresAt, new Date(now.getTime() + hours * hourMs)),
]

/** What several filters on the status leave; null is any. */
function findStatuses({ status, tab, view, expires_within }: Asked): number[] | null {
  const lists = [
    status ? status.split(',').map((name) => toStatusId(name as OrderStatusName)) : null,
    tab ? listTabStatuses(tab) : null,
    view ? [...orderViews[view]] : null,
    expires_within ? [orderStatus.unpaid] : null,
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

const isExpress = sql<boolean>`(orders.shipping_method ~* 'express' or exists (
  select from shipping_methods m where m.name = orders.shipping_method and m.code ~* 'express'))`
const hasFinalSale = sql<boolean>`exists (
  select from order_lines l where l.order_id = orders.id and l.cancelled_at is null and l.type = ${saleType.finalSale})`
// Of an account, or of the address of whoever has none; an index each.
const isFirst = sql<boolean>`case when orders.customer_id is null
  then not exists (select from orders o where o.email = orders.email
    and (o.created_at, o.id) < (orders.created_at, orders.id))
  else not exists (select from orders o where o.customer_id = orders.customer_id
    and (o.created_at, o.id) < (orders.created_at, orders.id)) end`

const headColumns = {
  order: orders,
  name: nameOfOrder,
  city: cityOfOrder,
  country: countryOfOrder,
  items: itemsOfOrder,
  images: imagesOfOrder,
  isExpress,
  hasFinalSale,
  isFirst,
}

async function readHeads(reading: Reading, ids: string[]): Promise<Map<string, OrderHead>> {
  const rows = await selectHeads(reading, inArray(orders.id, ids))
  return new Map(rows.map(({ head }) => [head.id, head]))
}

/** The latest orders of somebody. */
export async function listHeadsOfCustomer(reading: Reading, customerId: string, limit: number): Promise<OrderHead[]> {
  const rows = await reading.db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.customerId, customerId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
  const ids = rows.map(({ id }) => id)
  const heads = await readHeads(reading, ids)
  return ids.flatMap((id) => heads.get(id) ?? [])
}

type HeadRow = {
  order: OrderRow
  name: string
  city: string
  country: string
  items: number
  images: string[]
  isExpress: boolean
  hasFinalSale: boolean
  isFirst: boolean
}

/** Orders with what a list shows of them. */
export async function selectHeads({ db, hooks }: Reading, which: SQL): Promise<{ order: OrderRow; head: OrderHead }[]> {
  const rows: HeadRow[] = await db.select(headColumns).from(orders).where(which)
  const customerIds = rows.flatMap(({ order }) => order.customerId ?? [])
  const counted = await hooks.staffOrderParts.itemsOfCustomers(db, customerIds)
  return rows.map((row) => ({
    order: row.order,
    head: toHead(row, listTags(row, counted.get(row.order.customerId ?? ''))),
  }))
}

function listTags(row: HeadRow, bought: ItemsOfCustomer | undefined): OrderTag[] {
  const has: Record<OrderTag, boolean> = {
    express: row.isExpress,
    final_sale: row.hasFinalSale,
    first_order: row.isFirst,
    guest: row.order.customerId === null,
    returns_a_lot: bought !== undefined && returnsALot(bought),
  }
  return orderTags.filter((tag) => has[tag])
}

function toHead({ order, name, city, country, items, images }: HeadRow, tags: OrderTag[]): OrderHead {
  return {
    id: order.id,
    number: order.orderNo,
    status: toStatusName(order.statusId),
    placed_at: toStaffTime(order.createdAt),
    customer: { id: order.customerId, name, email: order.email },
    city,
    country,
    shipping_method: order.shippingMethod,
    tags,
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
