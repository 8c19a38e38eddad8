import { expect, test } from 'vitest'
import { formatBadge } from './badge.tsx'

test.each([
  [0, null],
  [-3, null],
  [Number.NaN, null],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [4000, '99+'],
])('formats a count of %s as %s', (count, text) => {
  expect(formatBadge(count)).toBe(text)
})
