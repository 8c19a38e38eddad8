import { expect, test } from 'vitest'
import { formatProductAction } from './product-history.rules.ts'

test.each([
  ['POST /products', {}, { name: 'Dress' }, 'created the product'],
  [
    'PATCH /products/:handle',
    { name: 'Dress', sale: 'regular' },
    { name: 'Gown', sale: 'final_sale' },
    'changed the name, the sale type',
  ],
  ['PATCH /products/:handle', {}, {}, 'changed the product'],
  ['PUT /products/:handle/skus', { skus: [] }, { skus: [] }, 'changed SKUs and prices'],
])('describes the action %s', (call, before, after, told) => {
  expect(formatProductAction({ call, before, after })).toBe(told)
})
