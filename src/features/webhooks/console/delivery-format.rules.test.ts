import { expect, test } from 'vitest'
import type { DeliveryDetail } from '../webhooks.staff.contract.ts'
import {
  formatAnswer,
  formatDuration,
  formatExchange,
  formatNextTry,
  toListInput,
  toSubjectLink,
} from './delivery-format.rules.ts'

const delivery: DeliveryDetail = {
  id: '1',
  webhook_id: 'w',
  event_id: 'evt_1',
  type: 'order.paid',
  subject: 'orders/HB1',
  state: 'failed',
  tries: 3,
  status: 503,
  failure: 'responded with status 503',
  took_ms: 1234,
  at: '2026-06-15T10:00:00Z',
  tried_at: '2026-06-15T10:00:00Z',
  next_at: '2026-06-15T10:04:00Z',
  possible: ['retry'],
  request: { url: 'https://erp.example/in', headers: { 'webhook-id': 'evt_1' }, body: '{}' },
  answer: { status: 503, text: 'Service Unavailable', body: 'back at 11:00' },
}
const now = new Date('2026-06-15T10:00:00Z').getTime()

test('reads the filters of an address', () => {
  expect(toListInput({ state: 'failed', webhook: 'w' })).toEqual({ limit: 20, state: 'failed', webhook_id: 'w' })
  expect(toListInput({ state: 'flying' })).toEqual({ limit: 20 })
})

test('links subjects to their pages', () => {
  expect(toSubjectLink('orders/HB1')).toEqual({ name: 'HB1', href: '/staff/orders/HB1' })
  expect(toSubjectLink('skus/A/B')).toEqual({ name: 'A/B', href: null })
  expect(toSubjectLink('webhooks/w')).toEqual({ name: 'Test', href: null })
  expect(toSubjectLink('toString/x')).toEqual({ name: 'x', href: null })
})

test('formats responses, times and the next try briefly', () => {
  expect(formatAnswer(delivery)).toEqual({ name: '503', isGood: false })
  expect(formatAnswer({ ...delivery, status: null, failure: 'timeout' })?.name).toBe('timeout')
  expect(formatAnswer({ ...delivery, status: null, failure: null })).toBeNull()
  expect([null, 12, 1234, 10_000].map(formatDuration)).toEqual(['', '12 ms', '1.2 s', '10 s'])
  expect(formatNextTry(delivery, now)).toBe('in 4 min')
  expect(formatNextTry({ ...delivery, next_at: '2026-06-15T18:00:00Z' }, now)).toBe('in 8 h')
  expect(formatNextTry({ ...delivery, next_at: '2026-06-15T10:00:00Z' }, now)).toBe('now')
  expect(formatNextTry({ state: 'parked', next_at: null }, now)).toBe('Waiting until the webhook is on')
})

test('shows the request above the response', () => {
  expect(formatExchange(delivery)).toEqual([
    'POST https://erp.example/in',
    'webhook-id: evt_1',
    '{}',
    '503 Service Unavailable  “back at 11:00”',
  ])
  expect(formatExchange({ ...delivery, answer: null, failure: 'is in a private network' }).at(-1)).toBe(
    'No response: the address is in a private network',
  )
  expect(formatExchange({ ...delivery, tried_at: null }).at(-1)).toBe('Not sent yet')
})
