import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** What a store holds, or a part of it; `pick` must answer the same thing for the same value. */
export function useStore<T>(store: Store<T>): T
export function useStore<T, P>(store: Store<T>, pick: (value: T) => P): P
export function useStore<T>(store: Store<T>, pick: (value: T) => unknown = (value) => value): unknown {
  return useSyncExternalStore(
    store.follow,
    () => pick(store.read()),
    () => pick(store.readFirst()),
  )
}

const never = () => () => {}

/** What only the browser knows, such as its clock: until the page is hydrated, what the server said instead. */
export function useBrowserValue<T>(inBrowser: () => T, onServer: () => T): T {
  return useSyncExternalStore(never, inBrowser, onServer)
}
