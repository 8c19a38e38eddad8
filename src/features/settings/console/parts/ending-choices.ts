import { formatAmount } from '#console/ui/fields/amount.rules.ts'
import { hasWholePrices, type PriceEnding } from '#features/settings/price-endings.rules.ts'
import type { StaffCurrency } from '#features/settings/settings.staff.contract.ts'

type Units = Pick<StaffCurrency, 'decimals' | 'rounding'>

/** Lists the endings of converted prices with their names: `.99`, or `…99` where shops use no decimals. */
export function listEndingChoices({ decimals, rounding }: Units): { value: PriceEnding; name: string }[] {
  const mark = hasWholePrices({ decimals, roundingAmount: rounding }) ? '…' : '.'
  return [
    { value: 'none', name: 'As converted' },
    { value: '99', name: `${mark}99` },
    { value: '95', name: `${mark}95` },
    { value: 'whole', name: 'Whole amounts' },
    { value: '9', name: 'Whole amounts ending in 9' },
  ]
}

/** Formats how prices in a currency are made: by hand only, with an ending, or as multiples of an amount. */
export function formatRounding(currency: Units & Pick<StaffCurrency, 'price_rule' | 'price_ending'>): string {
  if (currency.price_rule === 'own') return 'Own prices'
  const { price_ending: ending, rounding, decimals } = currency
  if (ending === 'none') return formatAmount(rounding, decimals)
  return listEndingChoices(currency).find(({ value }) => value === ending)?.name ?? ending
}
