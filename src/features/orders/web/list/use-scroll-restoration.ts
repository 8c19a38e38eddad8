import { useLocation, useRouter } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'

/**
 * Restores the scroll position of a long list for each visit in the history. The router moves to the top if the list
 * was not scrolled since the last rendering. This hook then restores the position.
 */
export function useScrollRestoration(scrollPositions: Map<string, number>): void {
  const router = useRouter()
  // Each tab is a separate visit and starts at the top.
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
    // Records the position of a list that was scrolled before this listener was added. The router needs one more frame
    // to position the page.
    const frame = savedPosition > 0 ? 0 : requestAnimationFrame(recordPosition)
    // Stops recording when the page closes, because the next page scrolls to its own top.
    return () => {
      forget()
      cancelAnimationFrame(frame)
      removeEventListener('scroll', recordPosition)
    }
  }, [router, scrollPositions, key])
}
