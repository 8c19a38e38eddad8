import type { ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'

/** Codes, numbers, e-mails, prices and dates: never translated, never flipped, figures of one width. */
export function Literal({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <bdi dir="ltr" translate="no" className={joinClasses('num', className)}>
      {children}
    </bdi>
  )
}
