import { expect, test } from 'vitest'
import { type Decisions, describeDecision, isComplete, keepOpen, sendName, toCallItems } from './decision.rules.ts'
import { readReturnRate } from './return-looks.rules.ts'

const three: Decisions = {
  a: { decision: 'approve' },
  b: { decision: 'keep', text: 'left over from a no' },
  c: { decision: 'reject', text: ' It was worn ' },
}

test('what will happen is said before the button', () => {
  expect(describeDecision(three, 4, 'Maren')).toBe(
    '1 comes back for refund, 1 is kept and refunded now, 1 is refused, 1 stays open. Maren gets one mail.',
  )
  expect(describeDecision({}, 2, 'the shopper')).toBe('Decide on each item. The shopper gets one mail.')
  expect(sendName(three, 4)).toBe('Send 3 of 4 items')
  expect(sendName(three, 3)).toBe('Send the decision')
})

test('a no without words is not complete, and only a no carries words', () => {
  expect(isComplete({ decision: 'reject', text: ' ' })).toBe(false)
  expect(toCallItems(three)).toEqual([
    { id: 'a', decision: 'approve' },
    { id: 'b', decision: 'keep' },
    { id: 'c', decision: 'reject', text: 'It was worn' },
  ])
})

test('what a colleague decided meanwhile is dropped, the rest is kept', () => {
  expect(keepOpen(three, ['c'])).toEqual({ c: three.c })
})

test('somebody who returns a lot stands out', () => {
  expect(readReturnRate(31, 3)).toEqual({ text: '10\u2009%', tone: null })
  expect(readReturnRate(10, 2).tone).toBe('warning')
  expect(readReturnRate(10, 3).tone).toBe('danger')
  expect(readReturnRate(0, 0).text).toBe('–')
})
