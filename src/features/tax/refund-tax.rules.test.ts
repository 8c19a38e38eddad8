import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeRefundTaxRows, type PaidTax, type RefundTaxRow } from './refund-tax.rules.ts'
import { type AppliedRate, computeOrderTax } from './tax-amounts.rules.ts'

const place = { country: 'DE', region: '' }
const at = (rate: number): AppliedRate => ({ ...place, name: 'VAT', rate })

test('refunds the tax of a line in parts, and the shipping costs per rate', () => {
  const paid: PaidTax = {
    place,
    lines: [{ id: 'a', rate: 19_000, grossAmount: 1000, taxAmount: 160 }],
    shipping: [
      { ...place, rate: 7000, grossAmount: 163, taxAmount: 11 },
      { ...place, rate: 19_000, grossAmount: 327, taxAmount: 52 },
    ],
  }
  const first = computeRefundTaxRows(paid, [], { lines: [{ id: 'a', amount: 333 }], shippingAmount: 245 })
  expect(first).toEqual([
    { orderLineId: 'a', ...place, rate: 19_000, grossAmount: 333, taxAmount: 53, netAmount: 280 },
    { orderLineId: null, ...place, rate: 7000, grossAmount: 82, taxAmount: 6, netAmount: 76 },
    { orderLineId: null, ...place, rate: 19_000, grossAmount: 163, taxAmount: 26, netAmount: 137 },
  ])
  const rest = computeRefundTaxRows(paid, first, { lines: [{ id: 'a', amount: 667 }], shippingAmount: 245 })
  expect(rest.map(({ grossAmount, taxAmount }) => [grossAmount, taxAmount])).toEqual([
    [667, 107],
    [81, 5],
    [164, 26],
  ])
})

const rates = fc.constantFrom(0, 7000, 8875, 10_000, 19_000, 25_500)
const order = fc.record({
  lines: fc.array(
    fc.record({ amount: fc.integer({ min: 0, max: 5_000_000 }), applied: rates.map((rate) => at(rate)) }),
    { minLength: 1, maxLength: 6 },
  ),
  shippingAmount: fc.integer({ min: 0, max: 20_000 }),
  shippingRate: rates.map((rate) => at(rate)),
  display: fc.constantFrom('included' as const, 'added' as const),
  rounding: fc.constantFrom(
    { per: 'line' as const, direction: 'nearest' as const },
    { per: 'rate' as const, direction: 'down' as const },
  ),
})
const share = fc.double({ min: 0, max: 1, noNaN: true })
// Payments of currencies with 0, 2 and 3 decimals have these steps.
const steps = fc.constantFrom(1, 10)

test('leaves no tax after any sequence of partial refunds of an order', () => {
  fc.assert(
    fc.property(order, steps, fc.array(fc.array(share, { maxLength: 7 }), { maxLength: 6 }), (wanted, step, parts) => {
      const scaled = {
        ...wanted,
        step,
        lines: wanted.lines.map((line) => ({ ...line, amount: line.amount * step })),
        shippingAmount: wanted.shippingAmount * step,
      }
      const tax = computeOrderTax(scaled)
      const paid: PaidTax = {
        place,
        lines: tax.lines.map((line, index) => ({ ...line, id: `${index}` })),
        shipping: tax.shipping,
      }
      const shippingPaid = tax.shipping.reduce((sum, { grossAmount }) => sum + grossAmount, 0)
      const earlier: RefundTaxRow[] = []
      const left = [...paid.lines.map(({ grossAmount }) => grossAmount), shippingPaid]
      // The last refund refunds everything that is left.
      for (const shares of [...parts, left.map(() => 1)]) {
        const amounts = left.map((amount, index) => Math.floor((amount / step) * (shares[index] ?? 0)) * step)
        const full = shares.every((one) => one === 1) && shares.length === left.length ? [...left] : amounts
        const rows = computeRefundTaxRows(paid, earlier, {
          lines: paid.lines.map(({ id }, index) => ({ id, amount: full[index] ?? 0 })),
          shippingAmount: full.at(-1) ?? 0,
        })
        for (const row of rows) {
          expect(row.netAmount + row.taxAmount).toBe(row.grossAmount)
          expect(Math.min(row.netAmount, row.taxAmount)).toBeGreaterThanOrEqual(0)
        }
        expect(rows.reduce((sum, { grossAmount }) => sum + grossAmount, 0)).toBe(
          full.reduce((sum, one) => sum + one, 0),
        )
        for (const [index, amount] of full.entries()) left[index] = (left[index] ?? 0) - amount
        earlier.push(...rows)
      }
      const sum = (read: (row: RefundTaxRow) => number) => earlier.reduce((total, row) => total + read(row), 0)
      expect(sum((row) => row.taxAmount)).toBe(tax.taxAmount)
      for (const line of paid.lines) {
        const own = earlier.filter(({ orderLineId }) => orderLineId === line.id)
        expect(own.reduce((total, { taxAmount }) => total + taxAmount, 0)).toBe(line.taxAmount)
        expect(own.reduce((total, { netAmount }) => total + netAmount, 0)).toBe(line.grossAmount - line.taxAmount)
      }
    }),
  )
})
