import { expect, test } from 'vitest'
import { formatAction } from './order-history.rules.ts'

const actor = { kind: 'staff' as const, name: 'Tomas Berg' }
const order = { coupon_code: null, total: { amount: 30_395, currency: 'USD' }, payment_method: 'Visa' }

test.each([
  ['packOrder', { packageIds: ['a', 'b'] }, 'packed 2 parcels'],
  ['packOrder', { packageIds: ['a'] }, 'packed it'],
  ['shipOrder', { trackingNos: ['LX1', 'LX2'] }, 'shipped it: LX1, LX2'],
  ['cancelLines', { lineIds: ['a'] }, 'took 1 item out'],
  ['tagOrder', { added: ['Gift wrap', 'vip'], removed: [] }, 'tagged it Gift wrap, vip'],
  ['tagOrder', { added: [], removed: ['vip'] }, 'took the tag vip away'],
  ['tagOrder', { added: ['a'], removed: ['b'] }, 'tagged it a and took the tag b away'],
  ['changeAddress', {}, 'changed the address'],
  ['changeAddress', { why: 'shopper_asked' }, 'changed the address, as the shopper asked'],
  ['changeAddress', { why: 'other' }, 'changed the address'],
  ['somethingNew', {}, 'something new'],
])('formats %s as a sentence', (command, details, action) => {
  expect(formatAction({ command, details, actor }, order)).toBe(action)
})

test('attributes a delivery to the carrier or to the staff member who marked it', () => {
  const by = { kind: 'carrier' as const, name: null }
  expect(formatAction({ command: 'deliverOrder', details: {}, actor: by }, order)).toBe('reported that it arrived')
  expect(formatAction({ command: 'deliverOrder', details: {}, actor }, order)).toBe('marked it as received')
})

test('shows amount and method of a payment, unless staff marked it as paid', () => {
  const by = { kind: 'provider' as const, name: null }
  expect(formatAction({ command: 'confirmPayment', details: {}, actor: by }, order)).toBe('$303.95 by Visa')
  expect(formatAction({ command: 'confirmPayment', details: {}, actor }, order)).toBe('said that it is paid')
  const withCoupon = { ...order, coupon_code: 'HELLO15' }
  expect(formatAction({ command: 'placeOrder', details: {}, actor }, withCoupon)).toBe(
    'placed the order with coupon HELLO15',
  )
})
