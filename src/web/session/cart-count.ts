import { createStore } from '#ui/state/store.ts'
import { useStore } from '#ui/state/use-store.ts'

const count = createStore(0)

/** Sets the number of units on every cart badge of the page. */
export const setCartCount = count.write

/** Returns the number of units in the cart as known by this page. The number is 0 before the first response. */
export function useCartCount(): number {
  return useStore(count)
}
