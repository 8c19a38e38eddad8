import { expect, test } from 'vitest'
import { createAnswerReader } from './connection.ts'

const whole = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello'
const inPieces =
  'HTTP/1.1 404 Not Found\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n1a\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n'

test.each([
  [200, whole],
  [404, inPieces],
])('completes a response of %i at its last byte, in chunks of any size', (status, text) => {
  for (const length of [1, 2, 7, text.length]) {
    const reader = createAnswerReader()
    const told: (number | null)[] = []
    for (let at = 0; at < text.length; at += length) told.push(reader.read(Buffer.from(text.slice(at, at + length))))
    expect(told.pop()).toBe(status)
    expect(new Set(told)).toEqual(new Set(told.length > 0 ? [null] : []))
  }
})

test.each([
  ['more than it said', `${whole}!`],
  ['without a length', 'HTTP/1.1 200 OK\r\n\r\nhello'],
  ['that is not HTTP', 'hello\r\n\r\n'],
])('rejects a response %s', (problem, text) => {
  expect(() => createAnswerReader().read(Buffer.from(text))).toThrow(problem)
})
