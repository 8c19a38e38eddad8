import { useRef } from 'react'

/** Returns a function that acts on the first of several quick taps. A tap within `ms` after another tap is ignored. */
export function useDebounced<A extends unknown[]>(act: (...args: A) => void, ms: number): (...args: A) => void {
  const lastAt = useRef(Number.NEGATIVE_INFINITY)
  return (...args) => {
    const now = performance.now()
    const isRepeat = now - lastAt.current < ms
    lastAt.current = now
    if (!isRepeat) act(...args)
  }
}
