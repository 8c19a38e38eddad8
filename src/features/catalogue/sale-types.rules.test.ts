import { expect, test } from 'vitest'
import { listSaleTags } from './sale-types.rules.ts'

test.each([
  [{ type: 2, type_name: null, is_gift: false }, ['Final sale']],
  [{ type: 4, type_name: null, is_gift: false }, ['Exchange']],
  [{ type: 5, type_name: null, is_gift: false }, ['Exchange']],
  [{ type: 6, type_name: 'pre_sale', is_gift: false }, ['Limited-time discount', 'Presale']],
  [{ type: 1, type_name: 'zero_buy', is_gift: true }, ['Gift']],
  [{ type: 1, type_name: null, is_gift: false }, []],
])('tags %j as %j', (kind, labels) => {
  expect(listSaleTags(kind).map(({ label }) => label)).toEqual(labels)
})
