import { decimalsOf } from '#contract/currency-units.ts'
import { toPriceValue } from '#contract/money.ts'
import type { StaffMoney } from '#contract/staff-call.ts'
import { groupThousands } from './count.rules.ts'
import { currencySigns } from './currency-signs.ts'

/**
 * As people write it: `$128.00`, `¥41,200`. Amounts come in the smallest unit of their currency. By hand, because a browser's first use
 * of its own tables takes a slow phone a tenth of a second, and because those leave some currencies without their cents.
 */
export function showMoney({ amount, currency }: StaffMoney): string {
  const [whole = '', part] = toPriceValue(Math.abs(amount), decimalsOf(currency)).split('.')
  const sign = currencySigns[currency] ?? currency
  // Letters keep their distance from the figures, signs do not.
  const gap = /\p{L}$/u.test(sign) ? '\u00a0' : ''
  // A real minus sign, as wide as the figures.
  return `${amount < 0 ? '−' : ''}${sign}${gap}${groupThousands(whole)}${part ? `.${part}` : ''}`
}
