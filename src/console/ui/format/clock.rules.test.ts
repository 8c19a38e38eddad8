import { expect, test } from 'vitest'
import { toZonedTime } from './clock.rules.ts'

const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia', 'America/Sao_Paulo']
// Summer, winter, the repeated hour of Berlin, leap day, and distant years.
const moments = ['2026-07-01T22:30:00Z', '2026-10-25T00:59:59Z', '2026-10-25T01:00:00Z', '2024-02-29T23:59:59Z']
const others = ['2018-11-04T02:59:59Z', '2018-11-04T03:00:00Z', '1999-12-31T23:59:59Z', '2040-01-01T00:00:00Z']

test.each(zones)('computes the local time in %s as Temporal does', (zone) => {
  for (const moment of [...moments, ...others]) {
    const { year, month, day, dayOfWeek, hour, minute, second } = Temporal.Instant.from(moment).toZonedDateTimeISO(zone)
    expect(toZonedTime(new Date(moment), zone)).toEqual({ year, month, day, weekday: dayOfWeek, hour, minute, second })
  }
})

test('starts a week on Monday', () => {
  expect(toZonedTime(Date.parse('2026-11-16T12:00:00Z'), 'UTC')).toMatchObject({ weekday: 1, day: 16, month: 11 })
  expect(toZonedTime(Date.parse('2026-11-15T12:00:00Z'), 'UTC')).toMatchObject({ weekday: 7 })
})
