import { expect, test } from 'vitest'
import { formatProductAction } from './product-history.rules.ts'

test.each([
  ['POST /products', {}, { name: 'Dress' }, 'made it'],
  [
    'PATCH /products/:handle',
    { name: 'Dress', sale: 'regular' },
    { name: 'Gown', sale: 'final_sale' },
    'changed the name, the sale kind',
  ],
  ['PATCH /products/:handle', {}, {}, 'changed it'],
  ['PUT /products/:handle/skus', { skus: [] }, { skus: [] }, 'changed skus and prices'],
])('describes the action %s', (call, before, after, told) => {
  expect(formatProductAction({ call, before, after })).toBe(told)
})
