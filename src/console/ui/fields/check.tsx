import { type InputHTMLAttributes, type ReactNode, useEffect, useRef } from 'react'
import styles from './check.module.css'

type Props = {
  label: ReactNode
  /** Whether the label is hidden, for rows whose name is next to the checkbox. */
  isLabelHidden?: boolean
  hint?: ReactNode
  isChecked: boolean
  /** Whether only some of the items are checked. */
  isMixed?: boolean
  onChange: (isChecked: boolean) => void
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'checked' | 'children'>

export function Check({
  label,
  isLabelHidden,
  hint,
  isChecked,
  isMixed = false,
  onChange,
  type = 'checkbox',
  ...rest
}: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed
  }, [isMixed])
  return (
    <label className={styles.row}>
      <input
        {...rest}
        ref={box}
        type={type}
        className={type === 'radio' ? styles.radio : styles.check}
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
    </label>
  )
}
