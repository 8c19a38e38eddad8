import { expect, test } from 'vitest'
import { formatCreditEntry, formatCreditSource } from './credit-entries.rules.ts'

const usd = (amount: number) => ({ amount, currency: 'USD' })

test.each([
  [{ kind: 'refund', amount: usd(2400), reason: null, by: 'Tess Berg' }, 'Refund, by Tess Berg'],
  [{ kind: 'by_hand', amount: usd(500), reason: 'late', by: 'Tess Berg' }, 'Added, late delivery, by Tess Berg'],
  [{ kind: 'by_hand', amount: usd(-500), reason: 'correction', by: null }, 'Deducted, correction'],
  [{ kind: 'spent', amount: usd(-500), reason: null, by: null }, 'Used for an order'],
] as const)('formats %j as %j', (entry, expected) => {
  expect(formatCreditEntry(entry)).toBe(expected)
})

test('shows the source of the latest credit below the balance', () => {
  const spent = { amount: usd(-100), order_number: 'HB2', return_number: null }
  const back = { amount: usd(2400), order_number: 'HB1', return_number: 'RT1' }
  expect(formatCreditSource([spent, back])).toBe('from RT1')
  expect(formatCreditSource([{ ...back, return_number: null }])).toBe('from HB1')
  expect(formatCreditSource([{ ...back, order_number: null, return_number: null }])).toBe('by hand')
})
