import { expect, test } from 'vitest'
import {
  findLineStatus,
  findReturnNote,
  findStatusLine,
  findStatusTone,
  viewRefunds,
  viewTotals,
} from './order-view.rules.ts'
import type { OrderLine } from './orders.contract.ts'
import { orderStatusIds } from './orders.rules.ts'

const usd = (price_value: string) => ({ code: 'USD', price: `$${price_value}`, price_value })
const orderState = { invalid_status: 0, cancelled_by: null, total: usd('104.95'), refunded_total: usd('0.00') }

test('has a sentence and a tone for every status', () => {
  for (const order_status_id of orderStatusIds) {
    expect(findStatusLine({ ...orderState, order_status_id })).not.toBe('')
  }
  // Unpaid, in progress, shipped and finished orders have four different tones.
  expect(new Set(orderStatusIds.map(findStatusTone)).size).toBe(4)
  const expired = { ...orderState, order_status_id: 1, invalid_status: 1 }
  expect(findStatusLine(expired)).toBe('This order was not paid in time.')
})

test.each([
  [8, { cancelled_by: 'shopper' }, 'You cancelled this order.'],
  [8, { cancelled_by: 'timer' }, 'This order was not paid in time.'],
  [8, { cancelled_by: 'staff' }, 'This order was cancelled.'],
  [9, { refunded_total: usd('104.95') }, 'The whole order was refunded.'],
  [9, { refunded_total: usd('100.00') }, 'The items of this order were refunded.'],
] as const)('describes an order in status %i with %o as: %s', (order_status_id, change, line) => {
  expect(findStatusLine({ ...orderState, order_status_id, ...change })).toBe(line)
})

test('shows the status of a line only while the lines of the order differ', () => {
  const line = (order_product_status_id: number, order_product_status: string) =>
    ({ order_product_status_id, order_product_status }) as OrderLine
  const [arrived, underWay, refunded] = [line(10, 'Received'), line(7, 'Shipped'), line(9, 'Closed')]
  expect(findLineStatus(arrived, { products: [arrived, underWay] })).toEqual({ word: 'Received', tone: 'neutral' })
  expect(findLineStatus(refunded, { products: [refunded, arrived] })).toEqual({ word: 'Refunded', tone: 'success' })
  expect(findLineStatus(arrived, { products: [arrived, arrived] })).toBe(null)
})

test.each([
  [10, true, null, { until: '2026-07-01 10:00:00' }],
  [10, false, 'window_closed', { message: 'The 15-day return window has closed' }],
  [7, false, 'not_received', { message: 'This item can be returned once it has been received' }],
  [10, false, 'final_sale', { message: 'Final sale items cannot be returned' }],
  [9, false, 'return_refunded', { message: 'This item has already been refunded' }],
  [1, false, 'not_received', null],
  [8, false, 'not_received', null],
  [10, false, null, null],
])(
  'explains for a line in status %i, returnable %o, blocked by %o: %o',
  (order_status_id, can_after_sale, block, note) => {
    const line = {
      can_after_sale,
      after_sale_block_reason: block,
      after_sale_expire_date: '2026-07-01 10:00:00',
      order_product_status_id: order_status_id,
    }
    expect(findReturnNote(line, { order_status_id })).toEqual(note)
  },
)

test('explains that a delivered line can be returned only after the other lines of the order have arrived', () => {
  const line = { can_after_sale: false, after_sale_block_reason: 'not_received', after_sale_expire_date: null }
  expect(findReturnNote({ ...line, order_product_status_id: 10 }, { order_status_id: 7 })).toEqual({
    message: 'This item can be returned once the whole order has been received',
  })
})

test('lists past and pending refunds with their dates', () => {
  const refunds = [
    { amount: usd('95.00'), status: 'succeeded' as const, at: '2026-06-20 10:00:00' },
    { amount: usd('20.00'), status: 'pending' as const, at: null },
    { amount: usd('5.00'), status: 'failed' as const, at: '2026-06-21 10:00:00' },
  ]
  expect(viewRefunds({ refunds }).map(({ label, value, at }) => [label, value, at])).toEqual([
    ['Refunded', '$95.00', '2026-06-20 10:00:00'],
    ['Refund on its way', '$20.00', null],
    ['Refund Failed', '$5.00', null],
  ])
})

test('lists the included tax per rate below the total, or the reason for no tax', () => {
  const totals = [{ id: 1, code: 'total' as const, title: 'Total', value: usd('89.00') }]
  const rates = [{ name: 'VAT', rate: 19_000, percent: '19%', amount: usd('14.21') }]
  const tax = { treatment: 'domestic' as const, display: 'included' as const, amount: usd('14.21'), rates }
  const rowsOf = (one: Parameters<typeof viewTotals>[0]['tax']) =>
    viewTotals({ totals, tax: one ?? null }).map(({ label, value }) => `${label} ${value}`)
  expect(rowsOf(tax)).toEqual(['Total $89.00', 'Including VAT $14.21 (19%)'])
  expect(rowsOf({ ...tax, display: 'added' })).toEqual(['Total $89.00'])
  expect(rowsOf({ ...tax, treatment: 'export', amount: usd('0.00') })).toEqual([
    'Total $89.00',
    'Tax-free export $0.00',
  ])
  expect(rowsOf(null)).toEqual(['Total $89.00'])
})

test('shows free shipping as free, separates the coupon code, and uses a real minus sign in the totals', () => {
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
