import { expect, test } from 'vitest'
import type { AddressFormat } from '#features/addresses/addresses.contract.ts'
import type { Quote } from '../checkout.contract.ts'
import { typedCoupon } from '../checkout.rules.ts'
import { createDraft } from './checkout-draft.ts'
import { type Buyer, hasProblem, isQuoteOutdated, newAddress, toOrder } from './checkout-form.rules.ts'

const price = { code: 'USD', price: '$20.00', price_value: '20.00' }
const quote: Quote = {
  currency: 'USD',
  lines: [],
  count: 1,
  left_out: 0,
  shipping_methods: [],
  shipping_method: 'standard',
  coupons: [],
  claim_id: '7',
  typed: null,
  totals: [],
  tax: null,
  needs_place: false,
  accepts_businesses: false,
  country: 'US',
  total: price,
  credit: price,
  to_pay: price,
  payments: 'real',
}
const format: AddressFormat = {
  country_code: '',
  fields: [],
  regions: [],
  postcode_pattern: null,
  postcode_example: null,
}
const draft = createDraft(' guest@harbor.test ')
const guest: Buyer = { isSignedIn: false, draft, addressId: newAddress, format }
const shopper: Buyer = { isSignedIn: true, draft, addressId: '12', format }

test("sends a guest's order with an email address and a new address that is not saved", () => {
  expect(toOrder(quote, guest, 1)).toMatchObject({
    email: 'guest@harbor.test',
    address: draft.address,
    keep_address: false,
  })
})

test("sends a shopper's order with the id of a saved address", () => {
  const order = toOrder(quote, shopper, 1)
  expect(order.address_id).toBe('12')
  expect(order).not.toHaveProperty('email')
  expect(order).not.toHaveProperty('address')
})

test('sends either the claimed coupon or the typed code', () => {
  expect(toOrder(quote, shopper, 1)).toMatchObject({ claim_id: '7' })
  const typed = { code: 'SUMMER' } as Quote['typed']
  const order = toOrder({ ...quote, claim_id: typedCoupon, typed }, shopper, 1)
  expect(order).toMatchObject({ claim_id: null, coupon_code: 'SUMMER' })
})

test('finds a problem in an empty new address, and none in a saved address', () => {
  expect(hasProblem(guest)).toBe(true)
  expect(hasProblem({ ...shopper, addressId: newAddress })).toBe(true)
  expect(hasProblem(shopper)).toBe(false)
})

test('needs a new quote after a refusal about the total, but not after a refusal about the session', () => {
  expect(isQuoteOutdated({ code: 'total_changed', message: '' })).toBe(true)
  expect(isQuoteOutdated({ code: 'not_signed_in', message: '' })).toBe(false)
})
