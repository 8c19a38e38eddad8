import { and, asc, eq, gt, inArray, or } from 'drizzle-orm'
import { toStaffTime } from '#contract/calls/staff-call.ts'
import { toPriceValue } from '#contract/money/money.ts'
import { toStatusName } from '#features/orders/orders.staff.rules.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orderAddresses, orders } from '#features/orders/server/orders.tables.ts'
import { formatCountry } from '#features/settings/country-names.rules.ts'
import { readCurrencyStyles } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'

/**
 * The columns of order files. The columns that an import reads come first, followed by columns that only exports have.
 */
export const orderColumns = [
  ...['order_no', 'email', 'firstname', 'lastname', 'tel', 'zipcode', 'city', 'state', 'country', 'shipping_method'],
  ...['currency', 'symbol_left', 'symbol_right', 'sku_price', 'discount_price', 'shipping', 'total'],
  ...['pay_confirm_time'],
  ...['item_sku_name_en', 'item_sku_attr_en', 'item_price', 'item_image', 'item_status'],
  ...['status', 'placed_at', 'item_sku'],
]

type Cells = Record<string, string | number | null | undefined>
/** An order in a file, placed in this shop or in an earlier shop. */
export type OrderRecord = { [name: string]: Cells[string] | Cells[]; order_no: string; email: string; items: Cells[] }

/** Returns the lines of an order in a CSV, one per item. The first line has the cells of the order. */
export function listOrderLines({ items, ...order }: OrderRecord): Record<string, unknown>[] {
  return items.map((item, at) => ({
    ...(at === 0 ? order : { order_no: order.order_no, email: order.email }),
    ...Object.fromEntries(Object.entries(item).map(([name, value]) => [`item_${name}`, value])),
  }))
}

/** Reads orders placed in this shop by their ids. Erased orders are left out. */
export async function readOrderRecords(db: Database, ids: string[]): Promise<OrderRecord[]> {
  if (ids.length === 0) return []
  const styles = await readCurrencyStyles(db)
  const found = await db.select().from(orders).where(inArray(orders.id, ids))
  const addresses = await db.select().from(orderAddresses).where(inArray(orderAddresses.orderId, ids))
  const lines = await db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.position))
  const orderOf = new Map(found.map((order) => [order.id, order]))
  const addressOf = new Map(addresses.map((address) => [address.orderId, address]))
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId)
  return ids.flatMap((id) => {
    const order = orderOf.get(id)
    if (!order) return []
    const style = styles.get(order.currency)
    const address = addressOf.get(id)
    const value = (amount: number) => toPriceValue(amount, style?.decimals ?? 2)
    return {
      ...{ order_no: order.orderNo, email: order.email, firstname: address?.firstname, lastname: address?.lastname },
      ...{ tel: address?.telephone, zipcode: address?.postcode, city: address?.city, state: address?.state },
      country: address && formatCountry(address.country),
      ...{ shipping_method: order.shippingMethod, currency: order.currency },
      ...{ symbol_left: style?.symbol_left, symbol_right: style?.symbol_right },
      sku_price: value(order.subtotalAmount),
      discount_price: value(order.discountAmount),
      shipping: value(order.shippingAmount),
      total: value(order.totalAmount),
      pay_confirm_time: order.paidAt ? Math.floor(order.paidAt.getTime() / 1000) : '',
      ...{ status: toStatusName(order.statusId), placed_at: toStaffTime(order.createdAt) },
      items: (linesOf.get(id) ?? []).map((line) => ({
        image: line.image,
        sku_name_en: line.name,
        sku_attr_en: line.options.map(({ valueName }) => valueName).join(' / '),
        price: value(line.priceAmount),
        status: line.cancelledAt ? 'cancelled' : '',
        sku: line.skuName,
      })),
    }
  })
}

/**
 * The position at which a page of orders ended: the time of the order and its id, as in the index that reads the next
 * page.
 */
export type OrderPlace = { createdAt: Date; id: string }

/** Reads the next orders placed in this shop, oldest first. */
export async function readOrderPage(
  db: Database,
  after: OrderPlace | null,
  max: number,
): Promise<{ records: OrderRecord[]; next: OrderPlace | null }> {
  const { createdAt, id } = orders
  const isLater = after && or(gt(createdAt, after.createdAt), and(eq(createdAt, after.createdAt), gt(id, after.id)))
  const places = await db
    .select({ createdAt, id })
    .from(orders)
    .where(isLater ?? undefined)
    .orderBy(asc(createdAt), asc(id))
    .limit(max)
  const records = await readOrderRecords(
    db,
    places.map((place) => place.id),
  )
  return { records, next: places.length < max ? null : (places.at(-1) ?? null) }
}
