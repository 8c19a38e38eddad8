import { expect, test } from 'vitest'
import { fromWireTime, toWireTime } from './times.ts'

test.each([
  ['1969-12-31T23:59:59.999Z', '1969-12-31 23:59:59'],
  ['1970-01-01T00:00:00.000Z', '1970-01-01 00:00:00'],
  ['2024-02-29T23:59:59.001Z', '2024-02-29 23:59:59'],
])('formats %s as %s', (iso, written) => {
  expect(toWireTime(new Date(iso))).toBe(written)
})

test('reads a formatted time back to the second', () => {
  expect(fromWireTime('2026-11-16 18:20:59')).toEqual(new Date('2026-11-16T18:20:59Z'))
})

test('throws for an invalid time', () => {
  expect(() => toWireTime(new Date(Number.NaN))).toThrow(RangeError)
})
