import { expect, test } from 'vitest'
import { findWorse, tighten } from './ratchet.ts'

const ratchet = { arm64: { 'Bare route': 0.1, 'Order list': 2 }, x64: { 'Bare route': 0.05, 'Order list': 3 } }
const findOnArm = (figures: Record<string, number>) => findWorse(figures, 'Bare route', ratchet, 'arm64')

test('reports a row that takes 30% more CPU time than before', () => {
  expect(findOnArm({ 'Bare route': 0.1, 'Order list': 2.59 })).toEqual([])
  expect(findOnArm({ 'Bare route': 0.1, 'Order list': 2.61 })).toEqual([
    'Order list takes 2.61 ms of processor; 2.60 is the most',
  ])
})

test('raises the limit for a slower machine in proportion, and does not lower it for a faster one', () => {
  expect(findOnArm({ 'Bare route': 0.2, 'Order list': 5.1 })).toEqual([])
  expect(findOnArm({ 'Bare route': 0.05, 'Order list': 2.5 })).toEqual([])
})

test('accepts a new row and a new kind of processor without a limit', () => {
  expect(findOnArm({ 'Bare route': 0.1, Basket: 9 })).toEqual([])
  expect(findWorse({ 'Bare route': 0.1, 'Order list': 9 }, 'Bare route', ratchet, 'riscv64')).toEqual([])
})

test('compares each kind of processor with the figures of that kind', () => {
  const figures = { 'Bare route': 0.05, 'Order list': 2.7 }
  expect(findWorse(figures, 'Bare route', ratchet, 'x64')).toEqual([])
  expect(findOnArm(figures)).toHaveLength(1)
})

test('stores improved and new figures, but no worse figures and none of other processors', () => {
  expect(tighten(ratchet, { 'Bare route': 0.12, 'Order list': 1.6789, Basket: 9 }, 'arm64')).toEqual({
    arm64: { 'Bare route': 0.1, 'Order list': 1.679, Basket: 9 },
    x64: ratchet.x64,
  })
  expect(tighten(ratchet, { Basket: 9 }, 'riscv64')).toEqual({ ...ratchet, riscv64: { Basket: 9 } })
})
