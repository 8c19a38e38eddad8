import { expect, test } from 'vitest'
import { listSucceeded } from './job.rules.ts'

test('undoes a job only for numbers that were not refused', () => {
  const refused = [{ number: 'HB2', code: 'order_moved_on', detail: 'It has moved on.' }]
  expect(listSucceeded(['hb1', 'hb2', 'HB3'], { refused })).toEqual(['hb1', 'HB3'])
})
