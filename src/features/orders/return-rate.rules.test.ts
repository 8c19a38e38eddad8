import { expect, test } from 'vitest'
import { returnsOften } from './return-rate.rules.ts'

test('marks a customer who returned three of ten items, but not a customer who returned two of two', () => {
  expect(returnsOften({ delivered: 10, returned: 3 })).toBe(true)
  expect(returnsOften({ delivered: 11, returned: 3 })).toBe(false)
  expect(returnsOften({ delivered: 2, returned: 2 })).toBe(false)
  expect(returnsOften({ delivered: 0, returned: 0 })).toBe(false)
})
