import { expect, test } from 'vitest'
import { emptyRefund, listRefundLines, readRefundDraft, setRefundLine, writeRefundLines } from './refund.rules.ts'

test.each([
  [null, null],
  [{ lines: {} }, null],
  [{ lines: { a: 'all' }, reason: '' }, null],
  [{ lines: {}, reason: '' }, emptyRefund],
  [
    { lines: { a: null, b: 5 }, reason: 'Torn', shipping: true, to: 'credit' },
    { lines: { a: null, b: 5 }, reason: 'Torn', shipping: true, to: 'credit' },
  ],
])('parses the stored draft %j as %j', (kept, draft) => {
  expect(readRefundDraft(kept)).toEqual(draft)
})

test('sets a line to an amount, sets it to the whole rest, and removes it', () => {
  expect(setRefundLine({ a: null }, 'b', 5)).toEqual({ a: null, b: 5 })
  expect(setRefundLine({ a: 5 }, 'a', null)).toEqual({ a: null })
  expect(setRefundLine({ a: 5, b: 5 }, 'a', undefined)).toEqual({ b: 5 })
})

test('sends a full refund of a line without an amount, and leaves lines of 0 out of the preview', () => {
  const lines = { a: null, b: 250, c: 0 }
  expect(listRefundLines(lines)).toEqual([{ id: 'a' }, { id: 'b', amount: 250 }, { id: 'c', amount: 0 }])
  expect(writeRefundLines(lines)).toBe('a,b:250')
})
