import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  computeBonus,
  computeCreditCoverage,
  computeReturnedCredit,
  splitRefund,
  toCredit,
  toCreditPart,
} from './credit.rules.ts'

const usd = { rate: 1, decimals: 2 }
const eur = { rate: 0.9, decimals: 2 }
const yen = { rate: 150, decimals: 0 }

test.each([
  // The columns are balance, total, currency, amount of the order paid with credit, and amount taken from the balance.
  [2400, 15_000, usd, 2400, 2400],
  [20_000, 15_000, usd, 15_000, 15_000],
  [0, 15_000, usd, 0, 0],
  [2400, 15_000, eur, 2160, 2400],
  [20_000, 13_500, eur, 13_500, 15_000],
  // A hundredth of a dollar is worth one and a half yen. One yen is paid, and a cent is taken.
  [1, 100, yen, 1, 1],
  [2400, 3000, yen, 3000, 2000],
])(
  'with a balance of %i and a total of %i in %j, credit pays %i and takes %i from the balance',
  (balance, total, currency, creditAmount, takenAmount) => {
    expect(computeCreditCoverage(balance, total, usd, currency)).toEqual({ creditAmount, takenAmount })
  },
)

const currencies = fc.record({
  rate: fc.double({ min: 0.001, max: 30_000, noNaN: true }),
  decimals: fc.integer({ min: 0, max: 3 }),
})
const sums = fc.integer({ min: 0, max: 1e9 })

test('never pays more than the order or takes more than the balance, and takes the value of the paid amount', () => {
  fc.assert(
    fc.property(sums, sums, currencies, (balance, total, orderUnits) => {
      const { creditAmount, takenAmount } = computeCreditCoverage(balance, total, usd, orderUnits)
      expect(creditAmount).toBeLessThanOrEqual(total)
      expect(takenAmount).toBeLessThanOrEqual(balance)
      expect(creditAmount >= 0 && takenAmount >= 0).toBe(true)
      expect(takenAmount === 0).toBe(creditAmount === 0)
      expect(Number.isSafeInteger(creditAmount) && Number.isSafeInteger(takenAmount)).toBe(true)
    }),
  )
})

test('gives the same credit for several partial refunds as for one refund', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 1, maxLength: 60 })
  const won = { rate: 1400, decimals: 0 }
  expect(toCredit(40, won, usd)).toBe(3)
  fc.assert(
    fc.property(parts, fc.oneof(currencies, fc.constant(won)), (amounts, orderUnits) => {
      let before = 0
      let back = 0
      for (const amount of amounts) {
        const credit = toCreditPart(amount, before, orderUnits, usd)
        expect(credit).toBeGreaterThanOrEqual(0)
        back += credit
        before += amount
      }
      expect(back).toBe(toCredit(before, orderUnits, usd))
    }),
  )
})

test('gives back all credit of an order, regardless of how the refund is divided', () => {
  const parts = fc.array(fc.integer({ min: 0, max: 1e12 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(parts, sums, (amounts, takenAmount) => {
      const creditAmount = amounts.reduce((sum, amount) => sum + amount, 0)
      fc.pre(creditAmount > 0 && Number.isSafeInteger(creditAmount))
      let before = 0
      let back = 0
      for (const amount of amounts) {
        const share = computeReturnedCredit({ creditAmount, takenAmount }, before, amount)
        expect(share).toBeGreaterThanOrEqual(0)
        back += share
        before += amount
      }
      expect(back).toBe(takenAmount)
    }),
  )
})

test.each([
  [15_000, eur, 16_667],
  [1, yen, 1],
  [0, yen, 0],
  [3000, yen, 2000],
  [1, { rate: 30_000, decimals: 2 }, 1],
])('converts %i in %j to credit of %i', (amount, from, expected) => {
  expect(toCredit(amount, from, usd)).toBe(expected)
})

test.each([
  [15_000, 5, 750],
  [199, 5, 9],
  [15_000, 0, 0],
])('for %i with %i percent, computes a bonus of %i', (amount, percent, expected) => {
  expect(computeBonus(amount, percent)).toBe(expected)
})

test.each([
  [5000, 12_600, 5000, 0],
  [15_000, 12_600, 12_600, 2400],
  [2400, 0, 0, 2400],
])(
  'splits a refund of %i with a remaining payment of %i into a payment refund of %i and credit of %i',
  (amount, left, paymentAmount, creditAmount) => {
    expect(splitRefund(amount, left)).toEqual({ paymentAmount, creditAmount })
  },
)
