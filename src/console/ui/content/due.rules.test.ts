import { expect, test } from 'vitest'
import { computeDue, formatAge, formatDuration } from './due.rules.ts'

const at = (time: string) => Date.parse(`2026-06-15T${time}Z`)

test.each([
  ['00:00:59', '0 min'],
  ['00:58:00', '58 min'],
  ['03:40:00', '3 h 40 m'],
  ['03:00:10', '3 h'],
  ['21:10:00', '21 h'],
])('formats a span of %s as %s', (span, text) => {
  expect(formatDuration(at(span) - at('00:00:00'))).toBe(text)
})

test('marks a deadline as soon after three quarters, and as late after its end', () => {
  const since = '2026-06-15T00:00:00Z'
  const due = '2026-06-15T12:00:00Z'
  expect(computeDue(since, due, at('06:00:00'))).toEqual({ text: '6 h', share: 50, state: null })
  expect(computeDue(since, due, at('09:00:00'))).toEqual({ text: '3 h', share: 75, state: 'soon' })
  expect(computeDue(since, due, at('14:00:00'))).toEqual({ text: '2 h late', share: 100, state: 'late' })
  // A slow clock shows no negative share.
  expect(computeDue(since, due, at('00:00:00') - 1000).share).toBe(0)
})

test('formats an age in hours or days', () => {
  expect(formatAge('2026-06-10T00:00:00Z', at('12:00:00'))).toBe('5 days ago')
  expect(formatAge('2026-06-15T00:00:00Z', at('12:00:00'))).toBe('12 h ago')
})
