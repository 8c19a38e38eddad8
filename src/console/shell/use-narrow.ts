import { useSyncExternalStore } from 'react'
import { useConsole } from './console-context.ts'

/** The layout of a phone applies below 768 px, or below 1536 px with text of twice the size, as in style sheets. */
export const narrowQuery = '(max-width: 47.9375rem)'
const follow = (changed: () => void) => {
  const width = matchMedia(narrowQuery)
  width.addEventListener('change', changed)
  return () => width.removeEventListener('change', changed)
}
const read = () => matchMedia(narrowQuery).matches

/**
 * Returns whether the window is as narrow as a phone. The server relies on the user agent, so that it renders only one
 * of the two layouts.
 */
export function useNarrow(): boolean {
  const { isPhone } = useConsole()
  return useSyncExternalStore(follow, read, () => isPhone)
}
