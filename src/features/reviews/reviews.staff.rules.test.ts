import { expect, test } from 'vitest'
import { splitLinks } from './reviews.staff.rules.ts'

const linksOf = (text: string) => splitLinks(text).flatMap(({ text: part, isLink }) => (isLink ? [part] : []))

test.each([
  ['Write me at fast-cash.example for the same shoes.', ['fast-cash.example']],
  ['See https://x.test/a?b=1 or me@mail.test', ['https://x.test/a?b=1', 'me@mail.test']],
  ['Lovely.It fits', []],
  ['Size 3.5 fits, 100 % linen. Really good', []],
  ['', []],
])('finds in %j the links %j', (text, links) => {
  expect(linksOf(text)).toEqual(links)
})

test('keeps every character of a text', () => {
  for (const text of ['a.bc and d', 'www.a.b', 'no address', '…@…']) {
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  }
})
