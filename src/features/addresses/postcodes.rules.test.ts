import { expect, test } from 'vitest'
import { findPostcodeProblem } from './postcodes.rules.ts'

test.each([
  ['US', '04101'],
  ['US', '04101-1234'],
  ['GB', 'sw1a 1aa'],
  ['GB', 'M1 1AE'],
  ['CA', 'K1A 0B1'],
  ['DE', 'D-10115'],
  ['SE', '413 04'],
  ['PL', '00-950'],
  ['NL', '1012 JS'],
  ['JP', '１００－０００１'],
  ['JP', '100-0001'],
  ['SA', '١٢٣٤٥'],
  ['PT', '1000-205'],
  ['IE', 'D02 X285'],
  ['DE', ''],
  // Countries without a known simple format.
  ['AE', 'x'],
  ['', 'x'],
])('accepts the postcode of %s: %s', (country, postcode) => {
  expect(findPostcodeProblem(country, postcode)).toBeNull()
})

test.each([
  ['JP', 'x'],
  ['US', '4101'],
  ['US', 'ABCDE'],
  ['DE', '1011'],
  ['GB', '10115'],
  ['NL', '1012'],
  ['CA', '04101'],
])('rejects the postcode of %s: %s', (country, postcode) => {
  expect(findPostcodeProblem(country, postcode)).toBe('Please enter a valid postcode')
})
