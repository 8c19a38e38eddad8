import { describe, expect, test } from 'vitest'
import { dayBefore, placeRate, type RatePeriod } from './tax-rates.rules.ts'

const rate = (id: string, validFrom: string, validUntil: string | null = null): RatePeriod => ({
  ...{ id, validFrom, validUntil },
})
const old = rate('old', '2020-01-01')

test('returns the day before, across months and leap years', () => {
  expect(['2025-07-01', '2024-03-01', '2026-01-01'].map(dayBefore)).toEqual(['2025-06-30', '2024-02-29', '2025-12-31'])
})

describe('a new rate', () => {
  test.each([
    ['ends the current rate', rate('new', '2026-01-01'), [old], 'old', null],
    [
      'fills a gap between two rates',
      rate('new', '2021-01-01', '2021-12-31'),
      [rate('a', '2020-01-01', '2020-12-31'), rate('b', '2022-01-01')],
      null,
      null,
    ],
    ['cannot reach into a later rate', rate('new', '2025-01-01'), [rate('later', '2026-01-01')], null, 'later'],
    ['can end before a later rate', rate('new', '2025-01-01', '2025-12-31'), [rate('later', '2026-01-01')], null, null],
    ['cannot begin on the same day as another rate', rate('new', '2020-01-01'), [old], null, 'old'],
    [
      'cannot begin inside of a rate with an end date',
      rate('new', '2026-01-01'),
      [rate('limited', '2025-01-01', '2026-06-30')],
      null,
      'limited',
    ],
  ])('%s', (_, added, others, ended, overlapped) => {
    const placed = placeRate(added, others, true)
    expect([placed.ended?.id ?? null, placed.overlapped?.id ?? null]).toEqual([ended, overlapped])
  })
})

test('an edited rate ends no other rate', () => {
  expect(placeRate(rate('b', '2021-01-01'), [old, rate('b', '2022-01-01')], false)).toEqual({
    ended: null,
    overlapped: old,
  })
})
