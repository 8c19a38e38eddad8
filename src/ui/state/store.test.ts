import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createStore } from './store.ts'
import { useBrowserValue, useStore } from './use-store.ts'

test('notifies each follower once per change until it stops', () => {
  const store = createStore(0)
  const calls: string[] = []
  const stop = store.follow(() => calls.push(`a${store.read()}`))
  store.follow(() => calls.push(`b${store.read()}`))
  store.write(1)
  stop()
  store.write(2)
  expect(calls).toEqual(['a1', 'b1', 'b2'])
})

test('notifies no one when the value stays the same', () => {
  const kept = { items: [] }
  const store = createStore<object>(kept)
  let calls = 0
  store.follow(() => {
    calls += 1
  })
  store.write(kept)
  expect(calls).toBe(0)
  store.write({ ...kept })
  expect(calls).toBe(1)
})

test('calls a listener twice if it follows twice, and stops each subscription separately', () => {
  const store = createStore(0)
  let calls = 0
  const listener = () => {
    calls += 1
  }
  const stop = store.follow(listener)
  store.follow(listener)
  store.write(1)
  expect(calls).toBe(2)
  stop()
  stop()
  store.write(2)
  expect(calls).toBe(3)
})

test('notifies the others when a follower stops during a notification', () => {
  const store = createStore(0)
  const calls: string[] = []
  const stop = store.follow(() => {
    calls.push('first')
    stop()
  })
  store.follow(() => calls.push('second'))
  store.write(1)
  expect(calls).toEqual(['first', 'second'])
})

test('renders a store on the server with its initial value, even after changes', () => {
  const store = createStore({ count: 0 })
  store.write({ count: 7 })
  const Count = () =>
    createElement(
      'b',
      null,
      useStore(store, ({ count }) => `${count} in the cart`),
    )
  expect(renderToString(createElement(Count))).toBe('<b>0 in the cart</b>')
})

test('renders the server value of a browser-only value on the server', () => {
  const Zone = () => {
    const zone = useBrowserValue(
      () => 'here',
      () => 'UTC',
    )
    return createElement('b', null, zone)
  }
  expect(renderToString(createElement(Zone))).toBe('<b>UTC</b>')
})
