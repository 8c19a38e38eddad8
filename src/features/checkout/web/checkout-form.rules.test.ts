import { expect, test } from 'vitest'
import type { Quote } from '../checkout.contract.ts'
import { typedCoupon } from '../checkout.rules.ts'
import { startDraft } from './checkout-draft.ts'
import { type Buyer, chooseCountry, hasProblem, isQuoteOutdated, newAddress, toOrder } from './checkout-form.rules.ts'

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
  total: price,
  credit: price,
  to_pay: price,
  payments: 'real',
}
const draft = startDraft(' guest@harbor.test ')
const guest: Buyer = { isSignedIn: false, draft, addressId: newAddress }
const shopper: Buyer = { isSignedIn: true, draft, addressId: '12' }

test('a guest orders with an email address and a new address that no book keeps', () => {
  expect(toOrder(quote, guest, 1)).toMatchObject({
    email: 'guest@harbor.test',
    address: draft.address,
    keep_address: false,
  })
})

test('a shopper orders with an address of the book', () => {
  const order = toOrder(quote, shopper, 1)
  expect(order.address_id).toBe('12')
  expect(order).not.toHaveProperty('email')
  expect(order).not.toHaveProperty('address')
})

test('an order names either the claimed coupon or the typed code', () => {
  expect(toOrder(quote, shopper, 1)).toMatchObject({ claim_id: '7' })
  const typed = { code: 'SUMMER' } as Quote['typed']
  const order = toOrder({ ...quote, claim_id: typedCoupon, typed }, shopper, 1)
  expect(order).toMatchObject({ claim_id: null, coupon_code: 'SUMMER' })
})

test('an empty new address is a problem, an address of the book is none', () => {
  expect(hasProblem(guest)).toBe(true)
  expect(hasProblem({ ...shopper, addressId: newAddress })).toBe(true)
  expect(hasProblem(shopper)).toBe(false)
})

test('a country that the shop does not ship to is chosen anew, and the only country is chosen already', () => {
  const [japan, peru] = [
    { code: 'JP', name: 'Japan' },
    { code: 'PE', name: 'Peru' },
  ]
  expect(chooseCountry('PE', [japan, peru])).toBe('PE')
  expect(chooseCountry('FR', [japan, peru])).toBe('')
  expect(chooseCountry('FR', [japan])).toBe('JP')
})

test('a refusal about the total needs a new quote, one about the session does not', () => {
  expect(isQuoteOutdated({ code: 'total_changed', message: '' })).toBe(true)
  expect(isQuoteOutdated({ code: 'not_signed_in', message: '' })).toBe(false)
})
