import { createStore } from '#ui/state/store.ts'
import { useStore } from '#ui/state/use-store.ts'

const count = createStore(0)

/** Tells every cart badge on the page how many units are in the cart now. */
export const setCartCount = count.write

/** How many units are in the cart, as far as this page knows; 0 until somebody asked. */
export function useCartCount(): number {
  return useStore(count)
}
