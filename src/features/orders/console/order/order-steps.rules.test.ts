import { expect, test } from 'vitest'
import { listSteps } from './order-steps.rules.ts'

const at = '2026-05-04T10:00:00Z'
const order = {
  ...{ events: [], parcels: [], placed_at: at, paid_at: at },
  ...{ shipped_at: null, received_at: null, completed_at: null },
}
const states = (status: Parameters<typeof listSteps>[0]['status'], change: object = {}) =>
  listSteps({ ...order, ...change, status })
    .map(({ state }) => state[0])
    .join('')

test.each([
  ['unpaid', 'naaaaaa'],
  ['on_hold', 'dnaaaaa'],
  ['preparing', 'ddnaaaa'],
  ['complete', 'ddddddn'],
] as const)('shows the steps of an order that is %s: %s', (status, expected) => {
  expect(states(status)).toBe(expected)
})

test('stops the steps of a canceled order at the last step that it reached', () => {
  expect(states('cancelled')).toBe('dnaaaaa')
  expect(states('cancelled', { shipped_at: at })).toBe('ddddnaa')
})

test('shows no times after the present step', () => {
  expect(listSteps({ ...order, shipped_at: at, status: 'paid' })[4]).toEqual({
    name: 'Shipped',
    at: null,
    state: 'ahead',
  })
})
