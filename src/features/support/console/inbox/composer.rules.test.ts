import { expect, test } from 'vitest'
import { addAddress, isEmptyAnswer, isSendingKey, readAnswerDraft } from './composer.rules.ts'

const picture = { id: 'p', path: '/pictures/p' }

test.each([
  [null, null],
  [{ side: 'mail', body: 'Hello' }, null],
  [{ side: 'note' }, null],
  [
    { side: 'note', body: 'Hello' },
    { side: 'note', body: 'Hello', pictures: [] },
  ],
  [
    { side: 'answer', body: '', pictures: [{ id: 1 }] },
    { side: 'answer', body: '', pictures: [] },
  ],
  [
    { side: 'answer', body: '', pictures: [picture] },
    { side: 'answer', body: '', pictures: [picture] },
  ],
])('parses the stored draft %j as %j', (kept, draft) => {
  expect(readAnswerDraft(kept)).toEqual(draft)
})

test('stores a draft with only a picture', () => {
  expect(isEmptyAnswer({ side: 'answer', body: ' ', pictures: [] })).toBe(true)
  expect(isEmptyAnswer({ side: 'answer', body: '', pictures: [picture] })).toBe(false)
})

const enter = { key: 'Enter', ctrlKey: false, metaKey: false, shiftKey: false }

test.each([
  [enter, true, true],
  [enter, false, false],
  [{ ...enter, shiftKey: true }, true, false],
  [{ ...enter, ctrlKey: true }, false, true],
  [{ ...enter, metaKey: true, shiftKey: true }, true, true],
  [{ ...enter, key: 'a', ctrlKey: true }, true, false],
])(
  'for the keys %j, in a chat with a hardware keyboard: %s, sends the answer: %s',
  (pressed, isChatWithKeyboard, isSending) => {
    expect(isSendingKey(pressed, isChatWithKeyboard)).toBe(isSending)
  },
)

test.each([
  ['', 'https://shop/o/1 '],
  ['See', 'See https://shop/o/1 '],
  ['See\n', 'See\nhttps://shop/o/1 '],
])('appends the address to %j', (body, text) => {
  expect(addAddress(body, 'https://shop/o/1')).toBe(text)
})
