import type { ReactNode } from 'react'
import styles from './segmented.module.css'

type Part<V extends string> = { value: V; name: ReactNode }

/** Renders a choice between two to four options that changes the content below. */
export function Segmented<V extends string>(props: {
  label: string
  parts: Part<V>[]
  value: V
  onChange: (value: V) => void
}) {
  const { label, parts, value, onChange } = props
  return (
    <fieldset className={styles.segments} aria-label={label}>
      {parts.map((part) => (
        <button
          key={part.value}
          type="button"
          className={styles.part}
          aria-pressed={part.value === value}
          onClick={() => onChange(part.value)}
        >
          {part.name}
        </button>
      ))}
    </fieldset>
  )
}
