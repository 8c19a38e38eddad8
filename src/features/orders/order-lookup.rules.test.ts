import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findOrderNoProblem, maskPhone, maskStreet } from './order-lookup.rules.ts'

test.each([
  ['', { id: 'Enter order No.' }],
  ['   ', { id: 'Enter order No.' }],
  ['x'.repeat(15), null],
  ['x'.repeat(16), { id: 'characters-overflow-tip', amount: 15 }],
  ['HB25090419963', null],
])('the order number "%s" gets: %j', (orderNo, problem) => {
  expect(findOrderNoProblem(orderNo)).toEqual(problem)
})

test.each([
  ['+1 207 555 0142', '••• 42'],
  ['5550142', '••• 42'],
  ['112233', '•••'],
  ['', ''],
])('the phone %s shows as %s', (phone, shown) => {
  expect(maskPhone(phone)).toBe(shown)
})

test.each([
  ['18 Ropewalk Lane', 'R•••'],
  ['Östra Hamngatan 5', 'Ö•••'],
  ['12', '•••'],
  ['', ''],
])('the street %s shows as %s', (street, shown) => {
  expect(maskStreet(street)).toBe(shown)
})

test('no phone shows more than two of its digits', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\+?[\d ().-]{0,20}$/), (phone) => {
      expect(maskPhone(phone).replace(/\D/g, '').length).toBeLessThanOrEqual(2)
    }),
  )
})
