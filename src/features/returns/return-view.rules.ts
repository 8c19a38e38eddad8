import { formatTotal } from '#contract/money/money.ts'
import { msg } from '#contract/text/translate.ts'
import { formatOption } from '#features/catalogue/catalogue.rules.ts'
import type { LineView } from '#features/orders/order-view.rules.ts'
import type { Return } from './returns.contract.ts'

/** Lists the lines of a return. Identical lines are shown once with their quantity, as in an order. */
export function viewReturned({ products }: Pick<Return, 'products'>) {
  const views = new Map<string, Pick<LineView, 'key' | 'image' | 'name' | 'options' | 'count'> & { veil: null }>()
  for (const { id, order_product, sku } of products) {
    const sameView = views.get(sku.sku)
    if (sameView) sameView.count++
    else {
      const options = sku.options.map(formatOption).join(' / ')
      views.set(sku.sku, { key: id, image: sku.image, name: order_product.name, options, count: 1, veil: null })
    }
  }
  return [...views.values()]
}

/** Returns the settled or expected refund of a return, or null if there is none. */
export function viewRefund(request: Pick<Return, 'refund_total' | 'expected_refund_total'>) {
  const { refund_total: refunded, expected_refund_total: expected } = request
  if (Number(refunded.price_value) > 0) return { label: msg('Refunded'), amount: formatTotal(refunded) }
  return Number(expected.price_value) > 0 ? { label: msg('Refund'), amount: formatTotal(expected) } : null
}

/**
 * Returns how long a return still waits for its parcel, in days and remaining hours. Returns null if the return does
 * not wait for a parcel.
 */
export function findTimeLeft({ remind_time: seconds }: Pick<Return, 'remind_time'>) {
  if (seconds <= 0) return null
  const days = Math.floor(seconds / 86_400)
  return { days, hours: Math.ceil((seconds % 86_400) / 3600) }
}
