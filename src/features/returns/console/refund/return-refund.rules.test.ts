import { expect, test } from 'vitest'
import { type ReturnRefundChoice, toPreview, toRefund } from './return-refund.rules.ts'

const nothing: ReturnRefundChoice = { items: [], hasItems: true, hasPostage: false, kept: null }

test.each<[Partial<ReturnRefundChoice>, ReturnType<typeof toPreview>]>([
  [{}, null],
  [{ items: ['a', 'b'] }, { no: 'R1', items: 'a,b', postage: 'false' }],
  [{ hasPostage: true }, { no: 'R1', postage: 'true' }],
  [
    { items: ['a'], kept: { amount: 0, reason: '' } },
    { no: 'R1', items: 'a', postage: 'false' },
  ],
  [
    { items: ['a'], kept: { amount: 500, reason: '' } },
    { no: 'R1', items: 'a', postage: 'false', deduction: 500 },
  ],
])('converts the refund choice %j to the preview input %j', (choice, input) => {
  expect(toPreview('R1', { ...nothing, ...choice })).toEqual(input)
})

test('sends no list of items if all items of the return are refunded already', () => {
  expect(toRefund('R1', { ...nothing, hasItems: false, hasPostage: true })).toEqual({ no: 'R1', postage: true })
  expect(toRefund('R1', { ...nothing, items: ['a'], kept: { amount: 500, reason: 'Worn' } })).toEqual({
    no: 'R1',
    items: ['a'],
    postage: false,
    deduction: { amount: 500, reason: 'Worn' },
  })
})
