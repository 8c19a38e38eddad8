import { expect, test } from 'vitest'
import { formatActor } from '#console/ui/content/history.tsx'
import { returnMoves } from '#features/returns/returns.rules.ts'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import { toHistory } from './return-history.rules.ts'

type Event = StaffReturn['events'][number]
const customer = { id: 'c', email: 'maren@harbor.test', name: 'Maren Lindqvist', delivered_items: 0, returned_items: 0 }
const event = (command: string, at: string, actor: Event['actor']): Event => ({
  ...{ command, at, actor, item_id: 'i', from: null, to: 'processing' },
})

test('groups the events of one command into one line, and lists the newest line first', () => {
  const priya = { kind: 'staff' as const, name: 'Priya Nair' }
  const history = toHistory({
    customer,
    items_count: 2,
    events: [
      { ...event('requestReturn', '2026-06-01T08:00:00Z', { kind: 'shopper', name: null }), item_id: null },
      event('approveReturn', '2026-06-01T09:00:00Z', priya),
      event('approveReturn', '2026-06-01T09:00:00Z', priya),
      event('scanParcel', '2026-06-02T09:00:00Z', { kind: 'carrier', name: null }),
    ],
  })
  expect(history.map(({ actor, action }) => `${formatActor(actor)} ${action}`)).toEqual([
    'The carrier has the parcel',
    'Priya Nair approved 2 items',
    'Maren Lindqvist requested a return of 2 items',
  ])
})

test('has a sentence for every command of a return', () => {
  for (const command of Object.keys(returnMoves)) {
    const [history] = toHistory({
      customer,
      items_count: 1,
      events: [event(command, '2026-06-01T08:00:00Z', { kind: 'staff', name: 'P' })],
    })
    expect(history?.action).not.toBe(command)
  }
})
