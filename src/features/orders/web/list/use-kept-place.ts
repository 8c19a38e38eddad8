import { useLocation, useRouter } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'

/**
 * Keeps the place in a long list for each visit in the history. The router restores it too, but forgets a place that was not
 * scrolled to since its last rendering; where it then goes to the top, this goes back.
 */
export function useKeptPlace(places: Map<string, number>): void {
  const router = useRouter()
  // Another tab is another visit, and starts at the top.
  const key = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  useLayoutEffect(() => {
    const kept = places.get(key) ?? 0
    const remember = () => void places.set(key, scrollY)
    const goBack = () => {
      // A pixel below the top is still the top.
      if (kept > 1 && scrollY <= 1) scrollTo(0, kept)
    }
    goBack()
    const forget = router.subscribe('onRendered', () => {
      goBack()
      forget()
    })
    addEventListener('scroll', remember, { passive: true })
    // For a list that was scrolled before this listened. A frame later the page stands where the router puts it.
    const frame = kept > 0 ? 0 : requestAnimationFrame(remember)
    // Stopped when the page goes: the jump to the top of the next one is not a place in this list.
    return () => {
      forget()
      cancelAnimationFrame(frame)
      removeEventListener('scroll', remember)
    }
  }, [router, places, key])
}
