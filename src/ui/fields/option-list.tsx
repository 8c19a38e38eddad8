import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { Icon } from '../content/icon.tsx'
import { joinClasses } from '../content/join-classes.ts'
import styles from './choice.module.css'
import type { Choice } from './radio-list.tsx'
import { moveFocus } from './roving.ts'

type OptionListProps = {
  label: string
  choices: Choice[]
  value: string | null
  /**
   * Called on a choice, which takes effect immediately. Arrow keys therefore only move the focus, and Enter chooses.
   */
  onChoose: (value: string) => void
  /** The mark of the chosen option. */
  mark?: 'tick' | 'ring'
}

export function OptionList({ label, choices, value, onChoose, mark = 'tick' }: OptionListProps) {
  const chosen = choices.findIndex((choice) => choice.value === value)
  const [focused, setFocused] = useState<number | null>(null)
  const reachable = focused ?? Math.max(chosen, 0)

  return (
    <div
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      className={styles.list}
      onKeyDown={(event) => moveFocus(event, '[role=option]')}
    >
      {choices.map((choice, index) => (
        <button
          key={choice.value}
          type="button"
          role="option"
          aria-selected={choice.value === value}
          tabIndex={index === Math.min(reachable, choices.length - 1) ? 0 : -1}
          className={joinClasses(styles.row, choice.value === value && styles.chosen)}
          onFocus={() => setFocused(index)}
          onClick={() => onChoose(choice.value)}
        >
          <span className={styles.label}>
            <span>{choice.label}</span>
            {choice.note && <span className={styles.note}>{choice.note}</span>}
          </span>
          {mark === 'ring' && <span className={styles.ring} aria-hidden="true" />}
          {mark === 'tick' && choice.value === value && <Icon of={Check} className={styles.mark} />}
        </button>
      ))}
    </div>
  )
}
