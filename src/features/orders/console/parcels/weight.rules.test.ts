import { expect, test } from 'vitest'
import { readKilos, showKilos } from './weight.rules.ts'

test.each([
  ['0.9', 900],
  ['0,9', 900],
  ['1.125', 1125],
  ['100', 100_000],
  [' 2 ', 2000],
])('reads %s kg as %d grams', (typed, grams) => {
  expect(readKilos(typed)).toBe(grams)
})

test.each(['', '0', '100.001', '1.1255', 'heavy', '-1'])('rejects “%s” as the weight of a parcel', (typed) => {
  expect(readKilos(typed)).toBeNull()
})

test('formats a weight without trailing zeros', () => {
  expect([900, 1100, 2000].map(showKilos)).toEqual(['0.9 kg', '1.1 kg', '2 kg'])
})
