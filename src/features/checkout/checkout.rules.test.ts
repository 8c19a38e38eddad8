import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CouponOffer, chooseOffer, computeTotals, isSameCart, noCoupon, rankOffers } from './checkout.rules.ts'

const soon = new Date('2026-07-01T00:00:00Z')
const later = new Date('2026-08-01T00:00:00Z')
const offer = (claimId: string, offAmount: number | null, expiresAt: Date | null = null): CouponOffer => ({
  claimId,
  code: claimId.toUpperCase(),
  offAmount,
  expiresAt,
})

test('ranks coupons by discount, largest first, and coupons with the same discount by expiry, soonest first', () => {
  const offers = [
    offer('none', null),
    offer('late', 500, later),
    offer('ever', 500),
    offer('soon', 500, soon),
    offer('big', 900),
  ]
  expect(rankOffers(offers).map(({ claimId }) => claimId)).toEqual(['big', 'soon', 'late', 'ever', 'none'])
})

test.each<[string | undefined, string | null]>([
  [undefined, 'big'],
  [noCoupon, null],
  ['small', 'small'],
  ['unmet', null],
  ['somebody-elses', null],
])('for the request %s, chooses the coupon %s', (requested, taken) => {
  const ranked = rankOffers([offer('small', 100), offer('big', 900), offer('unmet', null)])
  expect(chooseOffer(ranked, requested)?.claimId ?? null).toBe(taken)
})

test('does not choose a coupon without a discount as the best coupon', () => {
  expect(chooseOffer([offer('ship', 0)], undefined)).toBeNull()
})

test('offers the usable coupon with the largest discount', () => {
  const some = fc.record({
    claimId: fc.uuid(),
    code: fc.string(),
    offAmount: fc.option(fc.nat(10_000)),
    expiresAt: fc.option(fc.date({ noInvalidDate: true })),
  })
  fc.assert(
    fc.property(fc.array(some), (offers) => {
      const best = chooseOffer(rankOffers(offers), undefined)
      for (const { offAmount } of offers) expect(best?.offAmount ?? 0).toBeGreaterThanOrEqual(offAmount ?? 0)
    }),
  )
})

test('adds up the totals of an order', () => {
  expect(computeTotals(21_000, 495, 4200, 1500)).toEqual({
    subtotalAmount: 21_000,
    shippingAmount: 495,
    offAmount: 4200,
    totalAmount: 18_795,
  })
})

test.each([
  [[{ sku_id: 1, quantity: 2 }], [{ sku_id: 1, quantity: 2 }], true],
  [
    [
      { sku_id: 2, quantity: 1 },
      { sku_id: 1, quantity: 2 },
    ],
    [
      { sku_id: 1, quantity: 2 },
      { sku_id: 2, quantity: 1 },
    ],
    true,
  ],
  [[{ sku_id: 1, quantity: 2 }], [{ sku_id: 1, quantity: 1 }], false],
  [[{ sku_id: 1, quantity: 2 }], [], false],
  [[], [{ sku_id: 1, quantity: 1 }], false],
])('compares the displayed cart %j with the stored cart %j: %s', (seen, held, same) => {
  expect(isSameCart(seen, held)).toBe(same)
})
