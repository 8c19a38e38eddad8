import { beforeEach, expect, test, vi } from 'vitest'
import { beginGoing, showGoing } from './going.ts'

const attributes = new Set<string>()

beforeEach(() => {
  attributes.clear()
  const toggleAttribute = (name: string, on: boolean) => (on ? attributes.add(name) : attributes.delete(name))
  vi.stubGlobal('document', { documentElement: { toggleAttribute } })
})

const isGoing = () => attributes.has('data-going')

test('keeps the bar until the last of several waits has ended', () => {
  const first = beginGoing()
  const second = beginGoing()
  first()
  expect(isGoing()).toBe(true)
  second()
  expect(isGoing()).toBe(false)
})

test('ends a wait only once when it is ended twice', () => {
  const first = beginGoing()
  const second = beginGoing()
  first()
  first()
  expect(isGoing()).toBe(true)
  second()
})

test('hides the bar when the work fails, and passes the failure on', async () => {
  await expect(showGoing(Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  expect(isGoing()).toBe(false)
})
