import { beforeEach, expect, test, vi } from 'vitest'
import { beginPending, trackPending } from './pending-requests.ts'

const attributes = new Set<string>()

beforeEach(() => {
  attributes.clear()
  const toggleAttribute = (name: string, on: boolean) => (on ? attributes.add(name) : attributes.delete(name))
  vi.stubGlobal('document', { documentElement: { toggleAttribute } })
})

const isPending = () => attributes.has('data-going')

test('keeps the bar until the last of several waits has ended', () => {
  const first = beginPending()
  const second = beginPending()
  first()
  expect(isPending()).toBe(true)
  second()
  expect(isPending()).toBe(false)
})

test('ignores the second end of the same wait', () => {
  const first = beginPending()
  const second = beginPending()
  first()
  first()
  expect(isPending()).toBe(true)
  second()
})

test('hides the bar when the work fails, and passes the failure on', async () => {
  await expect(trackPending(Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  expect(isPending()).toBe(false)
})
