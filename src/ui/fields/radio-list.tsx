import type { ReactNode } from 'react'
import { joinClasses } from '../content/join-classes.ts'
import styles from './choice.module.css'

export type Choice = {
  value: string
  label: ReactNode
  note?: ReactNode
  /** Shown, but it cannot be chosen; the note says why. */
  isOff?: boolean
}

type RadioListProps = {
  label: string
  /** Groups the native radios; unique on the page. */
  name: string
  choices: Choice[]
  value: string | null
  onChange: (value: string) => void
}

/** One of several: native radios, so that the arrow keys work as everywhere. */
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
