import { expect, test } from 'vitest'
import { couponTimeText } from './coupon-time.tsx'

test.each([
  ['2026-09-01T00:00:00Z', 0, '01/09/2026 00:00:00'],
  ['2026-09-30T23:59:59Z', 0, '30/09/2026 23:59:59'],
  ['2026-12-31T23:30:00Z', 60, '01/01/2027 00:30:00'],
  ['2026-03-01T01:00:00Z', -330, '28/02/2026 19:30:00'],
])('%s, %i minutes east, reads %s', (moment, minutesEast, text) => {
  expect(couponTimeText(new Date(moment), minutesEast)).toBe(text)
})
