import { expect, test } from 'vitest'
import type { StaffCoupon } from '#features/coupons/coupons.staff.contract.ts'
import {
  formatBenefit,
  formatCondition,
  formatRate,
  formatScope,
  formatValidity,
  makeEmptyCoupon,
  toCouponValues,
  toSentCoupon,
} from './coupon-form.rules.ts'

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
  texts: {},
  starts_at: '2026-08-31T22:00:00Z',
  ends_at: '2026-11-03T23:00:00Z',
  valid_days: null,
  stock: null,
  claimed: 0,
  status: 'running',
  possible: ['pause', 'end', 'give'],
}

test("reads days in the shop's time zone and includes the last day", () => {
  const values = toCouponValues(coupon, { time_zone: zone, currency: 'EUR' })
  expect(values).toMatchObject({ starts_at: '2026-09-01', ends_at: '2026-11-03', amount: 1500, currency: 'USD' })
  expect(toSentCoupon({ ends_at: '2026-11-03' }, values, zone)).toEqual({ ends_at: '2026-11-03T23:00:00.000Z' })
  expect(toSentCoupon({ ends_at: '' }, values, zone)).toEqual({ ends_at: null })
})

test('clears the fields of the previous kind and sends changed fields only', () => {
  const values = {
    ...toCouponValues(coupon, { time_zone: zone, currency: 'EUR' }),
    kind: 'percent' as const,
    percent: 20,
    maximum: 8000,
  }
  expect(toSentCoupon({ kind: 'percent', percent: 20, maximum: 8000 }, values, zone)).toEqual({
    kind: 'percent',
    amount: null,
    percent: 20,
    maximum: usd(8000),
    minimum: usd(8900),
  })
  expect(toSentCoupon({ object: 'Coats' }, values, zone)).toEqual({ object: 'Coats' })
  expect(toSentCoupon({ code: 'X' }, makeEmptyCoupon('EUR'), zone)).toEqual({})
})

test('formats the discount, the condition and the end of a coupon', () => {
  expect(formatBenefit(coupon)).toBe('$15 off')
  expect(formatBenefit({ kind: 'percent', percent: 20, amount: null, maximum: usd(8000) })).toBe(
    '20\u2009% off, at most $80',
  )
  expect(formatBenefit({ kind: 'free_shipping', percent: null, amount: null, maximum: null })).toBe('Free shipping')
  expect(formatCondition(coupon)).toBe('Orders from $89')
  expect(formatCondition({ minimum: null })).toBe('No minimum')
  expect(formatValidity(coupon, zone)).toBe('to 3 Nov 2026')
  expect(formatValidity(coupon, zone, Date.parse('2026-09-20T10:00:00Z'))).toBe('to 3 Nov')
  expect(formatValidity({ ...coupon, status: 'scheduled' }, zone)).toBe('from 1 Sep 2026')
  expect(formatValidity({ ...coupon, status: 'ended' }, zone)).toBe('3 Nov 2026')
  expect(formatValidity({ ...coupon, ends_at: null, valid_days: 30 }, zone)).toBe('30 days after claim')
  expect(formatValidity({ ...coupon, ends_at: null }, zone)).toBe('No end')
})

test('formats the share of used claims, or an empty text if the share is unknown', () => {
  expect(formatRate(318, 1204)).toBe('26\u2009%')
  expect(formatRate(0, 8)).toBe('0\u2009%')
  expect(formatRate(0, 0)).toBe('')
  expect(formatRate(null, 30_000)).toBe('')
})

test('formats the scope by the coupon’s scope text, or without a text by the number of categories and products', () => {
  expect(formatScope(coupon)).toBe('All products')
  expect(formatScope({ ...coupon, categories: ['coats'], object: 'Coats' })).toBe('Coats')
  expect(formatScope({ categories: ['coats'], products: ['a', 'b'], object: '' })).toBe('1 category, 2 products')
})
