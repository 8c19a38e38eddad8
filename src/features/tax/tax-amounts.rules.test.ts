import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AppliedRate,
  applyProvidedTax,
  computeOrderTax,
  computeRefundTax,
  shareByWeight,
  summarizeTax,
  type TaxInput,
} from './tax-amounts.rules.ts'

const at = (rate: number, country = 'DE'): AppliedRate => ({ country, region: '', name: 'VAT', rate })
const perLine: TaxInput['rounding'] = { per: 'line', direction: 'nearest' }
const order = (lines: [amount: number, rate: number][], more: Partial<TaxInput> = {}): TaxInput => ({
  lines: lines.map(([amount, rate]) => ({ amount, applied: at(rate) })),
  shippingAmount: 0,
  shippingRate: at(19_000),
  display: 'included',
  rounding: perLine,
  step: 1,
  ...more,
})

describe('prices that include tax', () => {
  test('takes the tax out of each line and of shipping, as on the drawn invoice', () => {
    const tax = computeOrderTax(
      order(
        [
          [8508, 20_000],
          [5640, 20_000],
          [7552, 20_000],
        ],
        { shippingAmount: 790 },
      ),
    )
    expect(tax.lines.map(({ taxAmount }) => taxAmount)).toEqual([1418, 940, 1259])
    expect(tax.shipping).toEqual([
      { ...at(20_000), grossAmount: 790, taxAmount: 132, netAmount: 658, addedTaxAmount: 0 },
    ])
    expect(tax).toMatchObject({ taxAmount: 3749, addedTaxAmount: 0 })
    expect(summarizeTax(tax)).toEqual([
      { kind: 'items', ...at(20_000), netAmount: 18_083, taxAmount: 3617, grossAmount: 21_700 },
      { kind: 'shipping', ...at(20_000), netAmount: 658, taxAmount: 132, grossAmount: 790 },
    ])
  })

  test('rounds once per rate and invoice in Japan, with shipping, and down', () => {
    const rounding = { per: 'rate', direction: 'down' } as const
    const tax = computeOrderTax(
      order(
        [
          [1099, 10_000],
          [1099, 10_000],
          [1099, 10_000],
        ],
        { shippingAmount: 550, rounding },
      ),
    )
    // 3,847 yen × 10 / 110 is 349.7.
    expect(tax.taxAmount).toBe(349)
    expect(
      computeOrderTax(
        order(
          [
            [1099, 10_000],
            [1099, 10_000],
            [1099, 10_000],
          ],
          { rounding: perLine },
        ),
      ).taxAmount,
    ).toBe(300)
  })

  test('shares shipping among the rates of the items', () => {
    const tax = computeOrderTax(
      order(
        [
          [3000, 7000],
          [6000, 19_000],
        ],
        { shippingAmount: 490 },
      ),
    )
    expect(tax.shipping.map(({ rate, grossAmount }) => [rate, grossAmount])).toEqual([
      [7000, 163],
      [19_000, 327],
    ])
  })

  test('taxes the shipping of a free order at the general rate', () => {
    expect(computeOrderTax(order([[0, 7000]], { shippingAmount: 490 })).shipping).toMatchObject([
      { rate: 19_000, taxAmount: 78 },
    ])
  })
})

describe('prices without tax', () => {
  test('adds the tax at checkout', () => {
    const tax = computeOrderTax(order([[8900, 8875]], { shippingAmount: 595, display: 'added' }))
    expect(tax.lines).toMatchObject([{ netAmount: 8900, taxAmount: 790, grossAmount: 9690, addedTaxAmount: 790 }])
    expect(tax.addedTaxAmount).toBe(790 + 53)
  })

  test('adds tax in steps that providers accept in currencies with three decimals', () => {
    const tax = computeOrderTax(order([[28_900, 5000]], { display: 'added', step: 10 }))
    expect(tax.addedTaxAmount).toBe(1450)
  })
})

