import { expect, test } from 'vitest'
import { formatDayAndTime, formatFullMoment, formatMoment } from './moment.rules.ts'

const now = Date.parse('2026-06-18T12:00:00Z')

test.each([
  ['2026-06-18T10:42:00Z', '10:42'],
  ['2026-06-17T16:20:00Z', 'yesterday 16:20'],
  ['2026-06-16T14:10:00Z', 'Tue 14:10'],
  ['2026-06-02T14:10:00Z', '2 Jun'],
  ['2024-09-02T14:10:00Z', '2 Sep 2024'],
  // A future time shows the date, because a weekday would look like the past.
  ['2026-06-21T08:00:00Z', '21 Jun'],
])('formats %s as %s', (at, text) => {
  expect(formatMoment(at, now, 'UTC')).toBe(text)
})

test("uses the days of the reader's time zone", () => {
  expect(formatMoment('2026-06-17T23:30:00Z', now, 'Europe/Stockholm')).toBe('01:30')
})

test('includes the time zone in the full moment', () => {
  expect(formatFullMoment('2026-06-17T23:30:05Z', 'Europe/Stockholm')).toBe(
    'Thursday 18 June 2026, 01:30:05 Europe/Stockholm',
  )
  expect(formatDayAndTime(now, 'UTC')).toBe('Thursday 18 June, 12:00')
})
