import { useState } from 'react'
import { decimalsOf } from '#contract/money/currency-units.ts'
import { formatAmount, parseAmount } from './amount.rules.ts'
import { type FieldParts, TextField } from './field.tsx'

type Props = FieldParts & {
  /** The amount in minor units. Null is empty. */
  value: number | null
  onChange: (value: number | null) => void
  currency: string
  /** The decimals, if the shop's differ from the ISO standard. */
  decimals?: number
  placeholder?: string
  disabled?: boolean
  required?: boolean
}

/** Renders a field for an amount. Invalid text shows an error immediately and is treated as empty. */
export function MoneyField({ value, onChange, currency, decimals = decimalsOf(currency), error, ...rest }: Props) {
  const write = (amount: number | null) => (amount === null ? '' : formatAmount(amount, decimals))
  const [typed, setTyped] = useState(() => write(value))
  const isUnread = typed.trim() !== '' && parseAmount(typed, decimals) === null
  // The value was set from outside, by a draft or by discarding changes, so the typed text is replaced.
  if (!isUnread && parseAmount(typed, decimals) !== value) setTyped(write(value))
  const wrong = `An amount such as ${formatAmount(12 * 10 ** decimals, decimals)}`
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
        onChange(parseAmount(text, decimals))
      }}
    />
  )
}
