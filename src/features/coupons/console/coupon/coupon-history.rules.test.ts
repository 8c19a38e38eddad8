import { expect, test } from 'vitest'
import { formatAction } from './coupon-history.rules.ts'

test("describes a coupon's change by the call or by the changed fields", () => {
  expect(formatAction({ call: 'POST /coupons/:id/pause', before: {}, after: {} })).toBe('paused the coupon')
  const call = 'PATCH /coupons/:id'
  expect(formatAction({ call, before: { ends_at: null }, after: { ends_at: '2026-09-30T22:00:00Z' } })).toBe(
    'changed the end',
  )
  const both = { amount: null, percent: 20, stock: 3 }
  expect(formatAction({ call, before: {}, after: both })).toBe('changed the discount, the number of coupons')
  expect(formatAction({ call, before: {}, after: {} })).toBe('changed the coupon')
})
