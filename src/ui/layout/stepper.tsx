import type { CSSProperties } from 'react'
import { joinClasses } from '../content/join-classes.ts'
import { findWidestWord } from '../content/widest-word.ts'
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

/** Returns the width at which each label fits its column without a break in a word. */
function findNeed(steps: string[]): CSSProperties {
  const widest = Math.max(...steps.map((step) => findWidestWord(step)))
  // Labels are 0.75rem high, and have 4px between them.
  const need = `calc(${steps.length} * (${widest} * 0.75rem + 4px))`
  return { '--need': need } as CSSProperties
}

export function Stepper({ label, steps, current, tone = 'primary' }: StepperProps) {
  return (
    <ol className={styles.steps} style={findNeed(steps)} aria-label={label}>
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
