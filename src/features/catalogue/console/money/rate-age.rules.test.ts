import { expect, test } from 'vitest'
import { formatRateAge } from './rate-age.rules.ts'

const now = Date.parse('2026-09-18T10:00:00Z')
test.each([
  ['ecb', '2026-09-18T01:00:00Z', 'ECB, today', false],
  ['ecb', '2026-09-17T13:15:00Z', 'ECB, yesterday', false],
  ['ecb', '2026-09-15T13:15:00Z', 'ECB, 15 Sep', false],
  ['ecb', '2026-09-12T13:15:00Z', 'ECB, 5 days old', true],
  ['manual', '2026-09-02T13:15:00Z', 'By hand, 2 Sep', false],
  ['manual', '2025-09-02T13:15:00Z', 'By hand, 2 Sep 2025', true],
] as const)('the rate source %s of %s is shown as %s', (rate_source, rate_as_of, words, isOld) => {
  expect(formatRateAge({ rate_source, rate_as_of }, now, 'UTC')).toEqual({ words, isOld })
})
