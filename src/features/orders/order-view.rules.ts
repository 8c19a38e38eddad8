import { formatTotal } from '#contract/money/money.ts'
import { msg } from '#contract/text/translate.ts'
import { findAvailability, findOverlay, formatOption } from '#features/catalogue/catalogue.rules.ts'
import { listSaleTags, type SaleTag } from '#features/catalogue/sale-types.rules.ts'
import { productLink } from '#links/catalogue.links.ts'
import { isTrackingUrl } from './carriers.rules.ts'
import { returnBlockMessages } from './line-returns.rules.ts'
import { groupLines, type LineGroup } from './order-lines.rules.ts'
import type { Order, OrderLine, OrderTax, PackageTracking, ShippingAddress } from './orders.contract.ts'
import { canPay, orderStatus } from './orders.rules.ts'

/** View of a line, computed once for every screen that shows lines. */
export type LineView = {
  key: string
  /** Link to the product page. Null if the product has left the catalog. */
  href: string | null
  image: string
  name: string
  options: string
  tags: SaleTag[]
  price: string
  was: string | null
  count: number
  veil: string | null
}

export function viewGroup({ line, count }: LineGroup<OrderLine>): LineView {
  const was = line.compare_at_price?.price ?? null
  return {
    key: line.id,
    href: line.sku ? productLink(line.sku.product.handle) : null,
    image: line.sku?.image ?? line.image,
    name: line.name,
    options: line.options.map(formatOption).join(' / '),
    tags: listSaleTags(line),
    price: line.real_price.price,
    was,
    count,
    veil: findOverlay(findAvailability(line.sku)),
  }
}

export function viewLines(order: Pick<Order, 'products'>): LineView[] {
  return groupLines(order.products).map(viewGroup)
}

export function joinName({ firstname, lastname }: ShippingAddress): string {
  return [firstname, lastname].filter(Boolean).join(' ')
}

/** Returns the color of a status. The color shows who acts next: the shopper, the shop, the carrier or nobody. */
export function findStatusTone(statusId: number): 'accent' | 'info' | 'success' | 'neutral' {
  switch (statusId) {
    case orderStatus.unpaid:
      return 'accent'
    case orderStatus.paid:
    case orderStatus.preparing:
    case orderStatus.packed:
    case orderStatus.onHold:
      return 'info'
    case orderStatus.shipped:
      return 'success'
    default:
      return 'neutral'
  }
}

type OrderState = Pick<Order, 'order_status_id' | 'invalid_status' | 'cancelled_by' | 'total' | 'refunded_total'>

/** Returns one sentence on the meaning of the status for the shopper. */
export function findStatusLine(order: OrderState): string {
  switch (order.order_status_id) {
    case orderStatus.unpaid:
      return canPay(order) ? msg('Complete the payment to place this order.') : msg('This order was not paid in time.')
    case orderStatus.paid:
      return msg('Your payment has arrived. We will prepare your order soon.')
    case orderStatus.preparing:
      return msg('We are preparing your order.')
    case orderStatus.packed:
      return msg('Packed, and waiting for the carrier.')
    case orderStatus.onHold:
      return msg('We are reviewing your order first.')
    case orderStatus.shipped:
      return msg('On its way to you.')
    case orderStatus.received:
      return msg('Your order has arrived. We hope you like it.')
    case orderStatus.complete:
      return msg('Thank you for shopping with us.')
    case orderStatus.cancelled:
      if (order.cancelled_by === 'timer') return msg('This order was not paid in time.')
      return order.cancelled_by === 'shopper' ? msg('You cancelled this order.') : msg('This order was cancelled.')
    case orderStatus.closed: {
      // The refund may leave out the shipping costs.
      const isAll = Number(order.refunded_total.price_value) >= Number(order.total.price_value)
      return isAll ? msg('The whole order was refunded.') : msg('The items of this order were refunded.')
    }
    default:
      return ''
  }
}

/** Returns the status of a line. Returns null if all lines of the order have the same status. */
export function findLineStatus(line: OrderLine, { products }: Pick<Order, 'products'>) {
  const { order_product_status_id: statusId, order_product_status: word } = line
  if (products.every((one) => one.order_product_status_id === statusId)) return null
  return statusId === orderStatus.closed
    ? { word: msg('Refunded'), tone: 'success' as const }
    : { word, tone: findStatusTone(statusId) }
}

