import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromWireTime, toIsoTime, toWireTime } from './times.ts'

const asISO = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ')

test('a time of the wire reads as ISO 8601 has it, without fractions and zone', () => {
  const anyTime = fc.date({
    min: new Date('0001-01-01'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  fc.assert(fc.property(anyTime, (date) => toWireTime(date) === asISO(date)))
  fc.assert(fc.property(anyTime, (date) => toIsoTime(date) === date.toISOString()))
  for (const edge of ['1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00.000Z', '2024-02-29T23:59:59.001Z']) {
    expect(toWireTime(new Date(edge))).toBe(asISO(new Date(edge)))
  }
})

test('more days than are remembered are still written right', () => {
  const days = Array.from({ length: 2_500 }, (_, day) => new Date(Date.UTC(2020, 0, 1 + day, 7, 8, 9)))
  for (const date of [...days, ...days]) expect(toWireTime(date)).toBe(asISO(date))
})

test('what was written is read back to the second', () => {
  expect(fromWireTime('2026-11-16 18:20:59')).toEqual(new Date('2026-11-16T18:20:59Z'))
})

test('a time that is none is refused', () => {
  expect(() => toWireTime(new Date(Number.NaN))).toThrow(RangeError)
})
