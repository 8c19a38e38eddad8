import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findChatMessageProblem, mergeMessages } from './chat.rules.ts'

test.each([
  ['', 'Please fill in this field'],
  [' \n', 'Please fill in this field'],
  ['Hello', null],
  ['x'.repeat(2000), null],
  ['x'.repeat(2001), 'No more than 2000 characters'],
])('checks a message (case %#)', (body, problem) => {
  expect(findChatMessageProblem(body)).toBe(problem)
})

test('merges messages once and in order, in any order of arrival', () => {
  const messages = fc.array(fc.record({ id: fc.integer({ min: 1, max: 30 }) }))
  fc.assert(
    fc.property(messages, messages, (shown, came) => {
      const ids = mergeMessages(shown, came).map(({ id }) => id)
      expect(ids).toEqual([...new Set([...shown, ...came].map(({ id }) => id))].sort((a, b) => a - b))
    }),
  )
})
