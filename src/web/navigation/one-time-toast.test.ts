import { expect, onTestFinished, test, vi } from 'vitest'
import { keepToast, readKeptToast, takeKeptToast } from './one-time-toast.ts'

test('shows a stored message for 60 seconds', () => {
  const kept = JSON.stringify({ text: 'Submitted successfully', at: 1_000 })
  expect(readKeptToast(kept, 60_999)).toBe('Submitted successfully')
  expect(readKeptToast(kept, 61_000)).toBe(null)
})

test.each(['', '{', 'null', '"x"', '7', '[]', '{"text":7,"at":1000}', '{"text":"Old"}', '{"text":{"a":1},"at":1000}'])(
  'ignores the broken message %o',
  (kept) => {
    expect(readKeptToast(kept, 1_000)).toBe(null)
  },
)

test('works without a message if the browser has no storage', () => {
  vi.stubGlobal('sessionStorage', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(takeKeptToast()).toBe(null)
  keepToast('Submitted successfully')
  expect(takeKeptToast()).toBe(null)
})
