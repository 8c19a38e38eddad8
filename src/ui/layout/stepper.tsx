import type { CSSProperties } from 'react'
import { joinClasses } from '../content/join-classes.ts'
import { measureWidestWord } from '../content/widest-word.ts'
import styles from './stepper.module.css'

type StepperProps = {
  /** The accessible name of the process, such as 'Progress of the return'. */
  label: string
  /** The labels of the steps. If a process stopped early, the last label is the status in which it stopped. */
  steps: string[]
  /** The index of the current step. */
  current: number
  /** The outcome of the current step: 'danger' for failed, 'neutral' for canceled or closed. */
  tone?: 'primary' | 'danger' | 'neutral'
}

/** Returns the CSS variable with the width at which the labels fit their columns without breaking a word. */
function neededWidthStyle(steps: string[]): CSSProperties {
  const widest = Math.max(...steps.map((step) => measureWidestWord(step)))
  // Labels have a font size of 0.75rem and a gap of 4px.
  const neededWidth = `calc(${steps.length} * (${widest} * 0.75rem + 4px))`
  return { '--need': neededWidth }
}

export function Stepper({ label, steps, current, tone = 'primary' }: StepperProps) {
  return (
    <ol className={styles.steps} style={neededWidthStyle(steps)} aria-label={label}>
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
