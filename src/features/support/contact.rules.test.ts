import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeOrderNo } from '#features/orders/orders.rules.ts'
import {
  findContactOrderNoProblem,
  findHelp,
  findMessageProblem,
  findProblemPath,
  needsOrderNo,
} from './contact.rules.ts'

test.each([
  [[4, 26, 45], 'lookup'],
  [[4, 26, 46], 'ticket'],
  [[4, 26], 'ticket'],
  [[4, 27, 45], 'ticket'],
  [[5, 28], 'lookup'],
  [[5, 29], 'faq'],
  [[5, 30], 'ticket'],
  [[28], 'ticket'],
  [[], 'ticket'],
])('offers for the question %j: %s', (path, help) => {
  expect(findHelp(path)).toBe(help)
})

test.each([
  [4, true],
  [5, true],
  [1, false],
  [45, false],
  [undefined, false],
])('requires an order number for type %s: %s', (id, isNeeded) => {
  expect(needsOrderNo(id)).toBe(isNeeded)
})

test('returns the path to a type from the first level down', () => {
  const leaf = { id: 45, name: 'Track my order', children: [] }
  const tree = [
    { id: 1, name: 'Product', children: [] },
    { id: 4, name: 'Delivery', children: [{ id: 26, name: 'Where is my order', children: [leaf] }] },
  ]
  expect(findProblemPath(tree, 45).map(({ id }) => id)).toEqual([4, 26, 45])
  expect(findProblemPath(tree, 4).map(({ id }) => id)).toEqual([4])
  expect(findProblemPath(tree, 99)).toEqual([])
})

test.each([
  ['', true, 'Please fill in this field'],
  ['  ', true, 'Please fill in this field'],
  ['', false, null],
  ['HB25090419963', true, null],
  ['x'.repeat(14), true, null],
  ['x'.repeat(15), false, 'No more than 14 characters'],
])('checks the order number "%s" (required: %s): %s', (orderNo, isRequired, problem) => {
  expect(findContactOrderNoProblem(orderNo, isRequired)).toBe(problem)
})

test.each([
  ['', 'Please fill in this field'],
  [' \n ', 'Please fill in this field'],
  ['Hello', null],
  ['x'.repeat(2000), null],
  ['x'.repeat(2001), 'No more than 2000 characters'],
])('checks a message (case %#)', (message, problem) => {
  expect(findMessageProblem(message)).toBe(problem)
})

test('normalizes an order number, and changes a normalized number no further', () => {
  expect(normalizeOrderNo(' #hb123 ')).toBe('HB123')
  fc.assert(
    fc.property(fc.stringMatching(/^[ #]?[a-zA-Z0-9]{0,14} ?$/), (typed) => {
      expect(normalizeOrderNo(normalizeOrderNo(typed))).toBe(normalizeOrderNo(typed))
    }),
  )
})
