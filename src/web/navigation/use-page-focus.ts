import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

const saidForMs = 3000

/** A page that was gone to takes the focus at its heading. Answers its title while it is to be said. */
export function usePageFocus(): string {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const forget = router.subscribe('onRendered', ({ pathChanged }) => {
      const isNowhere = document.activeElement === document.body
      if (pathChanged || isNowhere) focusHeading()
      if (!pathChanged) return
      clearTimeout(timer)
      // The title is set a moment after the page is rendered.
      timer = setTimeout(() => {
        setTitle(document.title)
        timer = setTimeout(() => setTitle(''), saidForMs)
      }, 100)
    })
    return () => {
      clearTimeout(timer)
      forget()
    }
  }, [router])
  return title
}

/** Also for what a page does to itself: a button that is gone must not leave the focus nowhere. */
export function focusHeading(): void {
  const main = document.querySelector('main')
  // A dialog keeps the focus, and so does a page that has put it where it belongs.
  if (document.querySelector('dialog[open]') || main?.contains(document.activeElement)) return
  const place = main?.querySelector('h1') ?? main
  if (!place) return
  place.tabIndex = -1
  place.focus({ preventScroll: true })
}
