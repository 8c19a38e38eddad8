import { asc, inArray } from 'drizzle-orm'
import { toPriceValue } from '#contract/money.ts'
import type { StaffParsed } from '#contract/staff-call.ts'
import type { OrderHead } from '#features/orders/orders.staff.contract.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { listOrders } from '#features/orders/server/orders.staff.service.ts'
import { orderAddresses, orders } from '#features/orders/server/orders.tables.ts'
import { readCurrencyStyles } from '#features/settings/server/settings.service.ts'
import type { Shop } from '#server/shop.ts'
import type { exportOrderList } from '../exports.staff.contract.ts'
import { streamText, writeCsvLines } from './write-csv.ts'

type Asked = StaffParsed<typeof exportOrderList>

const pageSize = 200
/** More than anybody reads in a sheet; longer lists are narrowed by days. */
export const listedMost = 50_000

/** As the file of all orders, so that the same programs read it; what a list shows beyond that stands at the end. */
const columns = [
  ...['order_no', 'email', 'firstname', 'lastname', 'tel', 'zipcode', 'city', 'state', 'country', 'shipping_method'],
  ...[
    'currency',
    'symbol_left',
    'symbol_right',
    'sku_price',
    'discount_price',
    'shipping',
    'total',
    'pay_confirm_time',
  ],
  ...['item_sku_name_en', 'item_sku_attr_en', 'item_price', 'item_image', 'item_status'],
  ...['status', 'placed_at', 'item_sku'],
]

/** The orders of a list as it is filtered and sorted, read page after page as fast as whoever takes the file. */
export function streamOrderList(shop: Pick<Shop, 'db' | 'clock' | 'hooks'>, asked: Asked): ReadableStream<Uint8Array> {
  async function* write(): AsyncGenerator<string> {
    yield writeCsvLines([columns])
    let after: string | null = null
    for (let told = 0; told < listedMost; told += pageSize) {
      const { data, next } = await listOrders(shop, { ...asked, limit: pageSize, ...(after && { after }) })
      if (data.length > 0) yield writeCsvLines(await toLines(shop, data))
      if (!next) return
      after = next
    }
  }
  return streamText(write())
}

async function toLines({ db }: Pick<Shop, 'db'>, heads: OrderHead[]): Promise<unknown[][]> {
  const ids = heads.map(({ id }) => id)
  const [styles, found, addresses, lines] = await Promise.all([
    readCurrencyStyles(db),
    db.select().from(orders).where(inArray(orders.id, ids)),
    db.select().from(orderAddresses).where(inArray(orderAddresses.orderId, ids)),
    db.select().from(orderLines).where(inArray(orderLines.orderId, ids)).orderBy(asc(orderLines.position)),
  ])
  const orderOf = new Map(found.map((order) => [order.id, order]))
  const addressOf = new Map(addresses.map((address) => [address.orderId, address]))
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId)
  return heads.flatMap(({ id, status, placed_at }) => {
    const order = orderOf.get(id)
    // Erased while the file was made.
    if (!order) return []
    const style = styles.get(order.currency)
    const address = addressOf.get(id)
    const value = (amount: number) => toPriceValue(amount, style?.decimals ?? 2)
    const whole = {
      ...{ order_no: order.orderNo, email: order.email, firstname: address?.firstname, lastname: address?.lastname },
      ...{ tel: address?.telephone, zipcode: address?.postcode, city: address?.city, state: address?.state },
      ...{ country: address?.country, shipping_method: order.shippingMethod, currency: order.currency },
      ...{ symbol_left: style?.symbol_left, symbol_right: style?.symbol_right },
      sku_price: value(order.subtotalAmount),
      discount_price: value(order.discountAmount),
      shipping: value(order.shippingAmount),
      total: value(order.totalAmount),
      pay_confirm_time: order.paidAt && Math.floor(order.paidAt.getTime() / 1000),
      ...{ status, placed_at },
    }
    return (linesOf.get(id) ?? []).map((line, at) => {
      const told: Record<string, unknown> = {
        ...(at === 0 ? whole : { order_no: order.orderNo, email: order.email }),
        item_sku_name_en: line.name,
        item_sku_attr_en: line.options.map(({ valueName }) => valueName).join(' / '),
        item_price: value(line.priceAmount),
        item_image: line.image,
        item_status: line.cancelledAt ? 'cancelled' : '',
        item_sku: line.skuName,
      }
      return columns.map((name) => told[name] ?? '')
    })
  })
}
