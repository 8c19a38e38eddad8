import { type PriceStyle, toWirePrice } from '#contract/money/money.ts'
import type { OrderTax } from '#features/orders/orders.contract.ts'
import type { TaxTreatment } from '#features/tax/tax.rules.ts'
import { fullRate } from '#features/tax/tax-amounts.rules.ts'

type TaxFacts = {
  treatment: TaxTreatment
  display: OrderTax['display']
  taxAmount: number
  rows: readonly { name: string; rate: number; taxAmount: number }[]
}

/** Returns the tax for shoppers, with one entry per rate. An untaxed order has none. */
export function toWireTax({ treatment, display, taxAmount, rows }: TaxFacts, style: PriceStyle): OrderTax | null {
  if (treatment === 'untaxed') return null
  const percent = new Intl.NumberFormat(style.language, { style: 'percent', maximumFractionDigits: 3 })
  return {
    ...{ treatment, display, amount: toWirePrice(taxAmount, style) },
    rates: [...Map.groupBy(rows, ({ rate }) => rate)].map(([rate, same]) => ({
      name: same[0]?.name ?? '',
      rate,
      percent: percent.format(rate / fullRate),
      amount: toWirePrice(
        same.reduce((sum, row) => sum + row.taxAmount, 0),
        style,
      ),
    })),
  }
}
