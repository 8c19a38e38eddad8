import { expect, test } from 'vitest'
import { handlePattern } from '#features/catalogue/product.staff.rules.ts'
import { suggestHandle } from './handle.rules.ts'

test.each([
  ['Ebb Wrap Midi Dress', 'ebb-wrap-midi-dress'],
  ['  Été – Größe 38! ', 'ete-grosse-38'],
  [`${'x'.repeat(99)} tail`, 'x'.repeat(99)],
])('converts %s to %s', (name, handle) => {
  expect(suggestHandle(name)).toBe(handle)
  expect(handle).toMatch(handlePattern)
})

test('suggests no handle for a name without characters that a handle can contain', () => {
  expect(suggestHandle('ドレス')).toBe('')
})
