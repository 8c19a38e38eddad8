import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choosePrice, convertAmount, convertAmounts } from './prices.rules.ts'

const dollar = { rate: 1, decimals: 2, roundingAmount: 1 }
const franc = { rate: 0.8, decimals: 2, roundingAmount: 5 }
const yen = { rate: 150, decimals: 0, roundingAmount: 1 }
const crown = { rate: 10.5, decimals: 2, roundingAmount: 100 }
const dinar = { rate: 0.3075, decimals: 3, roundingAmount: 10 }

test.each([
  ['keeps an amount in the same currency unchanged', 12_800, dollar, dollar, 12_800],
  ['converts dollars to yen, which have no decimals', 12_800, dollar, yen, 19_200],
  ['rounds francs to five centimes', 12_803, dollar, franc, 10_240],
  ['rounds crowns to whole crowns', 999, dollar, crown, 10_500],
  ['converts to dinars, which have three decimals', 1_000, dollar, dinar, 3_080],
  ['converts yen back to dollars', 19_200, yen, dollar, 12_800],
  ['keeps zero at zero', 0, dollar, crown, 0],
  ['never rounds a cent down to zero', 1, dollar, crown, 100],
])('%s', (_, amount, from, to, expected) => {
  expect(convertAmount(amount, from, to)).toBe(expected)
})

test('rounds a converted price to a multiple, at most half a step away', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 10_000_000 }), fc.constantFrom(franc, yen, crown, dinar), (amount, to) => {
      const converted = convertAmount(amount, dollar, to)
      const exact = (amount / 100) * to.rate * 10 ** to.decimals
      expect(converted % to.roundingAmount).toBe(0)
      if (converted > to.roundingAmount)
        expect(Math.abs(converted - exact)).toBeLessThanOrEqual(to.roundingAmount / 2 + 1e-6)
    }),
  )
})

test('converts all prices of a SKU, and leaves missing prices empty', () => {
  const amounts = { priceAmount: 1_000, specialPriceAmount: null, newUserPriceAmount: 500, compareAtAmount: 2_000 }
  expect(convertAmounts(amounts, dollar, yen)).toEqual({
    priceAmount: 1_500,
    specialPriceAmount: null,
    newUserPriceAmount: 750,
    compareAtAmount: 3_000,
  })
})

const plain = { priceAmount: 5_000, specialPriceAmount: null, newUserPriceAmount: null, compareAtAmount: null }
test.each([
  ['shows a regular price alone', plain, false, 5_000, null, false],
  [
    'strikes through the regular price if there is a special price',
    { ...plain, specialPriceAmount: 4_000 },
    false,
    4_000,
    5_000,
    false,
  ],
  ['strikes through a compare-at price', { ...plain, compareAtAmount: 6_000 }, false, 5_000, 6_000, false],
  ['hides a compare-at price below the regular price', { ...plain, compareAtAmount: 4_000 }, false, 5_000, null, false],
  [
    'ignores a special price above the regular price',
    { ...plain, specialPriceAmount: 9_000 },
    false,
    5_000,
    null,
    false,
  ],
  ['gives new shoppers the new-user price', { ...plain, newUserPriceAmount: 3_000 }, true, 3_000, 5_000, true],
  ['hides the new-user price from other shoppers', { ...plain, newUserPriceAmount: 3_000 }, false, 5_000, null, false],
  [
    'gives new shoppers the special price if it is lower than the new-user price',
    { ...plain, specialPriceAmount: 2_000, newUserPriceAmount: 3_000 },
    true,
    2_000,
    5_000,
    false,
  ],
])('%s', (_, amounts, isNewUser, priceAmount, compareAtAmount, isNewUserPrice) => {
  expect(choosePrice(amounts, isNewUser)).toEqual({ priceAmount, compareAtAmount, isNewUserPrice })
})
