import { expect, test } from 'vitest'
import { planRestock } from './restock.staff.rules.ts'

const answer = { condition: 'as_sold' as const, reason: '', isGone: false }

test.each([
  ['an item that arrived as sold', {}, { isRestocked: true }],
  ['worn', { condition: 'worn' as const }, { isRestocked: false, reason: 'Worn' }],
  ['damaged', { condition: 'damaged' as const }, { isRestocked: false, reason: 'Damaged' }],
  ['missing', { condition: 'missing' as const }, { isRestocked: false, reason: 'Missing' }],
  ['a worn item that is restocked anyway', { condition: 'worn' as const, restock: true }, { isRestocked: true }],
  [
    'a damaged item with a reason',
    { condition: 'damaged' as const, reason: ' Torn ' },
    { isRestocked: false, reason: 'Torn' },
  ],
  [
    'an item that arrived as sold but is not restocked',
    { restock: false, reason: 'Old season' },
    { isRestocked: false, reason: 'Old season' },
  ],
  [
    'an item whose SKU was removed from the catalog',
    { isGone: true },
    { isRestocked: false, reason: 'No longer in the catalog' },
  ],
])('decides whether an item goes back into stock: %s', (_, given, plan) => {
  expect(planRestock({ ...answer, ...given })).toEqual(plan)
})

test.each([
  ['a missing item that is restocked', { condition: 'missing' as const, restock: true }, 'restock'],
  ['a restocked item whose SKU was removed from the catalog', { isGone: true, restock: true }, 'restock'],
  ['a good item that is not restocked, without a reason', { restock: false, reason: '  ' }, 'not_restocked_reason'],
])('rejects the input for %s', (_, given, field) => {
  expect(planRestock({ ...answer, ...given })).toMatchObject({ field, problem: expect.any(String) })
})
