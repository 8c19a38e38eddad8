import type { StaffMoney } from '#contract/staff-call.ts'

const formats = new Map<string, { format: Intl.NumberFormat; unit: number }>()

/** As people write it: `$128.00`, `¥41,200`. Amounts come in the smallest unit of their currency. */
export function showMoney({ amount, currency }: StaffMoney): string {
  let known = formats.get(currency)
  if (!known) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    known = { format, unit: 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2) }
    formats.set(currency, known)
  }
  // A real minus sign, as wide as the figures.
  return known.format.format(amount / known.unit).replace('-', '−')
}
