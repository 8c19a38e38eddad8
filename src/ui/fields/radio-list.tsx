import type { ReactNode } from 'react'
import { joinClasses } from '../content/join-classes.ts'
import styles from './choice.module.css'

export type Choice = {
  value: string
  label: ReactNode
  note?: ReactNode
  /** True for a choice that is shown but cannot be selected. The note contains the reason. */
  isOff?: boolean
}

type RadioListProps = {
  label: string
  /** The name that groups the radio buttons, unique on the page. */
  name: string
  choices: Choice[]
  value: string | null
  onChange: (value: string) => void
}

/** Renders a choice as native radio buttons, so that the arrow keys work. */
export function RadioList({ label, name, choices, value, onChange }: RadioListProps) {
  return (
    <div role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value} className={joinClasses(styles.row, choice.value === value && styles.chosen)}>
          <span className={styles.label}>
            <span>{choice.label}</span>
            {choice.note && <span className={styles.note}>{choice.note}</span>}
          </span>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            disabled={choice.isOff}
            onChange={() => onChange(choice.value)}
            className={styles.radio}
          />
        </label>
      ))}
    </div>
  )
}
