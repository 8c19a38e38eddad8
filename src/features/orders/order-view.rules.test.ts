import { expect, test } from 'vitest'
import { findStatusLine, findStatusTone, viewRefund, viewReturned, viewTotals } from './order-view.rules.ts'
import { orderStatusIds } from './orders.rules.ts'

test('every status has a sentence and a tone', () => {
  for (const order_status_id of orderStatusIds) {
    expect(findStatusLine({ order_status_id, invalid_status: 0 })).not.toBe('')
    expect(findStatusTone(order_status_id)).toBeTruthy()
  }
  expect(findStatusLine({ order_status_id: 1, invalid_status: 1 })).toBe('This order was not paid in time.')
})

test('the bill: free postage says so, a discount has its code apart and a true minus', () => {
  const value = (price_value: string) => ({ code: 'USD', price: `$${price_value}`, price_value })
  const totals = [
    { id: 1, code: 'subtotal' as const, title: 'Subtotal', value: value('401.00') },
    { id: 2, code: 'discount' as const, title: 'Coupon HELLO15', value: value('-15.00') },
    { id: 3, code: 'shipping' as const, title: 'Shipping', value: value('0.00') },
    { id: 4, code: 'total' as const, title: 'Total', value: value('386.00') },
  ]
  expect(viewTotals({ totals }).map(({ label, literal, value, isTotal }) => [label, literal, value, isTotal])).toEqual([
    ['Subtotal', null, '$401.00', false],
    ['Coupon', 'HELLO15', '−$15.00', false],
    ['Shipping', null, null, false],
    ['Total', null, '$386.00', true],
  ])
})

const usd = (price_value: string) => ({ code: 'USD', price: `$${price_value}`, price_value })

test('pieces alike in a return are shown once, with their number', () => {
  const piece = (id: string, sku: string) =>
    ({
      id,
      order_product: { name: 'Sound Chunky Jumper' },
      sku: { sku, image: `${sku}.webp`, options: [{ name: 'Size', value_name: 'M', us_size: null }] },
    }) as never
  const views = viewReturned({ products: [piece('a', 'forest-m'), piece('b', 'oat-m'), piece('c', 'forest-m')] })
  expect(views.map(({ key, image, options, count }) => [key, image, options, count])).toEqual([
    ['a', 'forest-m.webp', 'M', 2],
    ['b', 'oat-m.webp', 'M', 1],
  ])
})

test('a return names its money: what came back, what will, and nothing where nothing does', () => {
  const refund = (refunded: string, expected: string) =>
    viewRefund({ refund_total: usd(refunded), expected_refund_total: usd(expected) })
  expect(refund('115.00', '115.00')).toEqual({ label: 'Refunded', amount: '$115.00' })
  expect(refund('0.00', '92.00')).toEqual({ label: 'Refund', amount: '$92.00' })
  expect(refund('0.00', '0.00')).toBeNull()
})
