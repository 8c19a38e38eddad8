import { joinClasses } from './join-classes.ts'
import styles from './stepper.module.css'

type StepperProps = {
  /** Says what moves along these steps. */
  label: string
  /** For a thing that stopped early, end the list with the name of its last status. */
  steps: string[]
  /** Index of the step it stands at. */
  current: number
  /** How the current step ended: 'danger' failed, 'neutral' was cancelled or closed. */
  tone?: 'primary' | 'danger' | 'neutral'
}

export function Stepper({ label, steps, current, tone = 'primary' }: StepperProps) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={joinClasses(
            styles.step,
            index < current && styles.done,
            index === current && styles.now,
            index === current && styles[tone],
          )}
        >
          <span className={styles.label}>{step}</span>
        </li>
      ))}
    </ol>
  )
}
