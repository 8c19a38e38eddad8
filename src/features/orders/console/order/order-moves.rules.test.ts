import { expect, test } from 'vitest'
import { type OrderMoveId, pickMoves } from './order-moves.rules.ts'

const pick = (...ids: OrderMoveId[]) => {
  const { first, second, listed } = pickMoves(ids.map((id) => ({ id })))
  return { first: first?.id, second: second?.id, listed: listed.map(({ id }) => id) }
}

test('the first move is what the order waits for, and Hold stands beside it', () => {
  expect(pick('pack', 'parcels', 'hold', 'address', 'refund', 'note', 'cancel')).toEqual({
    first: 'pack',
    second: 'hold',
    listed: ['pack', 'parcels', 'hold', 'cancel'],
  })
})

test('without Hold, the next likely move stands beside the first one', () => {
  expect(pick('ship', 'repack', 'unpack', 'note').second).toBe('repack')
})

test('an order that waits for nothing has no main button', () => {
  expect(pick('start-return', 'tags', 'note')).toEqual({
    first: undefined,
    second: 'start-return',
    listed: ['start-return'],
  })
})
