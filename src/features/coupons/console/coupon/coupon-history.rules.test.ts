import { expect, test } from 'vitest'
import { tellDeed } from './coupon-history.rules.ts'

test("describes a coupon's change by the call or by the changed fields", () => {
  expect(tellDeed({ call: 'POST /coupons/:id/pause', before: {}, after: {} })).toBe('paused it')
  const call = 'PATCH /coupons/:id'
  expect(tellDeed({ call, before: { ends_at: null }, after: { ends_at: '2026-09-30T22:00:00Z' } })).toBe(
    'changed the end',
  )
  const both = { amount: null, percent: 20, stock: 3 }
  expect(tellDeed({ call, before: {}, after: both })).toBe('changed what it takes off, how many there are')
  expect(tellDeed({ call, before: {}, after: {} })).toBe('changed it')
})
