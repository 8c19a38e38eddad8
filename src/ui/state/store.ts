/** A value that several parts of a page read, change and follow. */
export type Store<T> = {
  read: () => T
  /** Returns the initial value. Hydration uses this value, because the server knows no other. */
  readFirst: () => T
  write: (next: T) => void
  /** Calls the listener at every change until the returned function is called. */
  follow: (listener: () => void) => () => void
}

/**
 * Creates a store. Stores do not depend on React, so that the widget can use them too. Screens read a store with
 * `useStore`.
 */
export function createStore<T>(first: T): Store<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    read: () => value,
    readFirst: () => first,
    write: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    follow: (listener) => {
      // Each call adds a new function, because the same listener may follow twice and stop once.
      const follower = () => listener()
      listeners.add(follower)
      return () => void listeners.delete(follower)
    },
  }
}
