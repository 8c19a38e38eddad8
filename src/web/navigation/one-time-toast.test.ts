import { expect, onTestFinished, test, vi } from 'vitest'
import { keepToast, readKeptToast, takeKeptToast } from './one-time-toast.ts'

test('a kept message is shown while it is younger than 60 seconds', () => {
  const kept = JSON.stringify({ text: 'Submitted successfully', at: 1_000 })
  expect(readKeptToast(kept, 60_999)).toBe('Submitted successfully')
  expect(readKeptToast(kept, 61_000)).toBe(null)
})

test.each(['', '{', 'null', '"x"', '7', '[]', '{"text":7,"at":1000}', '{"text":"Old"}', '{"text":{"a":1},"at":1000}'])(
  'a broken message %o is as good as none',
  (kept) => {
    expect(readKeptToast(kept, 1_000)).toBe(null)
  },
)

test('a browser that keeps nothing goes without the message', () => {
  vi.stubGlobal('sessionStorage', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(takeKeptToast()).toBe(null)
  keepToast('Submitted successfully')
  expect(takeKeptToast()).toBe(null)
})
