import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

beforeEach(() => {
  vi.spyOn(console, 'error')
})

// An unread warning would hide a fault, so console.error fails a test.
afterEach(() => {
  expect(vi.mocked(console.error).mock.calls, 'console.error was called').toEqual([])
})

// Test files share a process. A browser stub of one file would look like a complete browser to the next file.
afterAll(() => {
  vi.unstubAllGlobals()
})
