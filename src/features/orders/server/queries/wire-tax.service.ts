import { type PriceStyle, toWirePrice } from '#contract/money/money.ts'
import type { OrderTax } from '#features/orders/orders.contract.ts'
import type { TaxTreatment } from '#features/tax/tax.rules.ts'
import { fullRate } from '#features/tax/tax-amounts.rules.ts'

type RateRow = { name: string; rate: number; taxAmount: number }
type TaxFacts = {
  treatment: TaxTreatment
  display: OrderTax['display']
  taxAmount: number
  rows: readonly RateRow[]
}

/** Returns the tax for shoppers, with one entry per rate. An untaxed order has none. */
export function toWireTax({ treatment, display, taxAmount, rows }: TaxFacts, style: PriceStyle): OrderTax | null {
  if (treatment === 'untaxed') return null
  return {
    ...{ treatment, display, amount: toWirePrice(taxAmount, style) },
    rates: groupByRate(rows, style.language).map(({ taxAmount: amount, ...rate }) => ({
      ...rate,
      amount: toWirePrice(amount, style),
    })),
  }
}

/** Sums the tax of items and shipping costs per rate, with the rate in the reader's language. */
export function groupByRate(rows: readonly RateRow[], language: string): (RateRow & { percent: string })[] {
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 3 })
  return [...Map.groupBy(rows, ({ rate }) => rate)].map(([rate, same]) => ({
    name: same[0]?.name ?? '',
    rate,
    percent: percent.format(rate / fullRate),
    taxAmount: same.reduce((sum, row) => sum + row.taxAmount, 0),
  }))
}
