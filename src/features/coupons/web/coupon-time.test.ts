import { expect, test } from 'vitest'
import { toCouponTime } from './coupon-time.tsx'

test('formats coupon dates as DD/MM/YYYY HH:mm:ss', () => {
  expect(toCouponTime('2026-12-31 23:59:59')).toBe('31/12/2026 23:59:59')
})
