import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './note.module.css'

const drawings = { info: Info, warning: TriangleAlert, danger: CircleAlert, success: CircleCheck }

type Props = {
  tone?: keyof typeof drawings
  /** It came just now, and is read out: a refusal, or somebody who was faster. */
  isNews?: boolean
  children: ReactNode
}

export function Note({ tone = 'info', isNews, children }: Props) {
  const Drawing = drawings[tone]
  return (
    <div className={joinClasses(styles.note, styles[tone])} role={isNews ? 'alert' : undefined}>
      <Drawing size={16} strokeWidth={1.75} aria-hidden />
      <div>{children}</div>
    </div>
  )
}

/** What the shop said no with; nothing where it did not. */
export function Refusal({ problem }: { problem: string | null }) {
  const place = useRef<HTMLDivElement>(null)
  // The button that was refused may be a screen away from here.
  useEffect(() => {
    if (problem) place.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  if (!problem) return null
  return (
    <div ref={place} className={styles.refusal}>
      <Note tone="danger" isNews>
        {problem}
      </Note>
    </div>
  )
}
