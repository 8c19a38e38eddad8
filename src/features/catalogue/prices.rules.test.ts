import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payStepOf } from '#contract/money/currency-units.ts'
import { convertAmount, type PricedCurrency } from '#features/settings/conversion.rules.ts'
import { convertedPrices, type PriceEnding, priceEndings } from '#features/settings/price-endings.rules.ts'
import { choosePayable, choosePrice, convertAmounts, convertPrice, findPriceGrid } from './prices.rules.ts'

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
  const converted = { ...yen, code: 'JPY', ...convertedPrices }
  expect(convertAmounts(amounts, dollar, converted)).toEqual({
    priceAmount: 1_500,
    specialPriceAmount: null,
    newUserPriceAmount: 750,
    compareAtAmount: 3_000,
  })
  expect(convertAmounts(amounts, dollar, { ...converted, priceRule: 'own' })).toBeNull()
})

const euro = { code: 'EUR', rate: 1, decimals: 2, roundingAmount: 1 }
const pound = { code: 'GBP', rate: 0.874, decimals: 2, roundingAmount: 1 }
const tenYen = { code: 'JPY', rate: 150, decimals: 0, roundingAmount: 10 }
const wholeCrown = { code: 'SEK', rate: 11, decimals: 2, roundingAmount: 100 }
const rappen = { code: 'CHF', rate: 0.95, decimals: 2, roundingAmount: 5 }
const kuwaiti = { code: 'KWD', rate: 0.335, decimals: 3, roundingAmount: 5 }
const ariary = { code: 'MGA', rate: 5100, decimals: 2, roundingAmount: 1 }

test.each<[string, number, Omit<PricedCurrency, keyof typeof convertedPrices>, PriceEnding, number, number]>([
  ['pounds end in .95', 8_900, pound, '95', 0, 7_795],
  ['pounds end in .99', 8_900, pound, '99', 0, 7_799],
  ['a price just above an ending goes down', 8_960, pound, '99', 0, 7_799],
  ['pounds are whole', 8_900, pound, 'whole', 0, 7_800],
  ['pounds end in 9', 8_900, pound, '9', 0, 7_900],
  ['pounds without an ending', 8_900, pound, 'none', 0, 7_779],
  ['pounds rise by 5 % before the ending', 8_900, pound, '99', 5_000, 8_199],
  ['pounds fall by 10 % before the ending', 8_900, pound, '99', -10_000, 6_999],
  ['yen end in 99', 1_333, tenYen, '99', 0, 1_999],
  ['yen end in 95', 1_333, tenYen, '95', 0, 1_995],
  ['yen are whole already', 1_333, tenYen, 'whole', 0, 2_000],
  ['yen end in 9', 1_333, tenYen, '9', 0, 1_999],
  ['crowns without öre end in 99 crowns', 8_900, wholeCrown, '99', 0, 99_900],
  ['crowns end in 9 crowns', 8_900, wholeCrown, '9', 0, 97_900],
  ['francs end in .95', 8_900, rappen, '95', 0, 8_495],
  ['dinars end in .990', 8_900, kuwaiti, '99', 0, 29_990],
  ['dinars end in .950', 8_900, kuwaiti, '95', 0, 29_950],
  ['dinars never end in 5 fils', 1_001, kuwaiti, 'none', 0, 3_350],
  ['ariary are paid in whole', 100, ariary, '99', 0, 509_900],
  ['a small price gets the lowest ending', 3, pound, '99', 0, 99],
  ['a free item stays free', 0, pound, '99', 0, 0],
])('converts a price: %s', (_, amount, to, priceEnding, priceAdjustment, expected) => {
  expect(convertPrice(amount, euro, { ...to, priceRule: 'converted', priceEnding, priceAdjustment })).toBe(expected)
})

const anyCurrency = fc.record({
  currency: fc.constantFrom(pound, tenYen, wholeCrown, rappen, kuwaiti, ariary),
  priceEnding: fc.constantFrom(...priceEndings),
  priceAdjustment: fc.integer({ min: -50_000, max: 200_000 }),
})

test('every converted price has its ending, can be paid, and is at most half a step away', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), anyCurrency, (amount, { currency, ...policy }) => {
      const to: PricedCurrency = { ...currency, priceRule: 'converted', ...policy }
      const price = convertPrice(amount, euro, to)
      const { step, offset } = findPriceGrid(to)
      expect(price).toBeGreaterThan(0)
      expect((price - offset) % step).toBe(0)
      expect(price % payStepOf(to.code)).toBe(0)
      const exact = ((amount / 100) * to.rate * (100_000 + to.priceAdjustment)) / 100_000
      const distance = Math.abs(price - exact * 10 ** to.decimals)
      if (price > step) expect(distance).toBeLessThanOrEqual(step / 2 + 1e-4)
    }),
  )
})

test('a higher price never becomes a lower converted price', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      anyCurrency,
      (amount, more, { currency, ...policy }) => {
        const to: PricedCurrency = { ...currency, priceRule: 'converted', ...policy }
        expect(convertPrice(amount + more, euro, to)).toBeGreaterThanOrEqual(convertPrice(amount, euro, to))
      },
    ),
  )
})

test("a SKU's own price keeps its amount, except for the step of payments", () => {
  const amounts = { priceAmount: 12_345, specialPriceAmount: null, newUserPriceAmount: null, compareAtAmount: 15_001 }
  expect(choosePayable(amounts, false, 'EUR')).toMatchObject({ priceAmount: 12_345, compareAtAmount: 15_001 })
  expect(choosePayable(amounts, false, 'KWD')).toMatchObject({ priceAmount: 12_350, compareAtAmount: 15_000 })
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
