import { expect, test } from 'vitest'
import { type OrderMoveId, pickMoves } from './order-moves.rules.ts'

const pick = (...ids: OrderMoveId[]) => {
  const { first, second, listed } = pickMoves(ids.map((id) => ({ id })))
  return { first: first?.id, second: second?.id, listed: listed.map(({ id }) => id) }
}

test('puts the move that the order waits for first, with Hold beside it', () => {
  expect(pick('pack', 'parcels', 'hold', 'address', 'refund', 'note', 'cancel')).toEqual({
    first: 'pack',
    second: 'hold',
    listed: ['pack', 'parcels', 'hold', 'cancel'],
  })
})

test('shows the next likely move beside the first one if Hold is not possible', () => {
  expect(pick('ship', 'repack', 'unpack', 'note').second).toBe('repack')
})

test('shows no main button for an order that waits for nothing', () => {
  expect(pick('start-return', 'tags', 'note')).toEqual({
    first: undefined,
    second: 'start-return',
    listed: ['start-return'],
  })
})
