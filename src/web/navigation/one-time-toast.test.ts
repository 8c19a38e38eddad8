import { expect, onTestFinished, test, vi } from 'vitest'
import { parseStoredToast, popStoredToast, storeToast } from './one-time-toast.ts'

test('shows a stored message for 60 seconds', () => {
  const stored = JSON.stringify({ text: 'Submitted successfully', at: 1_000 })
  expect(parseStoredToast(stored, 60_999)).toBe('Submitted successfully')
  expect(parseStoredToast(stored, 61_000)).toBe(null)
})

test.each(['', '{', 'null', '"x"', '7', '[]', '{"text":7,"at":1000}', '{"text":"Old"}', '{"text":{"a":1},"at":1000}'])(
  'ignores the broken message %o',
  (stored) => {
    expect(parseStoredToast(stored, 1_000)).toBe(null)
  },
)

test('works without a message if the browser has no storage', () => {
  vi.stubGlobal('sessionStorage', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(popStoredToast()).toBe(null)
  storeToast('Submitted successfully')
  expect(popStoredToast()).toBe(null)
})
