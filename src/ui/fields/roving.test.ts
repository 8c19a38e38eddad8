import { expect, test } from 'vitest'
import { nextIndex } from './roving.ts'

test('arrows move along the row and wrap at both ends', () => {
  expect(nextIndex('ArrowRight', 0, 3)).toBe(1)
  expect(nextIndex('ArrowRight', 2, 3)).toBe(0)
  expect(nextIndex('ArrowLeft', 0, 3)).toBe(2)
})

test('in right-to-left text the left arrow goes forward', () => {
  expect(nextIndex('ArrowLeft', 0, 3, { isRtl: true })).toBe(1)
  expect(nextIndex('ArrowRight', 0, 3, { isRtl: true })).toBe(2)
})

test('a column listens to up and down only', () => {
  expect(nextIndex('ArrowDown', 0, 3, { vertical: true })).toBe(1)
  expect(nextIndex('ArrowUp', 0, 3, { vertical: true })).toBe(2)
  expect(nextIndex('ArrowRight', 0, 3, { vertical: true })).toBeNull()
})

test('nothing chosen yet: forward is the first, backward the last', () => {
  expect(nextIndex('ArrowDown', -1, 3, { vertical: true })).toBe(0)
  expect(nextIndex('ArrowUp', -1, 3, { vertical: true })).toBe(2)
})

test('Home and End jump, other keys and empty lists do nothing', () => {
  expect(nextIndex('Home', 2, 3)).toBe(0)
  expect(nextIndex('End', 0, 3)).toBe(2)
  expect(nextIndex('a', 0, 3)).toBeNull()
  expect(nextIndex('Home', 0, 0)).toBeNull()
})
