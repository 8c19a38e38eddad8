import { useState } from 'react'
import { decimalsOf } from '#contract/money/currency-units.ts'
import { readAmount, writeAmount } from './amount.rules.ts'
import { type FieldParts, TextField } from './field.tsx'

type Props = FieldParts & {
  /** In the smallest unit; null is empty. */
  value: number | null
  onChange: (value: number | null) => void
  currency: string
  /** Where the shop counts a currency otherwise than the world. */
  decimals?: number
  placeholder?: string
  disabled?: boolean
  required?: boolean
}

/** Money as it is typed: what is not an amount is said at once, and counts as empty. */
export function MoneyField({ value, onChange, currency, decimals = decimalsOf(currency), error, ...rest }: Props) {
  const write = (amount: number | null) => (amount === null ? '' : writeAmount(amount, decimals))
  const [typed, setTyped] = useState(() => write(value))
  const isUnread = typed.trim() !== '' && readAmount(typed, decimals) === null
  // Set from outside, by a draft or by taking changes back: what was typed no longer says it.
  if (!isUnread && readAmount(typed, decimals) !== value) setTyped(write(value))
  const wrong = `An amount such as ${writeAmount(12 * 10 ** decimals, decimals)}`
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      dir="ltr"
      unit={<bdi dir="ltr">{currency}</bdi>}
      error={isUnread ? wrong : error}
      value={typed}
      onChange={(text) => {
        setTyped(text)
        onChange(readAmount(text, decimals))
      }}
    />
  )
}
