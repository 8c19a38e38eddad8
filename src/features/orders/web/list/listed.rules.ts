import { showTotal } from '#contract/money/money.ts'
import { type LineView, viewLines } from '#features/orders/order-view.rules.ts'
import type { Order } from '#features/orders/orders.contract.ts'
import { orderStatus } from '#features/orders/orders.rules.ts'
import { findTimeLeft, viewRefund, viewReturned } from '#features/returns/return-view.rules.ts'
import type { Return } from '#features/returns/returns.contract.ts'

export type Thumb = Pick<LineView, 'image' | 'name' | 'count' | 'veil'>

/** What a card shows of an order. The order itself is ten times as large, and the page would carry all of it. */
export type ListedOrder = ReturnType<typeof viewListedOrder>
export type ListedReturn = ReturnType<typeof viewListedReturn>

export function viewListedOrder(order: Order) {
  const { id, order_no, created_at, email, order_status_id, order_status, invalid_status } = order
  return {
    ...{ id, order_no, created_at, email, order_status_id, order_status, invalid_status },
    total: showTotal(order.total),
    ...viewAmounts(order),
    ...viewThumbs(viewLines(order)),
    packageId: findParcelUnderWay(order),
  }
}

export function viewListedReturn(request: Return) {
  const { id, return_no, date_added, status } = request
  return {
    ...{ id, return_no, date_added, status },
    ...viewAmounts(request),
    ...viewThumbs(viewReturned(request)),
    money: viewRefund(request),
    left: findTimeLeft(request),
  }
}

/** Colour and size stand beside a picture only where it is the only one. */
function viewThumbs(lines: Pick<LineView, keyof Thumb | 'options'>[]) {
  const [first] = lines
  return {
    thumbs: lines.map(({ image, name, count, veil }): Thumb => ({ image, name, count, veil })),
    options: lines.length === 1 && first ? first.options : null,
  }
}

/** `unseen` are lines that have no picture here: the page behind the card has all. */
function viewAmounts({
  products,
  products_pagination: { total },
}: Pick<Order | Return, 'products' | 'products_pagination'>) {
  return { items: total, unseen: total - products.length }
}

/** Of several parcels the one that has not arrived is the one shoppers ask about. */
function findParcelUnderWay({ products }: Order): string | null {
  const packed = products.filter(({ order_packages }) => order_packages)
  const awaited = packed.find((line) => line.order_product_status_id === orderStatus.shipped) ?? packed[0]
  return awaited?.order_packages?.id ?? null
}
