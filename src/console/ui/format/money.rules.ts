import type { StaffMoney } from '#contract/calls/staff-call.ts'
import { decimalsOf } from '#contract/money/currency-units.ts'
import { toPriceValue } from '#contract/money/money.ts'

const formats = new Map<string, Intl.NumberFormat>()

function getMoneyFormat(currency: string): Intl.NumberFormat {
  const known = formats.get(currency)
  if (known) return known
  // The shop's own number of decimals, because `Intl` omits the hundredths of some currencies.
  const digits = decimalsOf(currency)
  const format = new Intl.NumberFormat('en', {
    ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  })
  formats.set(currency, format)
  return format
}

/** Formats an amount without zero decimals, as the coupon tickets of the shop do. */
export const formatRoundMoney = (money: StaffMoney): string => formatMoney(money).replace(/\.0+(?!\d)/, '')

/** Formats an amount in minor units: `$128.00`, `¥41,200`. The minus sign is U+2212, which is as wide as the digits. */
export function formatMoney({ amount, currency }: StaffMoney): string {
  return getMoneyFormat(currency)
    .format(Number(toPriceValue(amount, decimalsOf(currency))))
    .replace('-', '−')
}
