import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countPieces, findLineProblem, findMostOf, pickBuyable } from './cart.rules.ts'

test.each([
  [{ status: 1, inventory: 5, quantity: 5 }, null],
  [{ status: 1, inventory: 5, quantity: 6 }, 'only_left'],
  [{ status: 1, inventory: 0, quantity: 1 }, 'sold_out'],
  [{ status: 0, inventory: 5, quantity: 1 }, 'expired'],
  [{ status: 4, inventory: 5, quantity: 1 }, 'expired'],
  // Sold out may come back, whatever its product says.
  [{ status: 4, inventory: 0, quantity: 1 }, 'sold_out'],
])('a line %j has the problem %s', (line, problem) => {
  expect(findLineProblem(line)).toBe(problem)
})

test('what can be ordered never asks for more than there is', () => {
  const line = fc.record({
    status: fc.constantFrom(0, 1, 4),
    inventory: fc.nat(120),
    quantity: fc.integer({ min: 1, max: 99 }),
  })
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const buyable = pickBuyable(lines.map((one) => ({ ...one, problem: findLineProblem(one) })))
      for (const { status, inventory, quantity } of buyable) {
        expect(status).toBe(1)
        expect(quantity).toBeLessThanOrEqual(inventory)
      }
      expect(countPieces(buyable)).toBeLessThanOrEqual(countPieces(lines))
    }),
  )
})

test.each([
  [0, 1],
  [1, 1],
  [7, 7],
  [500, 99],
])('of %i in stock a line takes %i at most', (inventory, most) => {
  expect(findMostOf(inventory)).toBe(most)
})
