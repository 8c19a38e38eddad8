import { expect, test } from 'vitest'
import type { Return } from '#features/returns/returns.contract.ts'
import { findSteps, formatServiceNote } from './return-status.ts'

const products = (shipment_expired_at: string | null) => [{ shipment_expired_at }] as Return['products']
const shippedReturn = products('2026-06-29 10:00:00')
const keptReturn = products(null)

test.each<[number, Return['products'], string[], number, string]>([
  [1, keptReturn, ['Processing', 'Returning', 'Return Successful', 'Refunding', 'Refund Successful'], 0, 'primary'],
  [2, shippedReturn, ['Processing', 'Returning', 'Return Successful', 'Refunding', 'Refund Successful'], 1, 'primary'],
  [5, shippedReturn, ['Processing', 'Returning', 'Return Successful', 'Refunding', 'Refund Successful'], 4, 'primary'],
  [4, keptReturn, ['Processing', 'Refunding', 'Refund Successful'], 1, 'primary'],
  [6, keptReturn, ['Processing', 'Return Failed'], 1, 'danger'],
  [6, shippedReturn, ['Processing', 'Returning', 'Return Failed'], 2, 'danger'],
  [7, shippedReturn, ['Processing', 'Returning', 'Return Successful', 'Refunding', 'Refund Failed'], 4, 'danger'],
  [8, keptReturn, ['Processing', 'Cancel-1'], 1, 'neutral'],
  [9, shippedReturn, ['Processing', 'Returning', 'Closed-1'], 2, 'neutral'],
])('shows the steps and the note of status %i', (status, items, steps, current, tone) => {
  expect(findSteps({ status, products: items })).toEqual({ steps, current, tone })
})

test('promises a reply within 48 hours at first, and shows the reason of a rejection', () => {
  const system_comment = ['Newest', 'Older']
  expect(formatServiceNote({ status: 1, system_comment })).toBe('We will reply within 48 hours by email.')
  expect(formatServiceNote({ status: 6, system_comment })).toBe('Newest')
  expect(formatServiceNote({ status: 7, system_comment })).toBe('Newest')
  expect(formatServiceNote({ status: 2, system_comment })).toBe(null)
  expect(formatServiceNote({ status: 6, system_comment: [] })).toBe(null)
})
