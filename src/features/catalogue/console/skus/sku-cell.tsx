import { type KeyboardEvent, useState } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './sku-grid.module.css'

type Props = {
  label: string
  value: string
  placeholder?: string | undefined
  isLow?: boolean
  isChanged?: boolean
  isWide?: boolean
  isFixed: boolean
  cell?: string
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  /** Returns false for an invalid value, which then stays in the cell with an error. */
  send: (text: string) => boolean
}

export function SkuCell({
  label,
  value,
  placeholder,
  isLow,
  isChanged,
  isWide,
  isFixed,
  cell,
  onKeyDown,
  send,
}: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  return (
    <input
      className={joinClasses(
        styles.cell,
        isWide && styles.wide,
        isLow && styles.low,
        isChanged && styles.changed,
        isWrong && styles.wrong,
      )}
      dir="ltr"
      aria-label={label}
      aria-invalid={isWrong || undefined}
      inputMode={isWide ? 'text' : 'decimal'}
      readOnly={isFixed}
      placeholder={placeholder}
      maxLength={64}
      data-cell={cell}
      value={typed ?? value}
      onKeyDown={onKeyDown}
      onChange={(event) => {
        const isRight = send(event.target.value)
        setTyped(event.target.value)
        setWrong(!isRight)
      }}
      onBlur={() => {
        // An invalid value is discarded, and the cell shows the current value again.
        setTyped(null)
        setWrong(false)
      }}
    />
  )
}
