import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findOrderNoProblem, maskPhone, maskStreet } from './order-lookup.rules.ts'

test.each([
  ['', { id: 'Enter order No.' }],
  ['   ', { id: 'Enter order No.' }],
  ['x'.repeat(15), null],
  ['x'.repeat(16), { id: 'characters-overflow-tip', amount: 15 }],
  ['HB25090419963', null],
])('checks the order number "%s": %j', (orderNo, problem) => {
  expect(findOrderNoProblem(orderNo)).toEqual(problem)
})

test.each([
  ['+1 207 555 0142', '••• 42'],
  ['5550142', '••• 42'],
  ['112233', '•••'],
  ['', ''],
])('masks the phone %s as %s', (phone, shown) => {
  expect(maskPhone(phone)).toBe(shown)
})

test.each([
  ['18 Ropewalk Lane', 'R•••'],
  ['Östra Hamngatan 5', 'Ö•••'],
  ['12', '•••'],
  ['', ''],
])('masks the street %s as %s', (street, shown) => {
  expect(maskStreet(street)).toBe(shown)
})

test('never shows more than two digits of a phone', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\+?[\d ().-]{0,20}$/), (phone) => {
      expect(maskPhone(phone).replace(/\D/g, '').length).toBeLessThanOrEqual(2)
    }),
  )
})
