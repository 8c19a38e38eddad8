import { useLocation, useRouter } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'

/**
 * Restores the scroll position of a long list for each visit in the history. The router forgets a position that was not scrolled
 * to since the last rendering and moves to the top. This hook then scrolls back.
 */
export function useKeptPlace(places: Map<string, number>): void {
  const router = useRouter()
  // Another tab is another visit, and starts at the top.
  const key = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  useLayoutEffect(() => {
    const kept = places.get(key) ?? 0
    const remember = () => void places.set(key, scrollY)
    const goBack = () => {
      // A position one pixel below the top counts as the top.
      if (kept > 1 && scrollY <= 1) scrollTo(0, kept)
    }
    goBack()
    const forget = router.subscribe('onRendered', () => {
      goBack()
      forget()
    })
    addEventListener('scroll', remember, { passive: true })
    // Records the position of a list that was scrolled before this listener was added. One frame later, the router has positioned
    // the page.
    const frame = kept > 0 ? 0 : requestAnimationFrame(remember)
    // Stops when the page closes, since the scroll to the top of the next page is no position in this list.
    return () => {
      forget()
      cancelAnimationFrame(frame)
      removeEventListener('scroll', remember)
    }
  }, [router, places, key])
}
