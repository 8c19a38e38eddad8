import { expect, test } from 'vitest'
import { returnsALot } from './return-rate.rules.ts'

test('three of ten is a lot, and two of two is too few to say so', () => {
  expect(returnsALot({ delivered: 10, returned: 3 })).toBe(true)
  expect(returnsALot({ delivered: 11, returned: 3 })).toBe(false)
  expect(returnsALot({ delivered: 2, returned: 2 })).toBe(false)
  expect(returnsALot({ delivered: 0, returned: 0 })).toBe(false)
})
