import type { ReactNode } from 'react'
import { joinClasses } from '../content/join-classes.ts'
import styles from './timeline.module.css'

export type TimelineEvent = { key: string; text: ReactNode; time: ReactNode }

/** Renders events, newest first. */
export function Timeline({ events }: { events: TimelineEvent[] }) {
  return (
    <ol className={styles.timeline}>
      {events.map((event, index) => (
        <li key={event.key} className={joinClasses(styles.event, index === 0 && styles.newest)}>
          <div className={styles.text}>{event.text}</div>
          <div className={styles.time}>{event.time}</div>
        </li>
      ))}
    </ol>
  )
}
