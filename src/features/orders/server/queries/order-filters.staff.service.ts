import { eq, gt, gte, inArray, like, lte, type SQL, sql } from 'drizzle-orm'
import type { StaffParsed } from '#contract/calls/staff-call.ts'
import { hourMs } from '#contract/times/times.ts'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { normalizeOrderNo, orderStatus } from '#features/orders/orders.rules.ts'
import type { listOrders } from '#features/orders/orders.staff.contract.ts'
import {
  listTabStatuses,
  type OrderExtra,
  type OrderStatusName,
  orderViews,
  toStatusId,
} from '#features/orders/orders.staff.rules.ts'
import { findCountryInAnyLanguage } from '#features/settings/server/country-names.service.ts'
import type { Database } from '#server/database/database.ts'
import { type Narrowed, narrowBy, toFilters, type WantedList } from '#server/http/list-page.ts'
import type { Shop } from '#server/shop.ts'
import { orderLines } from '../order-lines.tables.ts'
import { orderAddresses, orderNotes, orders, orderTags } from '../orders.tables.ts'
import { packageEvents, packages } from '../shipping/packages.tables.ts'

type OrderListQuery = Omit<StaffParsed<typeof listOrders>, 'limit' | 'after'>
type Reading = Pick<Shop, 'db' | 'hooks'>

/**
 * Returns the conditions for an order list with these filters, each with a separate index. Returns null if no order can
 * match.
 */
export async function toListCondition(
  { db, clock, hooks }: Reading & Pick<Shop, 'clock'>,
  input: OrderListQuery,
): Promise<WantedList | null> {
  const { from, to, view, expires_within: hours, sort = view ? 'placed_at' : '-placed_at' } = input
  const statuses = findStatuses(input)
  if (statuses?.length === 0) return null
  const rowConditions = await narrow({ db, hooks }, { ...input, ...(await readSearch(db, input.q)) })
  if (rowConditions === null) return null
  const filters = toFilters(rowConditions)
  const isNarrow = filters.isFew
  return {
    table: orders,
    at: hours ? orders.expiresAt : orders.createdAt,
    id: orders.id,
    isDescending: !hours && sort === '-placed_at',
    ...filters,
    conditions: [
      from ? gte(orders.createdAt, new Date(from)) : undefined,
      to ? lte(orders.createdAt, new Date(to)) : undefined,
      ...(hours ? isExpiring(clock.now(), hours) : []),
      ...filters.conditions,
      isNarrow && statuses ? inArray(orders.statusId, statuses) : undefined,
    ],
    oneOf: isNarrow ? null : (statuses?.map((status) => eq(orders.statusId, status)) ?? null),
    ids: rowConditions.length === 1 && !statuses && !from && !to && !hours ? rowConditions[0]?.ids : undefined,
  }
}

/**
 * Returns the conditions for orders that expire soon. Orders past their deadline are left out, since the timer cancels
 * such orders.
 */
const isExpiring = (now: Date, hours: number) => [
  gt(orders.expiresAt, now),
  lte(orders.expiresAt, new Date(now.getTime() + hours * hourMs)),
]

/** Returns the statuses that match all status filters. Null means any status. */
function findStatuses({ status, tab, view, expires_within }: OrderListQuery): number[] | null {
  const lists = [
    status ? status.split(',').map((name) => toStatusId(name as OrderStatusName)) : null,
    tab ? listTabStatuses(tab) : null,
    view ? [...orderViews[view]] : null,
    expires_within ? [orderStatus.unpaid] : null,
  ].filter((list) => list !== null)
  const [first, ...others] = lists
  return first ? [...new Set(first)].filter((id) => others.every((list) => list.includes(id))) : null
}

type Filters = Pick<OrderListQuery, 'email' | 'sku' | 'tracking' | 'country' | 'shipping_method' | 'tag' | 'has'> & {
  number?: string
  emailStart?: string
}

/** Reads a search text: a number, a tracking number, a SKU, a tag, or the beginning of an email address. */
async function readSearch(db: Database, q: string | undefined): Promise<Partial<Filters>> {
  if (!q) return {}
  const number = normalizeOrderNo(q)
  const [known] = await db.select({ id: orders.id }).from(orders).where(eq(orders.orderNo, number))
  if (known) return { number }
  const [parcel] = await db.select({ id: packages.id }).from(packages).where(isTracked(q)).limit(1)
  if (parcel) return { tracking: q }
  const [sku] = await db.select({ id: skus.id }).from(skus).where(isSku(q))
  if (sku) return { sku: q }
  const [tagged] = await db.select({ id: orderTags.orderId }).from(orderTags).where(isTagged(q)).limit(1)
  return tagged ? { tag: q } : { emailStart: q.toLowerCase() }
}

