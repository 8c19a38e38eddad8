import { expect, test } from 'vitest'
import { formatInZone, toKnownZone } from './time-zones.ts'

test("formats a moment in the visitor's zone, across midnight and summer time", () => {
  const winter = new Date('2026-01-31T23:30:05Z')
  expect(formatInZone(winter, 'UTC')).toBe('2026-01-31 23:30:05')
  expect(formatInZone(winter, 'Europe/Berlin')).toBe('2026-02-01 00:30:05')
  expect(formatInZone(winter, 'America/New_York')).toBe('2026-01-31 18:30:05')
  expect(formatInZone(new Date('2026-07-01T12:00:00Z'), 'Europe/Berlin')).toBe('2026-07-01 14:00:00')
})

test('uses UTC for a zone that the engine does not know', () => {
  for (const odd of [null, '', 'Mars/Base', '../../etc', 'x'.repeat(200), '<script>'])
    expect(toKnownZone(odd)).toBe('UTC')
  expect(toKnownZone('Asia/Tokyo')).toBe('Asia/Tokyo')
})
