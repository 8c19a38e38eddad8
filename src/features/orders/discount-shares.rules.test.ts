import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareDiscount } from './discount-shares.rules.ts'

test.each([
  [4200, [15000, 6000], [3000, 1200]],
  [1000, [3333, 3333, 3334], [333, 333, 334]],
  [1, [500, 500], [1, 0]],
  [100, [0, 100], [0, 100]],
  [0, [100, 200], [0, 0]],
  [999, [100, 200], [100, 200]],
  [50, [0, 0], [0, 0]],
])('splits a discount of %i over %j into %j', (discount, prices, expected) => {
  expect(shareDiscount(discount, prices)).toEqual(expected)
})

const prices = fc.array(fc.integer({ min: 0, max: 1e12 }), { minLength: 1, maxLength: 40 })

test('adds all shares up to the discount, and no share exceeds its price', () => {
  fc.assert(
    fc.property(prices, fc.nat(), (lines, part) => {
      const total = lines.reduce((sum, price) => sum + price, 0)
      const discount = total === 0 ? 0 : part % (total + 1)
      const shares = shareDiscount(discount, lines)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(discount)
      shares.forEach((share, index) => {
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(lines[index] ?? 0)
      })
    }),
  )
})

test('gives a more expensive line no smaller share than a cheaper line, except for the last cent', () => {
  fc.assert(
    fc.property(prices, fc.nat(), (lines, part) => {
      const total = lines.reduce((sum, price) => sum + price, 0)
      const shares = shareDiscount(total === 0 ? 0 : part % (total + 1), lines)
      for (let i = 0; i < lines.length; i++)
        for (let j = 0; j < lines.length; j++)
          if ((lines[i] ?? 0) > (lines[j] ?? 0)) expect((shares[i] ?? 0) + 1).toBeGreaterThanOrEqual(shares[j] ?? 0)
    }),
  )
})
