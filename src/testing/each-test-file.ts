import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

beforeEach(() => {
  vi.spyOn(console, 'error')
})

// An unread warning would hide a fault, so console.error fails a test.
afterEach(() => {
  expect(vi.mocked(console.error).mock.calls, 'console.error was called').toEqual([])
})

// Test files share a process. A stubbed browser of one file would look like a complete one to the next.
afterAll(() => {
  vi.unstubAllGlobals()
})
