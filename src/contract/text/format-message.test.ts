import { expect, test } from 'vitest'
import { formatMessage, parseMessage } from './format-message.ts'

test.each([
  ['plain words', {}, 'en', 'plain words'],
  ['Only {amount} left', { amount: 0 }, 'en', 'Only 0 left'],
  ['{n, plural, one {# item} other {# items}}', { n: 1 }, 'en', '1 item'],
  ['{n, plural, one {# item} other {# items}}', { n: 1200 }, 'en', '1,200 items'],
  ['{n, plural, =0 {nothing} other {#}} here', { n: 0 }, 'en', 'nothing here'],
  ['{n, plural, one {# заказ} few {# заказа} many {# заказов} other {# заказа}}', { n: 5 }, 'ru', '5 заказов'],
  ['{kind, select, a {Alpha {name}} other {Other}}', { kind: 'a', name: 'x' }, 'en', 'Alpha x'],
  ['no value for {name}', {}, 'en', 'no value for {name}'],
  ['order #12', {}, 'en', 'order #12'],
  ['{a}#{b}', { a: 1, b: 2 }, 'en', '1#2'],
  ['#{number}', { number: 12 }, 'en', '#12'],
  ['{kind, select, order {#} other {none}}', { kind: 'order' }, 'en', '#'],
  ['{n, plural, other {{kind, select, a {# of a} other {#}}}}', { n: 3, kind: 'a' }, 'en', '3 of a'],
  ['{n, plural, other {#}}', { n: 1200 }, 'ar-EG', '1,200'],
  ['a merchant’s {odd words', {}, 'de', 'a merchant’s {odd words'],
])('formats %s with %o in %s as %s', (message, values, language, expected) => {
  expect(formatMessage(message, values, language)).toBe(expected)
})

test.each(['{', '{n, plural, one {x}}', 'a } b', '{n, number}', '{n, plural, other {x}', '{a b}'])(
  'rejects the malformed message %s',
  (message) => {
    expect(() => parseMessage(message)).toThrow()
  },
)
