import { expect, test } from 'vitest'
import { returnsOften } from './return-rate.rules.ts'

test('counts three returns of ten items as many, and two of two as too few items to tell', () => {
  expect(returnsOften({ delivered: 10, returned: 3 })).toBe(true)
  expect(returnsOften({ delivered: 11, returned: 3 })).toBe(false)
  expect(returnsOften({ delivered: 2, returned: 2 })).toBe(false)
  expect(returnsOften({ delivered: 0, returned: 0 })).toBe(false)
})
