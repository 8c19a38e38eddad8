import fc from 'fast-check'
import { expect, test } from 'vitest'
import { secondsLeft, splitSeconds, twoDigits, untilNextSecond } from './countdown-parts.ts'

test('splits the remaining time into days, hours, minutes and seconds', () => {
  expect(splitSeconds(6 * 86_400 + 21 * 3600 + 48 * 60 + 9)).toEqual({ days: 6, hours: 21, minutes: 48, seconds: 9 })
  expect(splitSeconds(0)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
  expect(splitSeconds(-5)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
})

test('keeps the sum of the parts equal to the total', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000_000 }), (total) => {
      const { days, hours, minutes, seconds } = splitSeconds(total)
      expect(((days * 24 + hours) * 60 + minutes) * 60 + seconds).toBe(total)
      expect(hours < 24 && minutes < 60 && seconds < 60).toBe(true)
    }),
  )
})

test('counts down by the elapsed time and stops at zero', () => {
  expect(secondsLeft(10, 0)).toBe(10)
  expect(secondsLeft(10, 999)).toBe(10)
  expect(secondsLeft(10, 1000)).toBe(9)
  expect(secondsLeft(10, 10_000)).toBe(0)
  expect(secondsLeft(10, 3_600_000)).toBe(0)
})

test('computes the time until the shown number changes', () => {
  expect(untilNextSecond(10, 0)).toBe(1000)
  expect(untilNextSecond(10, 250)).toBe(750)
  expect(secondsLeft(10, 250 + untilNextSecond(10, 250))).toBe(9)
})

test('pads single digits with a zero', () => {
  expect(twoDigits(9)).toBe('09')
  expect(twoDigits(120)).toBe('120')
})
