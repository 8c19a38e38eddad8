import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countUnits, findCartLimit, findLineProblems, mergeItems, pickBuyable } from './cart.rules.ts'

const bounds = { cartPerSku: 10, cartSkus: 30, cartPieces: 50 }

test.each([
  [{ status: 1, inventory: 5, quantity: 5 }, null],
  [{ status: 1, inventory: 5, quantity: 6 }, 'only_left'],
  [{ status: 1, inventory: 0, quantity: 1 }, 'sold_out'],
  [{ status: 0, inventory: 5, quantity: 1 }, 'expired'],
  [{ status: 4, inventory: 5, quantity: 1 }, 'expired'],
  // A SKU without stock is sold out and may come back, regardless of the status of its product.
  [{ status: 4, inventory: 0, quantity: 1 }, 'sold_out'],
  [{ status: 1, inventory: 5, quantity: 1, hasPrice: false }, 'no_price'],
  [{ status: 1, inventory: 50, quantity: 10 }, null],
  [{ status: 1, inventory: 50, quantity: 11 }, 'too_many'],
])('for the line %j, finds the problem %s', (line, problem) => {
  expect(findLineProblems([{ isFree: false, hasPrice: true, ...line }], bounds)).toEqual([problem])
})

test('leaves lines above the order limit in the cart, and orders the lines that fit', () => {
  const line = (quantity: number) => ({ status: 1, inventory: 99, quantity, isFree: false, hasPrice: true })
  expect(findLineProblems([10, 10, 10, 10, 8, 5, 2].map(line), bounds)).toEqual([
    ...[null, null, null, null, null],
    'cart_full',
    null,
  ])
  const many = findLineProblems(
    Array.from({ length: 31 }, () => line(1)),
    bounds,
  )
  expect(many.filter((problem) => problem === null)).toHaveLength(30)
  expect(many.at(-1)).toBe('cart_full')
})

const anyLine = fc.record({
  status: fc.constantFrom(0, 1, 4),
  inventory: fc.nat(120),
  quantity: fc.integer({ min: 1, max: 99 }),
  isFree: fc.constant(false),
  hasPrice: fc.constant(true),
})

test('never orders more than the stock or the limit of one order', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 60 }), (lines) => {
      const problems = findLineProblems(lines, bounds)
      const buyable = pickBuyable(lines.map((one, index) => ({ ...one, problem: problems[index] ?? null })))
      for (const { status, inventory, quantity } of buyable) {
        expect(status).toBe(1)
        expect(quantity).toBeLessThanOrEqual(Math.min(inventory, bounds.cartPerSku))
      }
      expect(countUnits(buyable)).toBeLessThanOrEqual(bounds.cartPieces)
      expect(buyable.length).toBeLessThanOrEqual(bounds.cartSkus)
    }),
  )
})

test.each([
  [[], 10, 99, null],
  [[], 11, 99, { code: 'too_many_of_one', max: 10 }],
  // The stock of 3 is smaller than the cart limit and is checked separately, so no cart limit is reported.
  [[], 11, 3, null],
  [[10, 10, 10, 10], 10, 99, null],
  [[10, 10, 10, 10, 1], 10, 99, { code: 'too_many_pieces', max: 50 }],
  [Array.from({ length: 29 }, () => 1), 1, 99, null],
  [Array.from({ length: 30 }, () => 1), 1, 99, { code: 'too_many_skus', max: 30 }],
])('given the other items %j, checks the quantity %i against a stock of %i', (others, quantity, inventory, full) => {
  const items = others.map((held, skuId) => ({ skuId, quantity: held }))
  expect(findCartLimit(items, quantity, bounds, inventory)).toEqual(full)
})

test('merges carts within the limits, removes no item, and adds every item that fits', () => {
  const item = fc.record({ skuId: fc.nat(40), quantity: fc.integer({ min: 1, max: 10 }), inventory: fc.nat(20) })
  const cart = fc.uniqueArray(item, { selector: ({ skuId }) => skuId, maxLength: 35 })
  fc.assert(
    fc.property(cart, cart, (all, guest) => {
      const own: typeof all = []
      for (const one of all) {
        if (own.length < bounds.cartSkus && countUnits(own) + one.quantity <= bounds.cartPieces) own.push(one)
      }
      const after = new Map(own.map(({ skuId, quantity }) => [skuId, quantity]))
      for (const { skuId, quantity } of mergeItems(own, guest, bounds)) {
        expect(quantity).toBeGreaterThan(after.get(skuId) ?? 0)
        after.set(skuId, quantity)
      }
      const units = [...after.values()].reduce((sum, quantity) => sum + quantity, 0)
      expect(after.size).toBeLessThanOrEqual(bounds.cartSkus)
      expect(units).toBeLessThanOrEqual(bounds.cartPieces)
      for (const quantity of after.values()) expect(quantity).toBeLessThanOrEqual(bounds.cartPerSku)
      const isFull = after.size === bounds.cartSkus || units === bounds.cartPieces
      if (!isFull) for (const { skuId } of guest) expect(after.has(skuId)).toBe(true)
    }),
  )
})
