import type { ReactNode } from 'react'
import styles from './switch.module.css'

type Props = {
  label: ReactNode
  isLabelHidden?: boolean
  isOn: boolean
  onChange: (isOn: boolean) => void
  isBusy?: boolean
  disabled?: boolean
}

/** Renders a switch. Outside of forms it takes effect immediately. */
export function Switch({ label, isLabelHidden, isOn, onChange, isBusy, disabled }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-busy={isBusy || undefined}
      disabled={disabled}
      className={styles.switch}
      onClick={isBusy ? undefined : () => onChange(!isOn)}
    >
      <span className={styles.track} aria-hidden />
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
    </button>
  )
}
