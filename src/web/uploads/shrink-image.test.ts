import { expect, test } from 'vitest'
import { fitInside } from './shrink-image.ts'

test.each([
  ['a small picture stays', 800, 600, null],
  ['a picture of exactly the maximum size stays', 2400, 1800, null],
  ['a wide picture is narrowed', 4800, 2400, [2400, 1200]],
  ['a tall picture is shortened', 3000, 4000, [1800, 2400]],
  ['a picture that is one pixel wide keeps its width', 1, 10_000, [1, 2400]],
])('%s', (_, width, height, size) => {
  expect(fitInside(width, height)).toEqual(size)
})
