import { expect, test } from 'vitest'
import { findTimeLeft, viewRefund, viewReturned } from './return-view.rules.ts'

const usd = (price_value: string) => ({ code: 'USD', price: `$${price_value}`, price_value })

test.each([
  [9 * 86_400 + 7200, { days: 9, hours: 2 }],
  [5000, { days: 0, hours: 2 }],
  [0, null],
])('for a parcel that is due in %i seconds, returns the remaining time %o', (remind_time, left) => {
  expect(findTimeLeft({ remind_time })).toEqual(left)
})

test('shows identical lines of a return once, with their quantity', () => {
  const line = (id: string, sku: string) =>
    ({
      id,
      order_product: { name: 'Sound Chunky Jumper' },
      sku: { sku, image: `${sku}.webp`, options: [{ name: 'Size', value_name: 'M', us_size: null }] },
    }) as never
  const views = viewReturned({ products: [line('a', 'forest-m'), line('b', 'oat-m'), line('c', 'forest-m')] })
  expect(views.map(({ key, image, options, count }) => [key, image, options, count])).toEqual([
    ['a', 'forest-m.webp', 'M', 2],
    ['b', 'oat-m.webp', 'M', 1],
  ])
})

test('shows the refund of a return, the expected refund, or none', () => {
  const refund = (refunded: string, expected: string) =>
    viewRefund({ refund_total: usd(refunded), expected_refund_total: usd(expected) })
  expect(refund('115.00', '115.00')).toEqual({ label: 'Refunded', amount: '$115.00' })
  expect(refund('0.00', '92.00')).toEqual({ label: 'Refund', amount: '$92.00' })
  expect(refund('0.00', '0.00')).toBeNull()
})
