import { expect, test } from 'vitest'
import { readKeptToast } from './one-time-toast.ts'

test('a kept message is shown while it is younger than 60 seconds', () => {
  const kept = JSON.stringify({ text: 'Submitted successfully', at: 1_000 })
  expect(readKeptToast(kept, 60_999)).toBe('Submitted successfully')
  expect(readKeptToast(kept, 61_000)).toBe(null)
})
