import { expect, test } from 'vitest'
import { findScanned } from './pack-list.rules.ts'

const lines = [
  { id: 'a', sku: 'EBB-CLY-M' },
  { id: 'b', sku: 'EBB-CLY-M' },
  { id: 'c', sku: 'FIS-OAT-L' },
]

test('finds one unit after the other, and skips units that were found before', () => {
  expect(findScanned(lines, [], ' ebb-cly-m\n')?.id).toBe('a')
  expect(findScanned(lines, ['a'], 'EBB-CLY-M')?.id).toBe('b')
  expect(findScanned(lines, ['a', 'b'], 'EBB-CLY-M')).toBeUndefined()
  expect(findScanned(lines, [], 'SAI-BLU-S')).toBeUndefined()
})
