import { expect, test } from 'vitest'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatAverage, formatDay, formatPercent } from './format-values.ts'

test.each([
  ['en', '4.5', '20%', 'June 16, 2026'],
  ['de', '4,5', '20\u00a0%', '16. Juni 2026'],
  ['fr', '4,5', '20\u00a0%', '16 juin 2026'],
  ['tr', '4,5', '%20', '16 Haziran 2026'],
  ['ja', '4.5', '20%', '2026年6月16日'],
])('formats numbers, percentages and days for %s', (language, number, share, day) => {
  expect(formatNumber(4.5, language)).toBe(number)
  expect(formatPercent(20, language)).toBe(share)
  expect(formatDay('2026-06-16', language)).toBe(day)
})

test.each(['ar', 'ar-EG', 'fa', 'he', 'th'])(
  'formats numbers and days for %s with the digits and the calendar of the shop',
  (language) => {
    expect(formatNumber(1234, language)).toMatch(/^1.?234$/u)
    expect(formatDay('2026-06-16', language)).toMatch(/2026/)
  },
)

test.each([
  ['en', 0.04, '0.0', '0%'],
  ['en', 4.35, '4.4', '4.4%'],
  ['ru', 5, '5,0', '5\u00a0%'],
  ['he', 12.5, '12.5', '12.5%'],
])(
  'in %s, formats %d with one decimal as an average and without a zero decimal as a percentage',
  (language, value, average, share) => {
    expect(formatAverage(value, language)).toBe(average)
    expect(formatPercent(value, language)).toBe(share)
  },
)