/**
 * Returns the end of the return window, or why a line cannot be returned. Returns null if a return is not possible yet or no
 * longer.
 */
export function findReturnNote(
  line: Pick<
    OrderLine,
    'can_after_sale' | 'after_sale_block_reason' | 'after_sale_expire_date' | 'order_product_status_id'
  >,
  { order_status_id: statusId }: Pick<Order, 'order_status_id'>,
): { until: string } | { message: string } | null {
  if (line.can_after_sale) return line.after_sale_expire_date ? { until: line.after_sale_expire_date } : null
  if (statusId === orderStatus.unpaid || statusId === orderStatus.cancelled) return null
  if (line.order_product_status_id === orderStatus.cancelled) return null
  // If one of two parcels is delivered first, its lines can be returned only after the other parcel is delivered too.
  const isThere = line.order_product_status_id === orderStatus.received
  if (isThere && line.after_sale_block_reason === 'not_received') {
    return { message: msg('This item can be returned once the whole order has been received') }
  }
  const message = Object.entries(returnBlockMessages).find(([code]) => code === line.after_sale_block_reason)?.[1]
  return message ? { message } : null
}

const refundLabels = { succeeded: msg('Refunded'), pending: msg('Refund on its way'), failed: msg('Refund Failed') }

/** Lists the past and pending refunds with their dates. */
export function viewRefunds({ refunds }: Pick<Order, 'refunds'>) {
  return refunds.map(({ amount, status, at }, index) => ({
    key: `refund-${index}`,
    label: refundLabels[status],
    value: formatTotal(amount),
    at: status === 'succeeded' ? at : null,
  }))
}

/** Reasons why an order contains no tax, for the totals. */
export const taxNotes: Partial<Record<OrderTax['treatment'], string>> = {
  export: msg('Tax-free export'),
  intra_community: msg('VAT-exempt intra-Community supply'),
  reverse_charge: msg('Reverse charge: the recipient pays the VAT'),
  small_business: msg('No VAT under the small business scheme'),
}

/** Returns the label of tax that prices include. Only the common name of the tax has a translation. */
export const nameIncludedTax = (name: string) => (name === 'VAT' ? msg('Including VAT') : msg('Including tax'))

/** Lists the tax that is included in the total, per rate, or the reason why there is no tax. */
function viewIncludedTax(tax: OrderTax) {
  const row = { literal: null, isTotal: false }
  const note = taxNotes[tax.treatment]
  if (note) return [{ ...row, key: 'tax', label: note, value: formatTotal(tax.amount) }]
  if (tax.display === 'added') return []
  return tax.rates.map(({ name, rate, percent, amount }) => ({
    ...row,
    key: `tax-${rate}`,
    label: nameIncludedTax(name),
    value: `${formatTotal(amount)} (${percent})`,
  }))
}

/** Lists the totals of an order. A coupon code is not translated, and a shipping price of 0 is shown as free. */
export function viewTotals(order: Pick<Order, 'totals'> & { tax?: OrderTax | null }) {
  const tax = order.tax ? viewIncludedTax(order.tax) : []
  return order.totals.flatMap(({ id, code, title, value }) => {
    const isFree = code === 'shipping' && Number(value.price_value) === 0
    const [label = '', ...rest] = code === 'discount' ? title.split(' ') : [title]
    const row = {
      key: String(id),
      label,
      literal: rest.join(' ') || null,
      // Uses the minus sign that is as wide as digits.
      value: isFree ? null : formatTotal(value).replace('-', '−'),
      isTotal: code === 'total',
    }
    return row.isTotal ? [row, ...tax] : [row]
  })
}

/** Returns the tracking of a parcel. The link is dropped unless it is an https link to a public site. */
export function viewTracking(tracking: PackageTracking): PackageTracking {
  const { trackingUrl } = tracking
  return { ...tracking, trackingUrl: trackingUrl && isTrackingUrl(trackingUrl) ? trackingUrl : null }
}
