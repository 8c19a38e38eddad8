import { useEffect, useRef } from 'react'
import { Button } from '#console/ui/buttons/button.tsx'
import styles from './reviews-page.module.css'

type Props = { list: { next: string | null; more: () => Promise<void>; isBusy: boolean; problem: string | null } }

/** Loads the next page of reviews when the end of the list comes near. */
export function MoreReviews({ list: { next, more, isBusy, problem } }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const ask = useRef(more)
  ask.current = more
  useEffect(() => {
    if (!end.current || next === null) return
    const watcher = new IntersectionObserver(([seen]) => seen?.isIntersecting && ask.current(), { rootMargin: '600px' })
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [next])
  if (next === null) return null
  return (
    <div ref={end} className={styles.more}>
      <Button onClick={more} isBusy={isBusy}>
        Show more
      </Button>
      {problem && <p role="alert">{problem}</p>}
    </div>
  )
}
