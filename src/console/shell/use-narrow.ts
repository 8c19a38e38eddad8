import { useSyncExternalStore } from 'react'
import { useConsole } from './console-context.ts'

/** Under 768 the rules of a phone count; with twice as large letters under 1536, as in style sheets. */
export const narrowQuery = '(max-width: 47.9375rem)'
const follow = (changed: () => void) => {
  const width = matchMedia(narrowQuery)
  width.addEventListener('change', changed)
  return () => width.removeEventListener('change', changed)
}
const read = () => matchMedia(narrowQuery).matches

/** Whether the window is as narrow as a phone. The server goes by what the browser says of itself, so that it sends one of two drawings. */
export function useNarrow(): boolean {
  const { isPhone } = useConsole()
  return useSyncExternalStore(follow, read, () => isPhone)
}
