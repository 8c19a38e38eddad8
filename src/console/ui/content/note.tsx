import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './note.module.css'

const drawings = { info: Info, warning: TriangleAlert, danger: CircleAlert, success: CircleCheck }

type Props = {
  tone?: keyof typeof drawings
  /** Whether the note is new and announced, such as a refusal or a conflict. */
  isAnnounced?: boolean
  children: ReactNode
}

export function Note({ tone = 'info', isAnnounced, children }: Props) {
  const Drawing = drawings[tone]
  return (
    <div className={joinClasses(styles.note, styles[tone])} role={isAnnounced ? 'alert' : undefined}>
      <Drawing size={16} strokeWidth={1.75} aria-hidden />
      <div>{children}</div>
    </div>
  )
}

/** Renders the refusal of the server, or nothing. */
export function Refusal({ problem }: { problem: string | null }) {
  const place = useRef<HTMLDivElement>(null)
  // The button that caused the refusal may be out of view.
  useEffect(() => {
    if (problem) place.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  if (!problem) return null
  return (
    <div ref={place} className={styles.refusal}>
      <Note tone="danger" isAnnounced>
        {problem}
      </Note>
    </div>
  )
}
