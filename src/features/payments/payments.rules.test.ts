import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalsOf, payStepOf } from '#contract/money/currency-units.ts'
import { findPaymentState, findStripeDecimals, rescaleAmount } from './payments.rules.ts'

test.each([
  [12_800, 2, 2, 12_800],
  [1980, 0, 2, 198_000],
  [198_000, 2, 0, 1980],
  [198_050, 2, 0, null],
  [1234, 3, 2, null],
])('converts %i with %i decimals to %s with %i', (amount, from, to, expected) => {
  expect(rescaleAmount(amount, from, to)).toBe(expected)
})

test('keeps an amount unchanged when it is converted back and forth', () => {
  const decimals = fc.integer({ min: 0, max: 3 })
  fc.assert(
    fc.property(fc.nat(1e9), decimals, decimals, (amount, from, to) => {
      const there = rescaleAmount(amount, from, to)
      if (there !== null) expect(rescaleAmount(there, to, from)).toBe(amount)
    }),
  )
})

test.each([
  ['USD', 2],
  ['JPY', 0],
  ['KWD', 3],
])('sends %s to Stripe with %i decimals', (currency, decimals) => {
  expect(findStripeDecimals(currency)).toBe(decimals)
})

test('supports the smallest step of every currency at Stripe, except for currencies that Stripe does not support', () => {
  const refused = Intl.supportedValuesOf('currency').filter(
    (code) => rescaleAmount(payStepOf(code), decimalsOf(code), findStripeDecimals(code)) === null,
  )
  expect(refused).toEqual(['IQD', 'LYD'])
})

const now = new Date('2026-06-15T10:00:00Z')
const ahead = new Date('2026-06-16T10:00:00Z')

test.each([
  [{ statusId: 1, invalidStatus: 0, isPaid: false, expiresAt: ahead }, 'open'],
  [{ statusId: 1, invalidStatus: 0, isPaid: false, expiresAt: now }, 'over'],
  [{ statusId: 1, invalidStatus: 1, isPaid: false, expiresAt: ahead }, 'over'],
  [{ statusId: 8, invalidStatus: 1, isPaid: false, expiresAt: ahead }, 'over'],
  [{ statusId: 8, invalidStatus: 1, isPaid: true, expiresAt: ahead }, 'over'],
  [{ statusId: 4, invalidStatus: 0, isPaid: true, expiresAt: now }, 'paid'],
  [{ statusId: 11, invalidStatus: 0, isPaid: true, expiresAt: now }, 'paid'],
])('reads the payment state of an order %j as %s', (order, state) => {
  expect(findPaymentState({ ...order, now })).toBe(state)
})