const isTracked = (number: string) => inArray(packages.trackingNo, [...new Set([number, number.toUpperCase()])])
/** Tags match regardless of case and spacing. */
export const isTagged = (tag: string) => sql`${orderTags.key} = lower(${collapseSpaces(tag)})`
export const collapseSpaces = (tag: string) => tag.replace(/\s+/g, ' ')
const isSku = (sku: string) => inArray(skus.sku, [...new Set([sku, sku.toUpperCase()])])

/** Returns the conditions of the filters. Returns null if no order can match. */
async function narrow({ db, hooks }: Reading, filters: Filters): Promise<Narrowed[] | null> {
  const { email, sku, tracking, country, shipping_method: method, tag, has, number, emailStart } = filters
  const rowConditions: Narrowed[] = []
  if (number) rowConditions.push({ condition: eq(orders.orderNo, number), isFew: true })
  if (email) rowConditions.push({ condition: eq(orders.email, email.toLowerCase()), isFew: true })
  if (tracking) {
    const ids = db.select({ id: packages.orderId }).from(packages).where(isTracked(tracking))
    rowConditions.push({ condition: sql`${orders.id} = any(array(${ids}))`, isFew: true })
  }
  if (emailStart) {
    const startsWithEmail = like(orders.email, `${emailStart.replace(/[\\%_]/g, '\\$&')}%`)
    const ids = sql`select ${orders.id} from ${orders} where ${startsWithEmail}`
    rowConditions.push(await narrowBy(db, orders.id, { ids, exists: startsWithEmail, isOwn: true }))
  }
  if (country) {
    // Rows that `mapCountries` has not converted yet contain the name of the country.
    const names = [(await findCountryInAnyLanguage(country)) ?? country, country]
    const ids = sql`select ${orderAddresses.orderId} from ${orderAddresses} where ${inArray(orderAddresses.country, names)}`
    const exists = sql`exists (select from ${orderAddresses}
      where ${orderAddresses.orderId} = ${orders.id} and ${inArray(orderAddresses.country, names)})`
    rowConditions.push(await narrowBy(db, orders.id, { ids, exists }))
  }
  if (sku) {
    const [found] = await db.select({ id: skus.id }).from(skus).where(isSku(sku))
    if (!found) return null
    const ids = sql`select ${orderLines.orderId} from ${orderLines} where ${eq(orderLines.skuId, found.id)}`
    const exists = sql`exists (select from order_lines l where l.order_id = ${orders.id} and l.sku_id = ${found.id})`
    rowConditions.push(await narrowBy(db, orders.id, { ids, exists }))
  }
  if (method) {
    const exists = eq(orders.shippingMethod, method)
    const ids = sql`select ${orders.id} from ${orders} where ${exists}`
    rowConditions.push(await narrowBy(db, orders.id, { ids, exists, isOwn: true }))
  }
  if (tag) {
    const ids = sql`select ${orderTags.orderId} from ${orderTags} where ${isTagged(tag)}`
    const exists = sql`exists (select from ${orderTags} where ${orderTags.orderId} = ${orders.id} and ${isTagged(tag)})`
    rowConditions.push(await narrowBy(db, orders.id, { ids, exists }))
  }
  for (const extra of new Set(has?.split(','))) {
    rowConditions.push(await narrowBy(db, orders.id, hasExtra(extra as OrderExtra, hooks)))
  }
  return rowConditions
}

/**
 * Returns two conditions for orders with an additional record: a query for their ids on a small index, and a condition
 * for a single order.
 */
function hasExtra(extra: OrderExtra, hooks: Shop['hooks']): { ids: SQL; exists: SQL; isOwn?: boolean } {
  if (extra === 'return') return hooks.staffOrderParts.ordersWithReturn(orders.id)
  if (extra === 'note') {
    return {
      ids: sql`select ${orderNotes.orderId} from ${orderNotes}`,
      exists: sql`exists (select from order_notes n where n.order_id = ${orders.id})`,
    }
  }
  if (extra === 'problem') {
    return {
      // Each event looks up its own parcel. A join would read all parcels of the shop for a few thousand events.
      ids: sql`select (select p.order_id from ${packages} p where p.id = e.package_id)
        from ${packageEvents} e where e.kind = 'problem'`,
      exists: sql`exists (select from ${packages} p join ${packageEvents} e on e.package_id = p.id
        where p.order_id = ${orders.id} and e.kind = 'problem')`,
    }
  }
  // Must be written exactly like the condition of the index.
  const exists = sql`${orders.refundedAmount} > 0`
  return { ids: sql`select ${orders.id} from ${orders} where ${exists}`, exists, isOwn: true }
}
