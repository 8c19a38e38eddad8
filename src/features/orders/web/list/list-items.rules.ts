import { formatTotal } from '#contract/money/money.ts'
import { type LineView, viewLines } from '#features/orders/order-view.rules.ts'
import type { Order } from '#features/orders/orders.contract.ts'
import { orderStatus } from '#features/orders/orders.rules.ts'
import { findTimeLeft, viewRefund, viewReturned } from '#features/returns/return-view.rules.ts'
import type { Return } from '#features/returns/returns.contract.ts'

export type Thumbnail = Pick<LineView, 'image' | 'name' | 'count' | 'veil'>

/** Data of an order that its card shows. The whole order is ten times as large and would be part of the page. */
export type OrderItem = ReturnType<typeof viewOrderItem>
export type ReturnItem = ReturnType<typeof viewReturnItem>

export function viewOrderItem(order: Order) {
  const { id, order_no, created_at, email, order_status_id, order_status, invalid_status } = order
  return {
    ...{ id, order_no, created_at, email, order_status_id, order_status, invalid_status },
    total: formatTotal(order.total),
    ...viewAmounts(order),
    ...viewThumbnails(viewLines(order)),
    packageId: findParcelUnderWay(order),
  }
}

export function viewReturnItem(request: Return) {
  const { id, return_no, date_added, status } = request
  return {
    ...{ id, return_no, date_added, status },
    ...viewAmounts(request),
    ...viewThumbnails(viewReturned(request)),
    money: viewRefund(request),
    left: findTimeLeft(request),
  }
}

/** Returns the pictures of a card. Color and size are shown only beside a single picture. */
function viewThumbnails(lines: Pick<LineView, keyof Thumbnail | 'options'>[]) {
  const [first] = lines
  return {
    thumbs: lines.map(({ image, name, count, veil }): Thumbnail => ({ image, name, count, veil })),
    options: lines.length === 1 && first ? first.options : null,
  }
}

/** Returns the counts of a card. `unseen` counts the lines without a picture, which the order page shows. */
function viewAmounts({
  products,
  products_pagination: { total },
}: Pick<Order | Return, 'products' | 'products_pagination'>) {
  return { items: total, unseen: total - products.length }
}

/**
 * Returns the parcel to track. If there are several parcels, the parcel that has not arrived is the one that shoppers
 * ask about.
 */
function findParcelUnderWay({ products }: Order): string | null {
  const packed = products.filter(({ order_packages }) => order_packages)
  const nextLine = packed.find((line) => line.order_product_status_id === orderStatus.shipped) ?? packed[0]
  return nextLine?.order_packages?.id ?? null
}
