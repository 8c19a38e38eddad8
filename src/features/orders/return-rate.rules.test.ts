import { expect, test } from 'vitest'
import { returnsALot } from './return-rate.rules.ts'

test('counts three returns of ten items as many, and two of two as too few items to tell', () => {
  expect(returnsALot({ delivered: 10, returned: 3 })).toBe(true)
  expect(returnsALot({ delivered: 11, returned: 3 })).toBe(false)
  expect(returnsALot({ delivered: 2, returned: 2 })).toBe(false)
  expect(returnsALot({ delivered: 0, returned: 0 })).toBe(false)
})
