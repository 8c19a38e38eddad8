import { expect, test } from 'vitest'
import { readSearchedAbout } from './audit.rules.ts'

test.each([
  ['HB2A3B4C5D6E7', 'orders/HB2A3B4C5D6E7'],
  ['rt9m5k3rc6vt2', 'returns/RT9M5K3RC6VT2'],
  ['TK3R37HJUZDVQ', 'tickets/TK3R37HJUZDVQ'],
  ['members/x', 'members/x'],
  ['Priya Nair', null],
  [' ', null],
])('finds the resource of a search for %s: %s', (q, about) => {
  expect(readSearchedAbout(q)).toBe(about)
})
