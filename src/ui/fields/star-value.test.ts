import fc from 'fast-check'
import { expect, test } from 'vitest'
import { starFill, starsAfterKey, starsAt } from './star-value.ts'

test('divides each star into two halves', () => {
  expect(starsAt(1, 224, false)).toBe(0.5)
  expect(starsAt(19, 224, false)).toBe(0.5)
  expect(starsAt(21, 224, false)).toBe(1)
  expect(starsAt(47, 224, false)).toBe(1.5)
  expect(starsAt(203, 224, false)).toBe(4.5)
  expect(starsAt(223, 224, false)).toBe(5)
})

test('limits positions beyond the row to its ends', () => {
  expect(starsAt(-50, 224, false)).toBe(0.5)
  expect(starsAt(900, 224, false)).toBe(5)
})

test('starts at the right in right-to-left text', () => {
  expect(starsAt(223, 224, true)).toBe(0.5)
  expect(starsAt(1, 224, true)).toBe(5)
})

test('returns a half step from 0.5 to 5 for any position and width', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -500, max: 1500, noNaN: true }),
      fc.integer({ min: 40, max: 900 }),
      fc.boolean(),
      (x, width, isRtl) => {
        const stars = starsAt(x, width, isRtl)
        expect(stars).toBeGreaterThanOrEqual(0.5)
        expect(stars).toBeLessThanOrEqual(5)
        expect(Number.isInteger(stars * 2)).toBe(true)
      },
    ),
  )
})

test('steps by a half with arrow keys and by one with page keys, within the limits', () => {
  expect(starsAfterKey('ArrowRight', 3, false)).toBe(3.5)
  expect(starsAfterKey('ArrowRight', 3, true)).toBe(2.5)
  expect(starsAfterKey('ArrowUp', 5, false)).toBe(5)
  expect(starsAfterKey('ArrowDown', 0.5, false)).toBe(0.5)
  expect(starsAfterKey('PageDown', 4.5, false)).toBe(3.5)
  expect(starsAfterKey('Home', 4, false)).toBe(0.5)
  expect(starsAfterKey('End', 1, false)).toBe(5)
  expect(starsAfterKey('x', 1, false)).toBeNull()
})

test('fills four stars and half of the fifth for 4.5', () => {
  expect([0, 1, 2, 3, 4].map((index) => starFill(4.5, index))).toEqual(['full', 'full', 'full', 'full', 'half'])
  expect(starFill(4.5, 5)).toBe('none')
})
