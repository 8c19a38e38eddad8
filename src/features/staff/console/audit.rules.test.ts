import { expect, test } from 'vitest'
import { listChanges, readSearch, showValue, tellDeed, tellRow, toMoment } from './audit.rules.ts'

test.each([
  ['PATCH /shipping-methods/:id', 'Changed shipping methods'],
  ['POST /keys', 'Made a key'],
  ['POST /coupons', 'Added coupons'],
  ['POST /orders/:number/ship', 'Orders: ship'],
  ['DELETE /return-reasons/:id', 'Removed return reasons'],
  ['PUT /shoe-sizes/:category', 'Saved shoe sizes'],
  ['DELETE /me/sessions', 'Removed me, sessions'],
  ['fetchRates', 'Fetch rates'],
])('%s reads ‘%s’', (call, deed) => {
  expect(tellDeed(call)).toBe(deed)
})

test('a change names each field with what it was and what it became', () => {
  const before = { max_days: 7, is_active: true, address: ['a', 'b'], same: 1 }
  const after = { max_days: 9, is_active: false, address: [], same: 1, note: 'new' }
  expect(listChanges({ call: 'PATCH /shipping-methods/:id', before, after })).toEqual([
    { name: 'max days', before: '7', after: '9' },
    { name: 'is active', before: 'yes', after: 'no' },
    { name: 'address', before: 'a, b', after: null },
    { name: 'note', before: null, after: 'new' },
  ])
})

test('failed sign-ins say how often, and one that is mistyped is nothing to look at', () => {
  const tell = (after: Record<string, unknown>) => tellRow({ call: 'failedSignIn', after })
  expect(tell({ tries: 1 })).toEqual({ deed: 'Failed to sign in', isOdd: false })
  expect(tell({ tries: 2 })).toEqual({ deed: 'Failed to sign in twice', isOdd: true })
  expect(tell({ tries: 7, locked: true })).toEqual({ deed: 'Failed to sign in 7 times, and had to wait', isOdd: true })
  expect(tellRow({ call: 'POST /keys', after: { tries: 3 } })).toEqual({ deed: 'Made a key', isOdd: false })
  expect(listChanges({ call: 'failedSignIn', before: {}, after: { tries: 2 } })).toEqual([])
})

test('a long value is cut', () => {
  expect(showValue('x'.repeat(500))).toHaveLength(121)
})

test.each([
  ['HB2A3B4C5D6E7', { about: 'orders/HB2A3B4C5D6E7' }],
  ['rt9m5k3rc6vt2', { about: 'returns/RT9M5K3RC6VT2' }],
  ['members/x', { about: 'members/x' }],
  ['Priya Nair', { actor: 'Priya Nair' }],
  [' ', {}],
])('%s is looked for as %o', (q, found) => {
  expect(readSearch(q)).toEqual(found)
})

test('a day that is none filters nothing', () => {
  expect(toMoment('2026-13-40', 'start')).toBeUndefined()
  expect(toMoment('yesterday', 'end')).toBeUndefined()
  expect(
    new Date(toMoment('2026-03-04', 'end') ?? '').getTime() - new Date(toMoment('2026-03-04', 'start') ?? '').getTime(),
  ).toBe(86_399_000)
})
