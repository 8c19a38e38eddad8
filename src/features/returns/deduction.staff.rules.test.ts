import { expect, test } from 'vitest'
import { findDeductionProblem } from './deduction.staff.rules.ts'

test.each([
  ['no deduction', false, null, '', null],
  ['a deduction without an amount', true, null, 'Worn', 'amount'],
  ['a deduction of 0', true, 0, 'Worn', 'amount'],
  ['a deduction without a reason', true, 500, ' ', 'reason'],
  ['a complete deduction', true, 500, 'Worn', null],
])('finds the missing field of %s', (_, isKeeping, amount, reason, field) => {
  expect(findDeductionProblem(isKeeping, { amount, reason })?.field ?? null).toBe(field)
})
