import { useState } from 'react'
import { type FieldParts, TextField } from '#console/ui/fields/field.tsx'
import { formatKilosNumber, parseKilos } from './weight.rules.ts'

type Props = FieldParts & {
  /** Weight in grams. Null if the parcel is not weighed. */
  value: number | null
  onChange: (grams: number | null) => void
}

/** Edits a weight in kilograms. Invalid text shows an error at once and sets the value to null. */
export function WeightField({ value, onChange, error, ...rest }: Props) {
  const [typed, setTyped] = useState(() => (value === null ? '' : formatKilosNumber(value)))
  const isUnreadable = typed.trim() !== '' && parseKilos(typed) === null
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      maxLength={10}
      unit="kg"
      error={isUnreadable ? 'Such as 0.9, up to 100' : error}
      value={typed}
      onChange={(text) => {
        setTyped(text)
        onChange(parseKilos(text))
      }}
    />
  )
}