test('applies the tax of a provider, added or included', () => {
  const provided = { lines: [{ taxAmount: 154, rate: 10_250 }], shipping: { taxAmount: 0, rate: 0 } }
  const input = order([[1499, 0]], { shippingAmount: 300, display: 'added' })
  expect(applyProvidedTax(input, provided)).toMatchObject({
    lines: [{ rate: 10_250, netAmount: 1499, taxAmount: 154, grossAmount: 1653, addedTaxAmount: 154 }],
    shipping: [{ grossAmount: 300, taxAmount: 0 }],
    addedTaxAmount: 154,
  })
  expect(applyProvidedTax({ ...input, display: 'included' }, provided)).toMatchObject({
    lines: [{ netAmount: 1345, grossAmount: 1499 }],
    ...{ addedTaxAmount: 0, taxAmount: 154 },
  })
})

test('shares an amount without losing a unit', () => {
  expect(shareByWeight(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(shareByWeight(100, [1, 1, 1], 10)).toEqual([40, 30, 30])
  expect(shareByWeight(5, [0, 0])).toEqual([5, 0])
})

const rates = fc.constantFrom(0, 2100, 7000, 8875, 10_000, 19_000, 20_000, 25_500, 27_000)
const input = fc.record({
  lines: fc.array(
    fc.record({
      amount: fc.oneof(fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: 0, max: 1e12 })),
      applied: rates.map((rate) => at(rate)),
    }),
    { minLength: 1, maxLength: 50 },
  ),
  shippingAmount: fc.integer({ min: 0, max: 100_000 }),
  shippingRate: rates.map((rate) => at(rate)),
  display: fc.constantFrom('included' as const, 'added' as const),
  rounding: fc.record({
    per: fc.constantFrom('line' as const, 'rate' as const),
    direction: fc.constantFrom('nearest' as const, 'down' as const),
  }),
  // 1: currencies with 0 and 2 decimals. 10: currencies with 3 decimals.
  step: fc.constantFrom(1, 10),
})

test('adds up net and tax to gross per line, per rate and per order', () => {
  fc.assert(
    fc.property(input, (wanted) => {
      const tax = computeOrderTax(wanted)
      for (const part of [...tax.lines, ...tax.shipping]) {
        expect(part.netAmount + part.taxAmount).toBe(part.grossAmount)
        expect(Math.min(part.netAmount, part.taxAmount, part.addedTaxAmount)).toBeGreaterThanOrEqual(0)
      }
      const rows = summarizeTax(tax)
      const sum = (read: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + read(row), 0)
      const priced = wanted.lines.reduce((total, { amount }) => total + amount, 0) + wanted.shippingAmount
      expect(sum((row) => row.netAmount) + sum((row) => row.taxAmount)).toBe(sum((row) => row.grossAmount))
      expect(sum((row) => row.grossAmount)).toBe(priced + tax.addedTaxAmount)
      expect(sum((row) => row.taxAmount)).toBe(tax.taxAmount)
      expect(tax.addedTaxAmount).toBe(wanted.display === 'added' ? tax.taxAmount : 0)
      expect(tax.addedTaxAmount % wanted.step).toBe(0)
    }),
  )
})

test('stays within one unit of the exact tax per rounded amount', () => {
  fc.assert(
    fc.property(input, (wanted) => {
      for (const { taxAmount, rate, grossAmount } of computeOrderTax({ ...wanted, step: 1 }).lines) {
        const exact = (grossAmount * rate) / (100_000 + rate)
        expect(Math.abs(taxAmount - exact)).toBeLessThanOrEqual(
          wanted.rounding.per === 'line' && wanted.rounding.direction === 'nearest' ? 0.5 + 1e-3 : 2,
        )
      }
    }),
  )
})

test('gives back exactly the tax that was paid after any sequence of refunds', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e9 }),
      fc.double({ min: 0, max: 0.5, noNaN: true }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
      (grossAmount, part, shares) => {
        const paid = { grossAmount, taxAmount: Math.floor(grossAmount * part) }
        const before = { grossAmount: 0, taxAmount: 0 }
        for (const share of [...shares, 1]) {
          const amount = Math.floor((grossAmount - before.grossAmount) * share)
          const tax = computeRefundTax(paid, before, amount)
          expect(tax).toBeGreaterThanOrEqual(0)
          expect(tax).toBeLessThanOrEqual(amount)
          before.grossAmount += amount
          before.taxAmount += tax
        }
        expect(before).toEqual(paid)
      },
    ),
  )
})
