import { expect, test } from 'vitest'
import { floorToStep, payStepOf, roundToStep } from './currency-units.ts'

test.each([
  ['KWD', 10],
  ['BHD', 10],
  ['JOD', 10],
  ['OMR', 10],
  ['TND', 10],
  ['MGA', 100],
  ['IQD', 1],
  ['EUR', 1],
  ['JPY', 1],
])('rounds sums of %s to steps of %i', (currency, step) => {
  expect(payStepOf(currency)).toBe(step)
})

test('never rounds a price to zero, and rounds only downwards with floorToStep', () => {
  expect([0, 1, 4, 5, 14, 15, 1_004].map((amount) => roundToStep(amount, 10))).toEqual([0, 10, 10, 10, 10, 20, 1_000])
  expect([0, 9, 10, 19].map((amount) => floorToStep(amount, 10))).toEqual([0, 0, 10, 10])
})
