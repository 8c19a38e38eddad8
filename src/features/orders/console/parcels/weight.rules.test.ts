import { expect, test } from 'vitest'
import { formatKilos, parseKilos } from './weight.rules.ts'

test.each([
  ['0.9', 900],
  ['0,9', 900],
  ['1.125', 1125],
  ['100', 100_000],
  [' 2 ', 2000],
])('reads %s kg as %d grams', (typed, grams) => {
  expect(parseKilos(typed)).toBe(grams)
})

test.each(['', '0', '100.001', '1.1255', 'heavy', '-1'])('rejects “%s” as the weight of a parcel', (typed) => {
  expect(parseKilos(typed)).toBeNull()
})

test('formats a weight without trailing zeros', () => {
  expect([900, 1100, 2000].map(formatKilos)).toEqual(['0.9 kg', '1.1 kg', '2 kg'])
})
