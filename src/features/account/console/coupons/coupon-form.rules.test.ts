import { expect, test } from 'vitest'
import type { StaffCoupon } from '#features/coupons/coupons.staff.contract.ts'
import { freshCoupon, showCondition, showGives, showUntil, toCouponValues, toSentCoupon } from './coupon-form.rules.ts'

const zone = 'Europe/Berlin'
const usd = (amount: number) => ({ amount, currency: 'USD' })
const coupon: StaffCoupon = {
  id: 7,
  code: 'HELLO15',
  kind: 'fixed',
  amount: usd(1500),
  percent: null,
  maximum: null,
  minimum: usd(8900),
  categories: [],
  products: [],
  condition_text: 'Orders over $89',
  object: 'All products',
  link: '/',
  link_name: '',
  starts_at: '2026-08-31T22:00:00Z',
  ends_at: '2026-11-03T23:00:00Z',
  valid_days: null,
  stock: null,
  claimed: 0,
  status: 'running',
  possible: ['end', 'give'],
}

test('Days of a form are those of the shop, and its last day counts', () => {
  const values = toCouponValues(coupon, zone)
  expect(values).toMatchObject({ starts_at: '2026-09-01', ends_at: '2026-11-03', amount: 1500, currency: 'USD' })
  expect(toSentCoupon({ ends_at: '2026-11-03' }, values, zone)).toEqual({ ends_at: '2026-11-03T23:00:00.000Z' })
  expect(toSentCoupon({ ends_at: '' }, values, zone)).toEqual({ ends_at: null })
})

test('Another kind takes away what it does not have, and what is not changed is not sent', () => {
  const values = { ...toCouponValues(coupon, zone), kind: 'percent' as const, percent: 20, maximum: 8000 }
  expect(toSentCoupon({ kind: 'percent', percent: 20, maximum: 8000 }, values, zone)).toEqual({
    kind: 'percent',
    amount: null,
    percent: 20,
    maximum: usd(8000),
    minimum: usd(8900),
  })
  expect(toSentCoupon({ object: 'Coats' }, values, zone)).toEqual({ object: 'Coats' })
  expect(toSentCoupon({ code: 'X' }, freshCoupon, zone)).toEqual({})
})

test('What a coupon gives, asks for and until when, in words', () => {
  expect(showGives(coupon)).toBe('$15.00 off')
  expect(showGives({ kind: 'percent', percent: 20, amount: null, maximum: usd(8000) })).toBe('20 % off, at most $80.00')
  expect(showGives({ kind: 'free_shipping', percent: null, amount: null, maximum: null })).toBe('Free shipping')
  expect(showCondition(coupon)).toBe('Orders from $89.00')
  expect(showCondition({ minimum: null })).toBe('No minimum')
  expect(showUntil(coupon, zone)).toBe('to 3 Nov 2026')
  expect(showUntil({ ...coupon, status: 'scheduled' }, zone)).toBe('from 1 Sept 2026')
  expect(showUntil({ ...coupon, ends_at: null, valid_days: 30 }, zone)).toBe('30 days each')
  expect(showUntil({ ...coupon, ends_at: null }, zone)).toBe('No end')
})
