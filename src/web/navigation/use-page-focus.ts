import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

const announcedForMs = 3000

/** Moves the focus to the heading of a page after navigation. Returns the title while it should be announced. */
export function usePageFocus(): string {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const unsubscribe = router.subscribe('onRendered', ({ pathChanged }) => {
      const hasNoFocus = document.activeElement === document.body
      if (pathChanged || hasNoFocus) focusHeading()
      if (!pathChanged) return
      clearTimeout(timer)
      // The title is set shortly after the page is rendered.
      timer = setTimeout(() => {
        setTitle(document.title)
        timer = setTimeout(() => setTitle(''), announcedForMs)
      }, 100)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [router])
  return title
}

/** Focuses the heading. Pages also call this function after they remove the focused button. */
export function focusHeading(): void {
  const main = document.querySelector('main')
  // A dialog keeps the focus, and so does a page that has set the focus itself.
  if (document.querySelector('dialog[open]') || main?.contains(document.activeElement)) return
  const place = main?.querySelector('h1') ?? main
  if (!place) return
  place.tabIndex = -1
  place.focus({ preventScroll: true })
}
