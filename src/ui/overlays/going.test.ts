import { beforeEach, expect, test, vi } from 'vitest'
import { beginGoing, showGoing } from './going.ts'

const attributes = new Set<string>()

beforeEach(() => {
  attributes.clear()
  const toggleAttribute = (name: string, on: boolean) => (on ? attributes.add(name) : attributes.delete(name))
  vi.stubGlobal('document', { documentElement: { toggleAttribute } })
})

const isGoing = () => attributes.has('data-going')

test('the bar stays until the last of several waits has ended', () => {
  const first = beginGoing()
  const second = beginGoing()
  first()
  expect(isGoing()).toBe(true)
  second()
  expect(isGoing()).toBe(false)
})

test('a wait that is ended twice does not end another one', () => {
  const first = beginGoing()
  const second = beginGoing()
  first()
  first()
  expect(isGoing()).toBe(true)
  second()
})

test('the bar goes when the work fails, and the failure is told', async () => {
  await expect(showGoing(Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  expect(isGoing()).toBe(false)
})
