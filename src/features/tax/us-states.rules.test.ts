import { expect, test } from 'vitest'
import { findStateCode } from './us-states.rules.ts'

test.each([
  ['Maine', 'ME'],
  ['me', 'ME'],
  [' new york ', 'NY'],
  ['District of Columbia', 'DC'],
  ['Bavaria', ''],
  ['', ''],
])('finds the code of %s', (state, code) => expect(findStateCode(state)).toBe(code))
