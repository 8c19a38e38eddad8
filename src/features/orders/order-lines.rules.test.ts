import { expect, test } from 'vitest'
import { findStockLeft, groupLines, listLineActions, splitActions } from './order-lines.rules.ts'

const line = {
  id: 'a',
  sku_name: 'SKU-1',
  type: 1,
  type_name: null,
  is_gift: false,
  order_product_status_id: 10,
  can_after_sale: true,
  after_sale_block_reason: null,
  after_sale_status: 0,
  after_sale_id: null,
  order_packages: { id: 'p' },
  real_price: { price: '$10.00' },
  review: null,
}

test('groups identical SKUs with a count, in the order in which they were bought', () => {
  const groups = groupLines([line, { ...line, id: 'b', sku_name: 'SKU-2' }, { ...line, id: 'c' }])
  expect(groups.map(({ line: first, count, lines }) => [first.id, count, lines.map(({ id }) => id)])).toEqual([
    ['a', 2, ['a', 'c']],
    ['b', 1, ['b']],
  ])
})

test.each([
  ['an open return', { after_sale_id: 'r', after_sale_status: 1, can_after_sale: false }],
  ['another parcel', { order_packages: { id: 'q' } }],
  ['another price', { real_price: { price: '$9.00' } }],
  ['the gift flag', { is_gift: true }],
  ['another status', { order_product_status_id: 9 }],
])('shows a line separately from an otherwise equal line because of %s', (_, change) => {
  expect(groupLines([line, { ...line, id: 'b', ...change }])).toHaveLength(2)
})

const facts = {
  orderId: 'o',
  orderStatusId: 11,
  isReviewsOn: true,
  hasReview: false,
  canAfterSale: true,
  afterSaleStatus: 0,
  typeName: null,
  availability: 1,
  hasPackage: true,
}

test.each([
  ['complete', {}, ['writeReview', 'applyForReturn', 'repurchase', 'viewLogistics']],
  ['reviewed', { hasReview: true }, ['viewReview', 'applyForReturn', 'repurchase', 'viewLogistics']],
  ['complete while reviews are off', { isReviewsOn: false }, ['applyForReturn', 'repurchase', 'viewLogistics']],
  ['received', { orderStatusId: 10 }, ['applyForReturn', 'repurchase', 'viewLogistics']],
  ['zero_buy', { orderStatusId: 10, typeName: 'zero_buy' }, ['repurchase', 'viewLogistics']],
  [
    'returned',
    { orderStatusId: 10, canAfterSale: false, afterSaleStatus: 1 },
    ['viewReturn', 'repurchase', 'viewLogistics'],
  ],
  [
    'received, with a canceled return',
    { orderStatusId: 10, afterSaleStatus: 8 },
    ['applyForReturn', 'repurchase', 'viewLogistics'],
  ],
  ['sold out', { orderStatusId: 7, canAfterSale: false, availability: 6 }, ['repurchase', 'viewLogistics']],
  ['expired', { orderStatusId: 7, canAfterSale: false, availability: 4 }, ['viewLogistics']],
  ['taken down', { orderStatusId: 7, canAfterSale: false, availability: 0 }, ['viewLogistics']],
  ['unpaid', { orderStatusId: 1, canAfterSale: false, hasPackage: false }, ['repurchase']],
])('lists the actions for a line that is %s: %3$j', (_, change, expected) => {
  expect(listLineActions({ ...facts, ...change })).toEqual(expected)
})

test('shows the first two actions as buttons and the rest under More', () => {
  expect(splitActions(['writeReview', 'applyForReturn', 'repurchase', 'viewLogistics'])).toEqual({
    shown: ['writeReview', 'applyForReturn'],
    more: ['repurchase', 'viewLogistics'],
  })
})

test('never shows a negative stock', () => {
  expect([findStockLeft(null), findStockLeft({ inventory: -3 }), findStockLeft({ inventory: 2 })]).toEqual([0, 0, 2])
})
