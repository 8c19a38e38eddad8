import { expect, test } from 'vitest'
import { shouldDragClose } from './sheet.tsx'

test('closes the sheet on a long slow pull and on a short flick', () => {
  expect(shouldDragClose(96, 3000)).toBe(true)
  expect(shouldDragClose(40, 60)).toBe(true)
})

test('keeps the sheet open on a short slow pull, a tap, and a push upwards', () => {
  expect(shouldDragClose(95, 3000)).toBe(false)
  expect(shouldDragClose(5, 1)).toBe(false)
  expect(shouldDragClose(-200, 100)).toBe(false)
})
