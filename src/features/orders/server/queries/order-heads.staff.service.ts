import { desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { toStaffTime } from '#contract/calls/staff-call.ts'
import { saleType } from '#features/catalogue/catalogue.rules.ts'
import { orderStatus } from '#features/orders/orders.rules.ts'
import type { OrderHead } from '#features/orders/orders.staff.contract.ts'
import { listPossible, type OrderTag, orderTags, toStatusName } from '#features/orders/orders.staff.rules.ts'
import { type ItemsOfCustomer, returnsOften } from '#features/orders/return-rate.rules.ts'
import { resolveCountry } from '#features/settings/country-names.rules.ts'
import type { Shop } from '#server/shop.ts'
import type { OrderRow } from '../commands/move-order.service.ts'
import { orders } from '../orders.tables.ts'

type Reading = Pick<Shop, 'db' | 'hooks'>

/** 3: the pictures that fit on a row of a list. */
const maxImages = 3

const nameOfOrder = sql<string>`coalesce((
  select trim(a.firstname || ' ' || a.lastname) from order_addresses a where a.order_id = orders.id), '')`
const countryOfOrder = sql<string>`coalesce((select a.country from order_addresses a where a.order_id = orders.id), '')`
const cityOfOrder = sql<string>`coalesce((select a.city from order_addresses a where a.order_id = orders.id), '')`
const imagesOfOrder = sql<string[]>`array(
  select l.image from order_lines l where l.order_id = orders.id and l.cancelled_at is null
  order by l.position limit ${maxImages})`
const itemsOfOrder = sql<number>`(
  select count(*)::int from order_lines l where l.order_id = orders.id and l.cancelled_at is null)`

const isExpress = sql<boolean>`(orders.shipping_method ~* 'express' or exists (
  select from shipping_methods m where m.name = orders.shipping_method and m.code ~* 'express'))`
const hasFinalSale = sql<boolean>`exists (
  select from order_lines l where l.order_id = orders.id and l.cancelled_at is null and l.type = ${saleType.finalSale})`
// Whether the order is the first of its account, or of a guest's email address. Each case has its own index.
const isFirst = sql<boolean>`case when orders.customer_id is null
  then not exists (select from orders o where o.email = orders.email
    and (o.created_at, o.id) < (orders.created_at, orders.id))
  else not exists (select from orders o where o.customer_id = orders.customer_id
    and (o.created_at, o.id) < (orders.created_at, orders.id)) end`
const ownTags = sql<string[]>`array(select t.tag from order_tags t where t.order_id = orders.id order by t.key)`

const headColumns = {
  order: orders,
  name: nameOfOrder,
  city: cityOfOrder,
  country: countryOfOrder,
  items: itemsOfOrder,
  images: imagesOfOrder,
  ownTags,
  isExpress,
  hasFinalSale,
  isFirst,
}

/** Returns the list data of these orders by id. */
export async function readHeads(reading: Reading, ids: string[]): Promise<Map<string, OrderHead>> {
  const rows = await selectHeads(reading, inArray(orders.id, ids))
  return new Map(rows.map(({ head }) => [head.id, head]))
}

export async function listHeadsOfCustomer(reading: Reading, customerId: string, limit: number): Promise<OrderHead[]> {
  const rows = await reading.db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.customerId, customerId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
  const ids = rows.map(({ id }) => id)
  const headsById = await readHeads(reading, ids)
  return ids.flatMap((id) => headsById.get(id) ?? [])
}

type HeadRow = {
  order: OrderRow
  name: string
  city: string
  country: string
  items: number
  images: string[]
  ownTags: string[]
  isExpress: boolean
  hasFinalSale: boolean
  isFirst: boolean
}

/** Selects orders with their list data. */
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
    returns_a_lot: bought !== undefined && returnsOften(bought),
  }
  return orderTags.filter((tag) => has[tag])
}

function toHead(
  { order, name, city, country, items, images, ownTags: own_tags }: HeadRow,
  tags: OrderTag[],
): OrderHead {
  return {
    id: order.id,
    number: order.orderNo,
    status: toStatusName(order.statusId),
    placed_at: toStaffTime(order.createdAt),
    customer: { id: order.customerId, name, email: order.email },
    city,
    ...resolveCountry(country),
    shipping_method: order.shippingMethod,
    tags,
    own_tags,
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
