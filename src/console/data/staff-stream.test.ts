import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStaffStream } from './staff-stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function fakeStreams() {
  const streams: { address: string; isOpen: boolean; say: (name: string, data: object) => void }[] = []
  const follow = createStaffStream((address) => {
    const listeners = new Map<string, (event: { data: string }) => void>()
    const stream = {
      address,
      isOpen: true,
      say: (name: string, data: object) => listeners.get(name)?.({ data: JSON.stringify(data) }),
    }
    streams.push(stream)
    return {
      addEventListener: (name: string, listener: never) => void listeners.set(name, listener),
      close: () => {
        stream.isOpen = false
      },
    }
  })
  return { streams, follow }
}
const topicsOf = (address = '') => new URL(address, 'http://shop.test').searchParams.get('topics')

test('shares one stream among the parts of a page, each with its own topics', async () => {
  const { streams, follow } = fakeStreams()
  const counts = vi.fn()
  const order = vi.fn()
  const present = vi.fn()
  follow({ topics: ['counts'], onChange: counts, onPresent: vi.fn() })
  follow({ topics: ['orders/HB1'], onChange: order, onPresent: present })
  await vi.runAllTimersAsync()
  expect(streams.map(({ address }) => topicsOf(address))).toEqual(['counts,orders/HB1'])
  streams[0]?.say('changed', { topics: ['counts'] })
  streams[0]?.say('present', { about: 'orders/HB1', people: [{ id: '1', name: 'Priya' }] })
  await vi.runAllTimersAsync()
  expect(counts).toHaveBeenCalledTimes(1)
  expect(order).not.toHaveBeenCalled()
  expect(present).toHaveBeenCalledWith([{ id: '1', name: 'Priya' }])
})

test('closes the old stream once the new stream is open, and the last stream when no part is left', async () => {
  const { streams, follow } = fakeStreams()
  const leave = follow({ topics: ['counts'], onChange: vi.fn(), onPresent: vi.fn() })
  await vi.runAllTimersAsync()
  const leaveOrder = follow({ topics: ['orders/HB1'], onChange: vi.fn(), onPresent: vi.fn() })
  await vi.runAllTimersAsync()
  expect(streams.map(({ isOpen }) => isOpen)).toEqual([true, true])
  streams[1]?.say('ready', {})
  expect(streams.map(({ isOpen }) => isOpen)).toEqual([false, true])
  leave()
  leaveOrder()
  await vi.runAllTimersAsync()
  expect(streams.map(({ isOpen }) => isOpen)).toEqual([false, false])
})
