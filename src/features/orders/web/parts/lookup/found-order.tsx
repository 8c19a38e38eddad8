import { type ReactNode, useEffect, useRef } from 'react'
import styles from './found-order.module.css'

/** Around a found order. The form is gone: whoever searched, with eyes or without, goes on at the top of what was found. */
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
