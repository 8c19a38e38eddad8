import { expect, test } from 'vitest'
import { newId, newOrderNo, newReturnNo, newToken } from './ids.ts'

test('an id is 24 small letters and digits', () => {
  expect(newId()).toMatch(/^[a-z0-9]{24}$/)
})

test('a token carries 256 bits and fits into a URL', () => {
  expect(newToken()).toMatch(/^[\w-]{43}$/)
})

test('order and return numbers have 13 characters and none that look alike', () => {
  expect(newOrderNo()).toMatch(/^HB[2-9A-HJKMNP-Z]{11}$/)
  expect(newReturnNo()).toMatch(/^RT[2-9A-HJKMNP-Z]{11}$/)
})

test('ten thousand ids are all different and use every letter about equally', () => {
  const ids = Array.from({ length: 10_000 }, newId)
  expect(new Set(ids).size).toBe(10_000)
  const counts = Map.groupBy(ids.join(''), (letter) => letter)
  expect(counts.size).toBe(36)
  const expected = (10_000 * 24) / 36
  for (const letters of counts.values()) {
    expect(letters.length).toBeGreaterThan(expected * 0.9)
    expect(letters.length).toBeLessThan(expected * 1.1)
  }
})
