import { expect, test } from 'vitest'
import { formatEndDate } from './format-end-date.ts'

test.each([
  ['UTC', '04/09/2025'],
  ['America/New_York', '03/09/2025'],
  ['Asia/Kolkata', '04/09/2025'],
  ['Pacific/Kiritimati', '04/09/2025'],
])('in %s, a coupon ends on %s', (zone, text) => {
  expect(formatEndDate(new Date('2025-09-04T02:05:08Z'), zone)).toBe(text)
})
