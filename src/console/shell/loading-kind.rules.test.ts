import { expect, test } from 'vitest'
import { formatOffline, toLoadingKind } from './loading-kind.rules.ts'

test.each([
  ['no request', false, '/staff/orders', '/staff', 'none'],
  ['the first page', true, '/staff/orders', undefined, 'none'],
  ['another filter', true, '/staff/orders', '/staff/orders', 'rows'],
  ['another page', true, '/staff/returns', '/staff/orders', 'page'],
  ['a row of a list', true, '/staff/orders/HB1', '/staff/orders', 'page'],
  ['a ticket next to the list of the inbox', true, '/staff/inbox/tickets/TK1', '/staff/inbox', 'rows'],
  ['another page than the inbox', true, '/staff', '/staff/inbox/tickets/TK1', 'page'],
] as const)('chooses the loading line for %s', (_, isLoading, to, from, wait) => {
  expect(toLoadingKind({ isLoading, to, from })).toBe(wait)
})

test.each([
  [0, 'No connection. You can still read this page.'],
  [1, 'No connection, 1 change waits'],
  [2, 'No connection, 2 changes wait'],
])('formats the offline text for %i waiting notes as %s', (waiting, said) => {
  expect(formatOffline(waiting)).toBe(said)
})
