import { expect, test } from 'vitest'
import { findStatusLine, findStatusTone, joinAddress, viewTotals } from './order-view.rules.ts'
import { orderStatusIds } from './orders.rules.ts'

const address = {
  firstname: 'Elsa',
  lastname: 'Lindqvist',
  telephone: '+46 31 555 01 90',
  address_1: 'Linnégatan',
  address_2: '',
  city: 'Göteborg',
  state: '',
  country: 'Sweden',
  house_num: '27B',
  postcode: '413 04',
}

test('an address is joined with commas, without holes', () => {
  expect(joinAddress(address)).toBe('Linnégatan 27B, Göteborg, Sweden, 413 04')
  expect(joinAddress({ ...address, address_2: 'Apt 4', state: 'Halland' })).toBe(
    'Linnégatan 27B, Apt 4, Göteborg, Halland, Sweden, 413 04',
  )
})

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
