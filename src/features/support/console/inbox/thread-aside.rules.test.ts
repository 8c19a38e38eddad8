import { expect, test } from 'vitest'
import { formatStock, listEarlierConversations, listEvents, nameRequester, toRequester } from './thread-aside.rules.ts'

const event = (kind: 'delivered' | 'in_transit', place: string, at: string) => ({ kind, place, at, description: '' })

test('calls only a person without an account a guest, and shows the email address of a customer without a name', () => {
  const unnamed = { name: '', email: 'maren@harbor.test' }
  expect(nameRequester(unnamed)).toBe('maren@harbor.test')
  expect(toRequester(unnamed)).toEqual(unnamed)
  expect(nameRequester(null)).toBe('A guest')
  expect(toRequester(null)).toEqual({ name: 'A guest', email: '' })
})

test('lists the last three parcel events first, with their places', () => {
  const parcels = [
    {
      id: 'a',
      events: [event('in_transit', '', '2026-06-01T08:00:00Z'), event('delivered', 'Porto', '2026-06-03T08:00:00Z')],
    },
    {
      id: 'b',
      events: [event('in_transit', 'Faro', '2026-06-02T08:00:00Z'), event('delivered', '', '2026-06-04T08:00:00Z')],
    },
  ] as Parameters<typeof listEvents>[0]['parcels']
  expect(listEvents({ parcels }).map(({ what }) => what)).toEqual(['Delivered', 'Delivered, Porto', 'On its way, Faro'])
})

test('lists earlier threads without the open thread, the newest first', () => {
  const customer = {
    tickets: [
      { number: 'TK1', status: 'closed', created_at: '2026-03-01T00:00:00Z' },
      { number: 'TK2', status: 'open', created_at: '2026-05-01T00:00:00Z' },
    ],
    chats: [{ id: 'c1', last_message_at: '2026-04-01T00:00:00Z' }],
  }
  expect(listEarlierConversations(customer, 'TK2')).toEqual([
    { kind: 'chat', number: 'c1', at: '2026-04-01T00:00:00Z', state: '' },
    { kind: 'ticket', number: 'TK1', at: '2026-03-01T00:00:00Z', state: 'done' },
  ])
  expect(listEarlierConversations(null, 'TK2')).toEqual([])
})

test.each([
  [[], 'Sold out'],
  [[{ options: [], stock: 3 }], '3 in stock'],
  [
    [
      { options: [{ value: 'Plum' }, { value: '36' }], stock: 0 },
      { options: [{ value: 'Plum' }, { value: '37' }], stock: 4 },
      { options: [{ value: 'Plum' }, { value: '38' }], stock: 2 },
    ],
    'Plum / 37: 4 in stock, Plum / 38: 2',
  ],
])('formats the stock %j as %j', (skus, text) => {
  expect(formatStock(skus)).toBe(text)
})
