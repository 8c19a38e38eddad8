import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

beforeEach(() => {
  vi.spyOn(console, 'error')
})

// A warning that nobody reads is a fault that nobody finds.
afterEach(() => {
  expect(vi.mocked(console.error).mock.calls, 'console.error was called').toEqual([])
})

// Files share a process: half a browser of one would be taken for a whole one by the next.
afterAll(() => {
  vi.unstubAllGlobals()
})
