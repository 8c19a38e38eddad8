import { joinClasses } from '#ui/content/join-classes.ts'
import { Moment } from '../format/moment.tsx'
import styles from './steps.module.css'

export type Step = { name: string; at?: string | null; state: 'done' | 'now' | 'ahead' }

export function Steps({ steps, label }: { steps: Step[]; label: string }) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map(({ name, at, state }) => (
        <li
          key={name}
          className={joinClasses(styles.step, styles[state])}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span>{name}</span>
          {at && (
            <span className={styles.at}>
              <Moment at={at} />
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
