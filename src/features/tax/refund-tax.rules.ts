import { computeRefundTax, shareByWeight } from './tax-amounts.rules.ts'

/** Tax of an order, as refunds need it. Amounts are in minor units of the order's currency. */
export type PaidTax = {
  lines: readonly { id: string; rate: number; grossAmount: number; taxAmount: number }[]
  /** The place whose tax the lines contain. */
  place: { country: string; region: string }
  shipping: readonly ShippingTax[]
}

type ShippingTax = { country: string; region: string; rate: number; grossAmount: number; taxAmount: number }

/** One row of the tax of a refund. Rows without a line are shipping costs. */
export type RefundTaxRow = ShippingTax & { orderLineId: string | null; netAmount: number }

export type RefundParts = { lines: readonly { id: string; amount: number }[]; shippingAmount: number }

type Sums = { grossAmount: number; taxAmount: number }

const sumRows = (rows: readonly RefundTaxRow[], isPart: (row: RefundTaxRow) => boolean): Sums =>
  rows
    .filter(isPart)
    .reduce(
      (sum, row) => ({ grossAmount: sum.grossAmount + row.grossAmount, taxAmount: sum.taxAmount + row.taxAmount }),
      { grossAmount: 0, taxAmount: 0 },
    )

/**
 * Computes the tax of a refund per line, and of its shipping costs per rate. The tax depends on the earlier refunds, so that all
 * refunds of a line together contain exactly the tax of the refunded amount.
 */
export function computeRefundTaxRows(
  paid: PaidTax,
  earlier: readonly RefundTaxRow[],
  { lines, shippingAmount }: RefundParts,
): RefundTaxRow[] {
  const rows: RefundTaxRow[] = []
  for (const { id, amount } of lines) {
    const line = paid.lines.find((one) => one.id === id)
    if (!line || amount === 0) continue
    const before = sumRows(earlier, ({ orderLineId }) => orderLineId === id)
    const taxAmount = computeRefundTax(line, before, amount)
    const row = { orderLineId: id, ...paid.place, rate: line.rate }
    rows.push({ ...row, grossAmount: amount, taxAmount, netAmount: amount - taxAmount })
  }
  return [...rows, ...shareShippingRefund(paid.shipping, earlier, shippingAmount)]
}

/** Shares a refund of shipping costs among their rates, in the proportion of the amounts that are not refunded yet. */
function shareShippingRefund(
  shipping: readonly ShippingTax[],
  earlier: readonly RefundTaxRow[],
  amount: number,
): RefundTaxRow[] {
  if (amount === 0 || shipping.length === 0) return []
  const before = shipping.map(({ country, region, rate }) =>
    sumRows(
      earlier,
      (row) => row.orderLineId === null && row.country === country && row.region === region && row.rate === rate,
    ),
  )
  const left = shipping.map(({ grossAmount }, index) => Math.max(0, grossAmount - (before[index]?.grossAmount ?? 0)))
  const shares = shareByWeight(amount, left)
  return shipping.flatMap(({ country, region, rate, ...paid }, index) => {
    const grossAmount = shares[index] ?? 0
    if (grossAmount === 0) return []
    const taxAmount = computeRefundTax(paid, before[index] ?? { grossAmount: 0, taxAmount: 0 }, grossAmount)
    return [{ orderLineId: null, country, region, rate, grossAmount, taxAmount, netAmount: grossAmount - taxAmount }]
  })
}
