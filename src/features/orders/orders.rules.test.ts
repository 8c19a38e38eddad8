import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTrackingUrl } from './carriers.rules.ts'
import {
  canMove,
  canPay,
  findTab,
  formatOrderStatus,
  listNextMoves,
  type OrderActor,
  type OrderCommand,
  orderMoves,
  orderStatusIds,
  orderTabs,
  tabSearch,
} from './orders.rules.ts'

test.each([
  [1, 'Unpaid'],
  [4, 'Paid'],
  [5, 'Preparing'],
  [6, 'Packed'],
  [13, 'On hold'],
  [7, 'Shipped'],
  [10, 'Received'],
  [11, 'Complete'],
  [8, 'Cancelled'],
  [9, 'Closed'],
])('formats status %i as %s', (statusId, word) => {
  expect(formatOrderStatus(statusId)).toBe(word)
})

test.each<[OrderCommand, number | null, OrderActor, boolean]>([
  ['placeOrder', null, 'shopper', true],
  ['confirmPayment', 1, 'provider', true],
  ['confirmPayment', 8, 'provider', false],
  ['cancelOrder', 1, 'shopper', true],
  ['cancelOrder', 1, 'timer', true],
  ['cancelOrder', 4, 'shopper', false],
  ['cancelOrder', 4, 'staff', true],
  ['cancelOrder', 13, 'staff', true],
  ['cancelOrder', 7, 'staff', false],
  ['holdOrder', 5, 'staff', false],
  ['deliverOrder', 7, 'timer', true],
  ['deliverOrder', 6, 'staff', false],
  ['completeOrder', 10, 'shopper', false],
  ['closeOrder', 11, 'system', true],
])('decides whether %s can move an order in status %s by %s: %s', (command, from, by, expected) => {
  expect(canMove(command, from, by)).toBe(expected)
})

test('allows no move of a canceled or closed order', () => {
  expect(orderMoves.filter(({ from }) => from === 8 || from === 9)).toEqual([])
})

test('reaches every status by some move, and never reaches an unknown status', () => {
  const reached = new Set(orderMoves.map(({ to }) => to))
  expect([...reached].sort((a, b) => a - b)).toEqual([...orderStatusIds].sort((a, b) => a - b))
})

test('lists the next moves for staff', () => {
  expect(listNextMoves(4, 'staff')).toEqual(['holdOrder', 'prepareOrder', 'cancelOrder'])
  expect(listNextMoves(8, 'staff')).toEqual([])
})

test('stays within the known statuses and never returns to Unpaid on any path', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: orderMoves.length - 1 }), { maxLength: 40 }), (steps) => {
      let status: number | null = null
      for (const step of steps) {
        const move = orderMoves[step]
        if (!move || !canMove(move.command, status, move.by[0] ?? 'staff') || move.from !== status) continue
        if (status !== null) expect(move.to).not.toBe(1)
        status = move.to
        expect(orderStatusIds).toContain(status)
      }
    }),
  )
})

test.each([
  [1, 0, true],
  [1, 1, false],
  [4, 0, false],
  [8, 1, false],
])('shows PAY NOW for status %i and invalid_status %i: %s', (order_status_id, invalid_status, expected) => {
  expect(canPay({ order_status_id, invalid_status })).toBe(expected)
})

test.each([
  [{}, 'all'],
  [{ order_status_id: '1' }, 'unpaid'],
  [{ order_status_id: '4,5,6,13' }, 'processing'],
  [{ order_status_id: '13,6,5,4' }, 'processing'],
  [{ order_status_id: '7' }, 'shipped'],
  [{ order_status_id: '10' }, 'received'],
  [{ order_status_id: '99' }, 'all'],
  [{ return: '1' }, 'returns'],
])('maps the query %j to the tab %s', (search, tab) => {
  expect(findTab(search)).toBe(tab)
})

test('maps the link of every tab back to the same tab', () => {
  for (const { tab } of orderTabs) expect(findTab(tabSearch(tab))).toBe(tab)
})

test.each([
  ['https://www.dhl.com/track?id=1', true],
  ['http://www.dhl.com/track', false],
  ['https://inpost.pl/sledzenie-przesylek?number=1', true],
  ['https://localhost/track', false],
  ['https://127.0.0.1/track', false],
  ['https://[::1]/track', false],
  [`https://www.dhl.com/${'1'.repeat(500)}`, false],
  ['https://:secret@www.dhl.com/', false],
  ['https://user@www.dhl.com/', false],
  ['https://www.dhl.com:8443/', false],
  ['javascript:alert(1)', false],
  ['/track', false],
])('allows the tracking link %s: %s', (url, expected) => {
  expect(isTrackingUrl(url)).toBe(expected)
})
