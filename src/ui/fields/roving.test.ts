import { expect, test } from 'vitest'
import { nextIndex } from './roving.ts'

test('moves with arrow keys and wraps at both ends', () => {
  expect(nextIndex('ArrowRight', 0, 3)).toBe(1)
  expect(nextIndex('ArrowRight', 2, 3)).toBe(0)
  expect(nextIndex('ArrowLeft', 0, 3)).toBe(2)
})

test('moves forward with the left arrow in right-to-left text', () => {
  expect(nextIndex('ArrowLeft', 0, 3, { isRtl: true })).toBe(1)
  expect(nextIndex('ArrowRight', 0, 3, { isRtl: true })).toBe(2)
})

test('handles only the up and down arrows in a vertical list', () => {
  expect(nextIndex('ArrowDown', 0, 3, { vertical: true })).toBe(1)
  expect(nextIndex('ArrowUp', 0, 3, { vertical: true })).toBe(2)
  expect(nextIndex('ArrowRight', 0, 3, { vertical: true })).toBeNull()
})

test('starts at the first choice going forward, and at the last choice going backward, if no choice is selected', () => {
  expect(nextIndex('ArrowDown', -1, 3, { vertical: true })).toBe(0)
  expect(nextIndex('ArrowUp', -1, 3, { vertical: true })).toBe(2)
})

test('jumps with Home and End, and ignores other keys and empty lists', () => {
  expect(nextIndex('Home', 2, 3)).toBe(0)
  expect(nextIndex('End', 0, 3)).toBe(2)
  expect(nextIndex('a', 0, 3)).toBeNull()
  expect(nextIndex('Home', 0, 0)).toBeNull()
})
