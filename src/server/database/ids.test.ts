import { expect, test } from 'vitest'
import { newId, newOrderNo, newReturnNo, newToken } from './ids.ts'

test('makes ids of 24 lowercase characters and digits', () => {
  expect(newId()).toMatch(/^[a-z0-9]{24}$/)
})

test('makes URL-safe tokens of 256 bits', () => {
  expect(newToken()).toMatch(/^[\w-]{43}$/)
})

test('makes order and return numbers of 13 characters without lookalikes', () => {
  expect(newOrderNo()).toMatch(/^HB[2-9A-HJKMNP-Z]{11}$/)
  expect(newReturnNo()).toMatch(/^RT[2-9A-HJKMNP-Z]{11}$/)
})

test('makes ten thousand different ids and uses all characters evenly', () => {
  const ids = Array.from({ length: 10_000 }, newId)
  expect(new Set(ids).size).toBe(10_000)
  const counts = Map.groupBy(ids.join(''), (character) => character)
  expect(counts.size).toBe(36)
  const expected = (10_000 * 24) / 36
  for (const letters of counts.values()) {
    expect(letters.length).toBeGreaterThan(expected * 0.9)
    expect(letters.length).toBeLessThan(expected * 1.1)
  }
})
