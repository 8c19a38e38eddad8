import { expect, test } from 'vitest'
import { checkVatNumber, normalizeVatNumber } from './vat.rules.ts'
import { findVatProblem } from './vat.staff.rules.ts'

test.each([
  ['ATU13585627', 'ATU13585626'],
  ['BE0403019261', 'BE0403019262'],
  ['DE136695976', 'DE136695978'],
  ['DK13585628', 'DK13585627'],
  ['EE100931558', 'EE100594103'],
  ['EL023456780', 'EL023456781'],
  ['FI20774740', 'FI20774741'],
  ['FR40303265045', 'FR84323140391'],
  ['GB980780684', 'GB802311781'],
  ['HR33392005961', 'HR33392005962'],
  ['HU12892312', 'HU12892313'],
  ['IT00743110157', 'IT00743110158'],
  ['LU15027442', 'LU15027443'],
  ['NL004495445B01', 'NL123456789B90'],
  ['NO995525828MVA', 'NO995525829MVA'],
  ['PL8567346215', 'PL8567346216'],
  ['PT501964843', 'PT501964842'],
  ['SE123456789701', 'SE123456789101'],
  ['SK2022749619', 'SK2022749618'],
  ['ESA13585625', 'ES1358562'],
  ['XI980780684', 'XI980780685'],
])('accepts %s and rejects %s', (right, wrong) => {
  expect(checkVatNumber(right)).toBe('fits')
  expect(checkVatNumber(wrong)).toBe('wrong')
})

test.each(['US123456789', '41228703', 'CHE123456788', 'DK'])('has no rule for %s', (number) => {
  expect(checkVatNumber(number)).toBe('unknown')
})

test.each([
  ['', true],
  ['DK13585628', true],
  ['CHE123456788', true],
  ['US123456789', true],
  ['DK13585627', false],
  ['123456', false],
  ['XX123456', false],
  ['DK', false],
])('accepts the number %j: %s', (number, isTaken) => {
  expect(findVatProblem(number) === null).toBe(isTaken)
})

test('ignores spaces, points and case', () => {
  expect(normalizeVatNumber(' dk 13.58-56 28')).toBe('DK13585628')
})
