import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** Returns the value of a store or a part of it. `pick` must return the same reference for the same value. */
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

/** Returns the server's value until hydration, then the value that only the browser knows, such as its clock. */
export function useBrowserValue<T>(inBrowser: () => T, onServer: () => T): T {
  return useSyncExternalStore(never, inBrowser, onServer)
}
