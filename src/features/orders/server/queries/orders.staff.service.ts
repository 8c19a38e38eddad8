import { asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { StaffOutput, StaffPage, StaffParsed } from '#contract/calls/staff-call.ts'
import { compareTexts } from '#contract/text/compare.ts'
import { recordOf } from '#contract/values.ts'
import { normalizeOrderNo } from '#features/orders/orders.rules.ts'
import type {
  countOrders as countOrdersCall,
  findOrderPlace as findOrderPlaceCall,
  listOrderChoices as listOrderChoicesCall,
  listOrders as listOrdersCall,
  OrderHead,
  sumOrders as sumOrdersCall,
} from '#features/orders/orders.staff.contract.ts'
import { maxTagWords, type OrderStatusName, orderStatusNames, toStatusId } from '#features/orders/orders.staff.rules.ts'
import { resolveCountry } from '#features/settings/country-names.rules.ts'
import type { Database } from '#server/database/database.ts'
import { maxCounted } from '#server/http/cursors.ts'
import { findPage, findPlace, listValues, showPage, sumList } from '#server/http/list-page.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import type { OrderRow } from '../commands/move-order.service.ts'
import { orderLines } from '../order-lines.tables.ts'
import { orderAddresses, orders, orderTags } from '../orders.tables.ts'
import { packages } from '../shipping/packages.tables.ts'
import { toListCondition } from './order-filters.staff.service.ts'
import { readHeads } from './order-heads.staff.service.ts'

/** Finds an order by its number or id. */
export async function findOrder(db: Database, no: string): Promise<OrderRow> {
  const [order] = await db
    .select()
    .from(orders)
    .where(or(eq(orders.orderNo, normalizeOrderNo(no)), eq(orders.id, no)))
  if (!order) throw refuse('not_found', { message: `There is no order ${no}.` })
  return order
}

type Reading = Pick<Shop, 'db' | 'clock' | 'hooks'>

export async function listOrders(
  { db, clock, hooks }: Reading,
  { limit, after, ...input }: StaffParsed<typeof listOrdersCall>,
): Promise<StaffPage<OrderHead>> {
  const condition = await toListCondition({ db, clock, hooks }, input)
  if (condition === null) return { data: [], next: null, total: 0 }
  const page = await findPage(db, { ...condition, limit, after })
  return showPage(page, limit, (ids) => readHeads({ db, hooks }, ids))
}

/** Returns the neighbors of an order in a list, its position and the total. */
export async function findOrderPlace(
  { db, clock, hooks }: Reading,
  { no, ...input }: StaffParsed<typeof findOrderPlaceCall>,
): Promise<StaffOutput<typeof findOrderPlaceCall>> {
  const { id } = await findOrder(db, no)
  const condition = await toListCondition({ db, clock, hooks }, input)
  if (condition === null) return { previous: null, next: null, position: null, total: 0 }
  const { before, after, position, total } = await findPlace(db, condition, id)
  const neighbors = [before, after].filter((one) => one !== null)
  const rows = await db
    .select({ id: orders.id, number: orders.orderNo })
    .from(orders)
    .where(inArray(orders.id, neighbors))
  const numberOf = (wantedId: string | null) => rows.find((row) => row.id === wantedId)?.number ?? null
  return { previous: numberOf(before), next: numberOf(after), position, total }
}

export function listLines(db: Database, orderId: string) {
  return db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.position))
}

/** Lists the parcels of an order in the order of their numbers. */
export function listParcels(db: Database, orderId: string) {
  return db
    .select()
    .from(packages)
    .where(eq(packages.orderId, orderId))
    .orderBy(asc(packages.packedAt), asc(packages.id))
}

/** Counts the orders of each status, up to a limit, by the index of statuses. */
export async function countOrders({ db }: Pick<Shop, 'db'>): Promise<StaffOutput<typeof countOrdersCall>> {
  const each = orderStatusNames.map(
    (name) => sql`select ${name}::text as status, count(*)::int as found from (
      select 1 from ${orders} where ${eq(orders.statusId, toStatusId(name))} limit ${maxCounted + 1}) counted`,
  )
  const { rows } = await db.execute<{ status: OrderStatusName; found: number }>(sql.join(each, sql` union all `))
  const found = new Map(rows.map((row) => [row.status, row.found]))
  return { counts: recordOf(orderStatusNames, (name) => found.get(name) ?? 0) }
}

/** Sums the value of the orders of a list, less refunds. */
export async function sumOrders(
  shop: Reading,
  input: StaffParsed<typeof sumOrdersCall>,
): Promise<StaffOutput<typeof sumOrdersCall>> {
  const condition = await toListCondition(shop, input)
  if (condition === null) return { orders: 0, money: [] }
  const worth = sql`${orders.totalAmount} - ${orders.refundedAmount}`
  const sums = await sumList(shop.db, condition, { amount: worth, currency: orders.currency })
  return { orders: sums?.rows ?? null, money: sums?.money ?? [] }
}

// 300: above the 249 ISO countries and any realistic number of shipping methods.
const maxChoices = 300

/**
 * Lists the country names of orders. A code and a name that `mapCountries` has not converted yet become a single entry.
 */
async function listCountryNames(db: Database): Promise<string[]> {
  const stored = await listValues(db, orderAddresses.country, { max: maxChoices })
  return [...new Set(stored.map((one) => resolveCountry(one).country))].sort(compareTexts)
}

/** Lists the values of the filters. */
export async function listChoices({ db }: Pick<Shop, 'db'>): Promise<StaffOutput<typeof listOrderChoicesCall>> {
  return {
    shipping_methods: await listValues(db, orders.shippingMethod, { max: maxChoices }),
    countries: await listCountryNames(db),
    tags: await listTagWords(db),
  }
}

/** Lists the tags of the shop, each in its first spelling. */
export const listTagWords = (db: Database): Promise<string[]> =>
  listValues(db, orderTags.key, { max: maxTagWords, shown: orderTags.tag })
