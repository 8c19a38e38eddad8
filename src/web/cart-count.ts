import { useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()

/** Tells every cart badge on the page how many units are in the cart now. */
export function setCartCount(next: number): void {
  if (next === count) return
  count = next
  for (const listener of listeners) listener()
}

/** How many units are in the cart, as far as this page knows; 0 until somebody asked. */
export function useCartCount(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => count,
    () => 0,
  )
}
