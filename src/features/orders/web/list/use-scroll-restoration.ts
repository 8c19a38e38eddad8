import { useLocation, useRouter } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'

/**
 * Restores the scroll position of a long list for each visit in the history. The router forgets a position that was not scrolled
 * to since the last rendering and moves to the top. This hook then scrolls back.
 */
export function useScrollRestoration(scrollPositions: Map<string, number>): void {
  const router = useRouter()
  // Another tab is another visit, and starts at the top.
  const key = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  useLayoutEffect(() => {
    const savedPosition = scrollPositions.get(key) ?? 0
    const recordPosition = () => void scrollPositions.set(key, scrollY)
    const restorePosition = () => {
      // A position one pixel below the top is treated as the top.
      if (savedPosition > 1 && scrollY <= 1) scrollTo(0, savedPosition)
    }
    restorePosition()
    const forget = router.subscribe('onRendered', () => {
      restorePosition()
      forget()
    })
    addEventListener('scroll', recordPosition, { passive: true })
    // Records the position of a list that was scrolled before this listener was added. One frame later, the router has positioned
    // the page.
    const frame = savedPosition > 0 ? 0 : requestAnimationFrame(recordPosition)
    // Stops recording when the page closes, since the next page scrolls to its top, which is not a position in this
    // list.
    return () => {
      forget()
      cancelAnimationFrame(frame)
      removeEventListener('scroll', recordPosition)
    }
  }, [router, scrollPositions, key])
}
