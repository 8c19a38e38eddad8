import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'

/**
 * Renders codes, numbers, email addresses, prices and dates: never translated or mirrored, with digits of equal width.
 */
export function Literal({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <bdi dir="ltr" translate="no" className={joinClasses('num', className)}>
      {children}
    </bdi>
  )
}
