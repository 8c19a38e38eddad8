import { type ReactNode, useEffect, useRef } from 'react'
import styles from './found-order.module.css'

/** Renders a found order in place of the form, and moves the focus and the scroll position to its top. */
export function FoundOrder({ children }: { children: ReactNode }) {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    window.scrollTo({ top: 0 })
    top.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={top} tabIndex={-1} className={styles.found}>
      {children}
    </div>
  )
}
