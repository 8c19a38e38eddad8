import { expect, test } from 'vitest'
import { parseSearch, readWords, stringifySearch } from './search-params.ts'

test.each(['?order_status_id=4,5,6,13', '?return=1', '?email=a%40b.test&order_no=00123', ''])(
  'the search %s comes out as it went in',
  (text) => {
    expect(stringifySearch(parseSearch(text))).toBe(text)
  },
)

test('a route sees only the words it names', () => {
  expect(readWords('id', 'name')({ id: 7, other: 'x' })).toEqual({ id: '7' })
})
