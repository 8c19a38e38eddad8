/** A value that several parts of a page read, change and follow. */
export type Store<T> = {
  read: () => T
  /** The value it began with: all that a server knows of it, and so what a page is hydrated with. */
  readFirst: () => T
  write: (next: T) => void
  /** Calls at every change until stopped. */
  follow: (listener: () => void) => () => void
}

/** Knows nothing of React, so that the widget can have one too; screens read it with `useStore`. */
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
      // A follower of its own for each call: the same function may follow twice and stop once.
      const follower = () => listener()
      listeners.add(follower)
      return () => void listeners.delete(follower)
    },
  }
}
