import { expect, test } from 'vitest'
import { findTwice, findUrlProblem, isShippable, readShipDraft, startParcels, toShipped } from './ship.rules.ts'

const parcel = { id: 'a', carrier: 'DHL', tracking: '123', url: '', grams: null }

test.each([
  [null, null],
  [{ parcels: [{ id: 'a' }] }, null],
  [{ parcels: [{ ...parcel, grams: 1.5 }] }, null],
  [{ parcels: [parcel] }, { parcels: [parcel] }],
])('parses the stored draft %j as %j', (kept, draft) => {
  expect(readShipDraft(kept)).toEqual(draft)
})

test('starts a parcel without a draft with the last carrier and the packed weight', () => {
  const order = { parcels: [{ id: 'a' }, { id: 'b', weight_grams: 900 }] } as Parameters<typeof startParcels>[0]
  expect(startParcels(order, [parcel], 'UPS')).toEqual([
    parcel,
    { id: 'b', carrier: 'UPS', tracking: '', url: '', grams: 900 },
  ])
})

test('allows shipping when each parcel has a carrier and a number', () => {
  expect(isShippable([parcel])).toBe(true)
  expect(isShippable([parcel, { ...parcel, tracking: ' ' }])).toBe(false)
  expect(isShippable([{ ...parcel, url: 'http://dhl.com/123' }])).toBe(false)
})

test.each([
  ['', false],
  [' https://www.dhl.com/123 ', false],
  ['www.dhl.com/123', true],
  ['http://www.dhl.com/123', true],
])('finds a problem of the tracking link "%s": %s', (url, isProblem) => {
  expect(findUrlProblem(url) !== null).toBe(isProblem)
})

test('sends a parcel that was not weighed without a weight', () => {
  const url = ' https://www.dhl.com/123 '
  expect(toShipped([parcel, { ...parcel, id: 'b', url, grams: 900 }])).toEqual([
    { id: 'a', carrier: 'DHL', tracking_number: '123' },
    { id: 'b', carrier: 'DHL', tracking_number: '123', tracking_url: 'https://www.dhl.com/123', weight_grams: 900 },
  ])
})

test('finds a tracking number that was scanned twice', () => {
  expect([...findTwice(['1', '2', '1'])]).toEqual(['1'])
})
