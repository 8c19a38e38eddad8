import { expect, test } from 'vitest'
import { endOfShopDay, formatDay, startOfShopDay, toLastShopDay, toShopDay } from './day.rules.ts'

test("computes the start and end of a day in the shop's time zone, including clock changes", () => {
  expect(startOfShopDay('2026-11-03', 'UTC')).toBe('2026-11-03T00:00:00.000Z')
  expect(startOfShopDay('2026-07-01', 'Europe/Berlin')).toBe('2026-06-30T22:00:00.000Z')
  expect(startOfShopDay('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z')
  expect(endOfShopDay('2026-03-29', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z')
  expect(startOfShopDay('2026-07-01', 'America/Los_Angeles')).toBe('2026-07-01T07:00:00.000Z')
})

test('starts a day an hour later where clocks skip midnight', () => {
  expect(startOfShopDay('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z')
})

test('returns a text unchanged if it is not a day', () => {
  expect(startOfShopDay('', 'UTC')).toBe('')
  expect(endOfShopDay('soon', 'UTC')).toBe('soon')
})

test('converts a moment to its day, and the end of a period to the last day before the end', () => {
  expect(toShopDay('2026-06-30T22:00:00Z', 'Europe/Berlin')).toBe('2026-07-01')
  expect(toLastShopDay('2026-06-30T22:00:00Z', 'Europe/Berlin')).toBe('2026-06-30')
  expect(toLastShopDay('2026-06-30T22:30:00Z', 'Europe/Berlin')).toBe('2026-07-01')
  expect(formatDay('2026-11-03')).toBe('3 Nov 2026')
  expect(formatDay('2026-09-03', '2026-01-01')).toBe('3 Sep')
  expect(formatDay('2026-09-03', '2027-01-01')).toBe('3 Sep 2026')
})
