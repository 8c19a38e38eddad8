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
  /** False for what cannot be: it stays as typed, and says so. */
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
        // What could not be read is not kept: the cell shows again what counts.
        setTyped(null)
        setWrong(false)
      }}
    />
  )
}
