import { expect, test } from 'vitest'
import { formatAction } from './order-history.rules.ts'

const actor = { kind: 'staff' as const, name: 'Tomas Berg' }
const order = { coupon_code: null, total: { amount: 30_395, currency: 'USD' }, payment_method: 'Visa' }

test.each([
  ['packOrder', { packageIds: ['a', 'b'] }, 'packed 2 parcels'],
  ['packOrder', { packageIds: ['a'] }, 'packed the order'],
  ['shipOrder', { trackingNos: ['LX1', 'LX2'] }, 'shipped the order: LX1, LX2'],
  ['cancelLines', { lineIds: ['a'] }, 'canceled 1 item'],
  ['tagOrder', { added: ['Gift wrap', 'vip'], removed: [] }, 'added the tag Gift wrap, vip'],
  ['tagOrder', { added: [], removed: ['vip'] }, 'removed the tag vip'],
  ['tagOrder', { added: ['a'], removed: ['b'] }, 'added the tag a and removed the tag b'],
  ['changeAddress', {}, 'changed the address'],
  ['changeAddress', { why: 'shopper_asked' }, 'changed the address, requested by the shopper'],
  ['changeAddress', { why: 'other' }, 'changed the address'],
  ['somethingNew', {}, 'something new'],
])('formats %s as a sentence', (command, details, action) => {
  expect(formatAction({ command, details, actor }, order)).toBe(action)
})

test('attributes a delivery to the carrier or to the staff member who marked it', () => {
  const by = { kind: 'carrier' as const, name: null }
  expect(formatAction({ command: 'deliverOrder', details: {}, actor: by }, order)).toBe('reported the delivery')
  expect(formatAction({ command: 'deliverOrder', details: {}, actor }, order)).toBe('marked the order as received')
})

test('shows amount and method of a payment, unless staff marked it as paid', () => {
  const by = { kind: 'provider' as const, name: null }
  expect(formatAction({ command: 'confirmPayment', details: {}, actor: by }, order)).toBe('$303.95 by Visa')
  expect(formatAction({ command: 'confirmPayment', details: {}, actor }, order)).toBe('confirmed the payment')
  const withCoupon = { ...order, coupon_code: 'HELLO15' }
  expect(formatAction({ command: 'placeOrder', details: {}, actor }, withCoupon)).toBe(
    'placed the order with coupon HELLO15',
  )
})
