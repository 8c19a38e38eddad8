import { expect, test } from 'vitest'
import { shouldDragClose } from './sheet.tsx'

test('a long slow pull and a short quick flick close the sheet', () => {
  expect(shouldDragClose(96, 3000)).toBe(true)
  expect(shouldDragClose(40, 60)).toBe(true)
})

test('a short slow pull, a tap and a push upwards do not', () => {
  expect(shouldDragClose(95, 3000)).toBe(false)
  expect(shouldDragClose(5, 1)).toBe(false)
  expect(shouldDragClose(-200, 100)).toBe(false)
})
