import { expect, test } from 'vitest'
import {
  type DueTask,
  findDueHref,
  findHref,
  formatPerson,
  formatWaiting,
  groupWaiting,
  type Person,
  type Waiting,
} from './today.rules.ts'

const clock = { now: Date.parse('2026-06-18T12:00:00Z'), zone: 'UTC' }
const ago = (hours: number) => new Date(clock.now - hours * 3_600_000).toISOString()
const waits = (kind: Waiting['kind'], more: Partial<Waiting> = {}): Waiting => ({
  kind,
  count: 1,
  oldest_at: null,
  due_at: null,
  first: null,
  of_note: 0,
  money: [],
  ...more,
})
const first = (name: string, about: string, number: string | null = null) => ({ name, about, number })

test.each<[Waiting, string]>([
  [waits('shop_closed', { count: 2 }), '2 steps are missing'],
  [
    waits('tickets_late', { oldest_at: ago(26), first: first('Ana', 'Where is my order') }),
    'Oldest 26 h, from Ana, Where is my order',
  ],
  [
    waits('refunds_failed', {
      first: first('RT7M2K9XQ4BD8', 'card account closed'),
      money: [{ amount: 10_665, currency: 'USD' }],
    }),
    'RT7M2K9XQ4BD8, $106.65, card account closed',
  ],
  [waits('orders_to_pack', { oldest_at: ago(20), of_note: 3 }), 'Oldest 20 h ago · 3 with express shipping'],
  [waits('orders_on_hold', { first: first('HB1', 'Address check') }), 'Address check'],
  [waits('returns_to_judge', { due_at: ago(-5.2) }), 'Next due in 5 h 12 m'],
  [waits('tickets', { due_at: ago(2) }), 'First reply was due 2 h ago'],
  [waits('returns_to_check', { oldest_at: ago(19.5) }), 'Since yesterday 16:30'],
  [waits('chats', { oldest_at: ago(0.07) }), 'Longest wait 4 min'],
  [waits('reviews', { of_note: 2 }), '2 with one or two stars'],
  [waits('reviews'), 'From the last 7 days'],
  [
    waits('orders_expiring', {
      money: [
        { amount: 61_100, currency: 'USD' },
        { amount: 900, currency: 'JPY' },
      ],
    }),
    'Within 3 h, $611.00, ¥900 in total',
  ],
  [waits('stock_low', { first: first('Ebb Wrap Midi Dress', 'Clay M: 1 left') }), 'Ebb Wrap Midi Dress Clay M: 1 left'],
  [waits('mails_failed', { first: first('Your order', 'mailbox full') }), 'Your order, mailbox full'],
  [
    waits('webhooks_failed', { oldest_at: ago(2), first: first('erp.test', 'answers 503') }),
    'erp.test answers 503 since 10:00',
  ],
])('formats a line about waiting work (case %#)', (waiting, text) => {
  expect(formatWaiting(waiting, clock)).toBe(text)
})

test('omits work with a count of zero and puts late work first', () => {
  const groups = groupWaiting([waits('chats'), waits('orders_to_pack', { count: 0 }), waits('tickets_late')])
  expect(groups.map(({ name, rows }) => [name, rows.map(({ kind }) => kind)])).toEqual([
    ['Late', ['tickets_late']],
    ['Shoppers', ['chats']],
  ])
})

test('links a row to the list of tasks that the row counts', () => {
  expect(findHref(waits('tickets'), false)).toBe('/staff/inbox?kind=ticket')
  expect(findHref(waits('tickets'), true)).toBe('/staff/inbox?kind=ticket&assignee=me')
  expect(findHref(waits('orders_to_pack'), true)).toBe('/staff/orders?status=preparing')
  const failed = { first: first('HB2A3B4C5D6E7', '', 'HB2A3B4C5D6E7') }
  expect(findHref(waits('refunds_failed', failed), false)).toBe('/staff/orders/HB2A3B4C5D6E7')
  expect(findHref(waits('refunds_failed', { ...failed, count: 2 }), false)).toBe('/staff/returns?status=refund_failed')
})

test.each<[DueTask['kind'], string]>([
  ['ticket', '/staff/inbox/tickets/X'],
  ['chat', '/staff/inbox/chats/X'],
  ['return', '/staff/returns/X'],
  ['order', '/staff/orders/X'],
])('links a due %s to its page', (kind, href) => {
  expect(findDueHref({ kind, number: 'X' } as DueTask)).toBe(href)
})

test.each<[Partial<Person>, string | undefined, string]>([
  [{}, 'returns/RT3H6J9M2KV8C', 'Viewing return RT3H6J9M2KV8C'],
  [{}, 'chats/abc', 'In a chat'],
  [{ is_here: false, seen_at: ago(1) }, undefined, 'Away since 11:00'],
  [{ deeds: { call: 'POST /orders/:no/pack', count: 9 } }, undefined, 'Packed 9 today'],
  [{ deeds: { call: 'PATCH /products/:handle', count: 1 } }, undefined, '1 change today'],
  [{}, undefined, 'Online'],
])('describes staff members by their activity (case %#)', (person, about, text) => {
  const ann = { id: 'ann', name: 'Ann', is_here: true, seen_at: ago(0), deeds: null, ...person }
  expect(formatPerson(ann, about, clock)).toBe(text)
})
