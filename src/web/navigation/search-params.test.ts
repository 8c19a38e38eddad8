import { expect, test } from 'vitest'
import { parseSearch, readWords, stringifySearch } from './search-params.ts'

test.each(['?order_status_id=4,5,6,13', '?return=1', '?email=a%40b.test&order_no=00123', ''])(
  'keeps the query string %s unchanged',
  (text) => {
    expect(stringifySearch(parseSearch(text))).toBe(text)
  },
)

test('gives a route only the parameters it names', () => {
  expect(readWords('id', 'name')({ id: 7, other: 'x' })).toEqual({ id: '7' })
})
