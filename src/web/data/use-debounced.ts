import { useRef } from 'react'

/** The first of several quick taps counts, at once; the others within `ms` are the same tap. */
export function useDebounced<A extends unknown[]>(act: (...args: A) => void, ms: number): (...args: A) => void {
  const lastAt = useRef(Number.NEGATIVE_INFINITY)
  return (...args) => {
    const now = performance.now()
    const isRepeat = now - lastAt.current < ms
    lastAt.current = now
    if (!isRepeat) act(...args)
  }
}
