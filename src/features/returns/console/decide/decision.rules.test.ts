import { expect, test } from 'vitest'
import { readReturnRate } from '../parts/return-badges.rules.ts'
import {
  type Decisions,
  formatBulkButton,
  formatDecisionSummary,
  formatSendButton,
  isComplete,
  keepOpenDecisions,
  sumAsked,
  toCallItems,
} from './decision.rules.ts'

const three: Decisions = {
  a: { decision: 'approve' },
  b: { decision: 'keep', text: 'left over from a no' },
  c: { decision: 'reject', text: ' It was worn ' },
}

test('describes the consequence of the decisions above the button', () => {
  expect(formatDecisionSummary(three, 4, 'Maren')).toBe(
    '1 is sent back and then refunded, 1 is kept and refunded now, 1 is rejected, 1 stays open. Maren gets one email.',
  )
  expect(formatDecisionSummary({}, 2, 'the shopper')).toBe('Decide on each item. The shopper gets one email.')
  expect(formatSendButton(three, 4)).toBe('Send 3 of 4 items')
  expect(formatSendButton(three, 3)).toBe('Send the decision')
})

test('requires a text for a rejection, and leaves the text out of other decisions', () => {
  expect(isComplete({ decision: 'reject', text: ' ' })).toBe(false)
  expect(toCallItems(three)).toEqual([
    { id: 'a', decision: 'approve' },
    { id: 'b', decision: 'keep' },
    { id: 'c', decision: 'reject', text: 'It was worn' },
  ])
})

test('removes decisions about items that a colleague has decided in the meantime, and keeps other decisions', () => {
  expect(keepOpenDecisions(three, ['c'])).toEqual({ c: three.c })
})

test('highlights a customer who returns a large share of items', () => {
  expect(readReturnRate(31, 3)).toEqual({ text: '10\u2009%', tone: null })
  expect(readReturnRate(10, 2).tone).toBe('warning')
  expect(readReturnRate(10, 3).tone).toBe('danger')
  expect(readReturnRate(0, 0).text).toBe('–')
})

test('shows the number of returns on the button, and sums each currency separately', () => {
  expect(formatBulkButton('approve', 3)).toBe('Approve 3 returns')
  expect(formatBulkButton('keep', 1)).toBe('Let the shoppers keep the items of 1 return')
  const returnOf = (amount: number, currency: string) => ({ asked: { amount, currency } })
  expect(sumAsked([returnOf(100, 'USD'), returnOf(50, 'EUR'), returnOf(11, 'USD')])).toEqual([
    { currency: 'USD', amount: 111 },
    { currency: 'EUR', amount: 50 },
  ])
})
