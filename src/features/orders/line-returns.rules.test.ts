import { expect, test } from 'vitest'
import { type BlockReason, findReturnBlock, type ReturnFacts } from './line-returns.rules.ts'

const day = 24 * 60 * 60 * 1000
const now = new Date('2026-06-15T10:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

const returnable: ReturnFacts = {
  orderStatusId: 10,
  type: 1,
  typeName: null,
  isGift: false,
  isReturnable: true,
  deliveredAt: ago(3 * day),
  returnStatuses: [],
}

test.each<[string, Partial<ReturnFacts>, BlockReason | null]>([
  ['a received item', {}, null],
  ['an item of a complete order', { orderStatusId: 11 }, null],
  ['a presale item', { typeName: 'pre_sale' }, null],
  ['a limited-time discount', { type: 6 }, null],
  ['an item delivered exactly 15 × 24 hours ago', { deliveredAt: ago(15 * day) }, null],
  ['an item delivered a millisecond earlier', { deliveredAt: ago(15 * day + 1) }, 'window_closed'],
  ['an unpaid order', { orderStatusId: 1, deliveredAt: null }, 'not_received'],
  ['a shipped order', { orderStatusId: 7, deliveredAt: null }, 'not_received'],
  ['a closed order', { orderStatusId: 9 }, 'not_received'],
  ['a received order whose parcel is still on its way', { deliveredAt: null }, 'not_received'],
  ['a final sale item', { type: 2 }, 'final_sale'],
  ['swimwear, bags, accessories and lingerie', { isReturnable: false }, 'not_returnable'],
  ['a gift', { isGift: true }, 'gift'],
  ['zero_buy', { typeName: 'zero_buy' }, 'zero_buy'],
  ['a return being processed', { returnStatuses: [1] }, 'return_open'],
  ['a failed refund that can be tried again', { returnStatuses: [7] }, 'return_open'],
  ['a refunded item', { returnStatuses: [8, 5] }, 'return_refunded'],
  ['a rejected item', { returnStatuses: [6] }, 'return_rejected'],
  ['a canceled return', { returnStatuses: [8] }, null],
  ['a return that was closed because no parcel was sent', { returnStatuses: [9, 8] }, null],
])('finds whether an item can be returned: %s', (_, facts, block) => {
  expect(findReturnBlock({ ...returnable, ...facts }, now)).toBe(block)
})
