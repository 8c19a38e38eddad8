import { afterEach, expect, test } from 'vitest'
import { formatLocalTime } from './local-time.tsx'

afterEach(() => {
  process.env.TZ = 'UTC'
})

test.each([
  ['UTC', '2025-09-04 02:05:08'],
  ['America/New_York', '2025-09-03 22:05:08'],
  ['Asia/Kolkata', '2025-09-04 07:35:08'],
])('formats the moment in %s as %s', (zone, text) => {
  process.env.TZ = zone
  expect(formatLocalTime(new Date('2025-09-04T02:05:08Z'))).toBe(text)
})
