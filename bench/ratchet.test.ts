import { expect, test } from 'vitest'
import { findWorse } from './ratchet.ts'

const before = { 'Bare route': 0.1, 'Order list': 2 }

test('a row that takes 30 % more of the processor than it did is told', () => {
  expect(findWorse({ 'Bare route': 0.1, 'Order list': 2.59 }, 'Bare route', before)).toEqual([])
  expect(findWorse({ 'Bare route': 0.1, 'Order list': 2.61 }, 'Bare route', before)).toEqual([
    'Order list takes 2.61 ms of processor; 2.60 is the most',
  ])
})

test('a slower machine is allowed as much more, a quicker one not less', () => {
  expect(findWorse({ 'Bare route': 0.2, 'Order list': 5.1 }, 'Bare route', before)).toEqual([])
  expect(findWorse({ 'Bare route': 0.05, 'Order list': 2.5 }, 'Bare route', before)).toEqual([])
})

test('a new row has nothing to be held against', () => {
  expect(findWorse({ 'Bare route': 0.1, Basket: 9 }, 'Bare route', before)).toEqual([])
})
