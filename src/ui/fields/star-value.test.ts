import fc from 'fast-check'
import { expect, test } from 'vitest'
import { starFill, starsAfterKey, starsAt } from './star-value.ts'

test('each star is two halves', () => {
  expect(starsAt(1, 224, false)).toBe(0.5)
  expect(starsAt(19, 224, false)).toBe(0.5)
  expect(starsAt(21, 224, false)).toBe(1)
  expect(starsAt(47, 224, false)).toBe(1.5)
  expect(starsAt(203, 224, false)).toBe(4.5)
  expect(starsAt(223, 224, false)).toBe(5)
})

test('a finger beyond the row gives the ends', () => {
  expect(starsAt(-50, 224, false)).toBe(0.5)
  expect(starsAt(900, 224, false)).toBe(5)
})

test('in right-to-left text the row starts at the right', () => {
  expect(starsAt(223, 224, true)).toBe(0.5)
  expect(starsAt(1, 224, true)).toBe(5)
})

test('any finger on any row gives a half step from 0.5 to 5', () => {
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

test('keys step by a half, pages by one, and stop at the ends', () => {
  expect(starsAfterKey('ArrowRight', 3, false)).toBe(3.5)
  expect(starsAfterKey('ArrowRight', 3, true)).toBe(2.5)
  expect(starsAfterKey('ArrowUp', 5, false)).toBe(5)
  expect(starsAfterKey('ArrowDown', 0.5, false)).toBe(0.5)
  expect(starsAfterKey('PageDown', 4.5, false)).toBe(3.5)
  expect(starsAfterKey('Home', 4, false)).toBe(0.5)
  expect(starsAfterKey('End', 1, false)).toBe(5)
  expect(starsAfterKey('x', 1, false)).toBeNull()
})

test('4.5 fills four stars and half of the fifth', () => {
  expect([0, 1, 2, 3, 4].map((index) => starFill(4.5, index))).toEqual(['full', 'full', 'full', 'full', 'half'])
  expect(starFill(4.5, 5)).toBe('none')
})
