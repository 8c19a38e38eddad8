import { expect, test } from 'vitest'
import { readLines, writeLines } from './new-order.staff.rules.ts'

test('restores lines from their formatted text, with any characters in a SKU', () => {
  const lines = [
    { sku: 'EBB-CLA-M', quantity: 2 },
    { sku: 'a,b:c 100% ü', quantity: 99 },
  ]
  expect(readLines(writeLines(lines))).toEqual(lines)
  expect(writeLines(lines.slice(0, 1))).toBe('EBB-CLA-M:2')
  expect(readLines('')).toEqual([])
})

test.each(['EBB', 'EBB:', 'EBB:0', 'EBB:-1', 'EBB:100', 'EBB:1.5', ':1', ',', 'A:1,', '%zz:1'])(
  'rejects %j as a list of lines',
  (text) => expect(readLines(text)).toBeNull(),
)
