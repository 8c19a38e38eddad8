/** Tax rates are integers in thousandths of a percent: 19 % is 19000, and 100 % is this number. */
export const fullRate = 100_000

/** `line` rounds each line. `rate` rounds once per rate and invoice, as Japan wants. */
export type TaxRounding = { per: 'line' | 'rate'; direction: 'nearest' | 'down' }

export type AppliedRate = { country: string; region: string; name: string; rate: number }

export type TaxedPart = AppliedRate & {
  /** The amount that the buyer pays for this part, with its tax. */
  grossAmount: number
  /** The tax inside the gross amount, included in the price or added to it. */
  taxAmount: number
  netAmount: number
  /** The tax that is added to the price. Zero if prices include tax. */
  addedTaxAmount: number
}

export type TaxInput = {
  /** The amounts of the lines after discounts, in minor units, each with the rate of its goods. */
  lines: readonly { amount: number; applied: AppliedRate }[]
  /** The shipping costs after discounts. They are taxed in the proportion of the lines' rates. */
  shippingAmount: number
  /** The rate of the shipping costs of an order without priced lines. */
  shippingRate: AppliedRate
  display: 'included' | 'added'
  rounding: TaxRounding
  /** Added tax is a multiple of this step, because providers accept no other amounts. */
  step: number
}

export type OrderTax = {
  lines: TaxedPart[]
  shipping: TaxedPart[]
  addedTaxAmount: number
  taxAmount: number
}

/** Divides exactly and rounds halves away from zero, or down. Products of amounts and rates exceed the exact range of numbers. */
export function divideRounded(dividend: bigint, divisor: bigint, direction: TaxRounding['direction']): number {
  const isNegative = dividend < 0n
  const size = isNegative ? -dividend : dividend
  const rounded = direction === 'down' ? size / divisor : (2n * size + divisor) / (2n * divisor)
  return Number(isNegative ? -rounded : rounded)
}

/**
 * Shares an amount in the proportion of weights by largest remainder, in multiples of a step where the amount is one. The
 * shares add up to the amount exactly. Equal remainders go to the earlier entry. Without any weight the first entry gets all.
 */
export function shareByWeight(amount: number, weights: readonly number[], step = 1): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return weights.map((_, index) => (index === 0 ? amount : 0))
  const unit = amount % step === 0 ? step : 1
  const exact = weights.map((weight) => BigInt(amount / unit) * BigInt(weight))
  const shares = exact.map((product) => Number(product / BigInt(total)))
  const rest = amount / unit - shares.reduce((sum, share) => sum + share, 0)
  const byRemainder = exact
    .map((product, index) => ({ index, remainder: product % BigInt(total) }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  for (const { index } of byRemainder.slice(0, rest)) shares[index] = (shares[index] ?? 0) + 1
  return shares.map((share) => share * unit)
}

/** Computes the tax of each line, of the shipping costs, and of the order. */
export function computeOrderTax(input: TaxInput): OrderTax {
  const { lines } = input
  const shipping = shareShipping(input)
  const parts = [...lines, ...shipping]
  const taxes =
    input.rounding.per === 'line' ? parts.map((part) => roundTax([part], input)) : roundPerRate(parts, input)
  const taxed = parts.map(({ amount, applied }, index): TaxedPart => {
    const taxAmount = taxes[index] ?? 0
    const addedTaxAmount = input.display === 'added' ? taxAmount : 0
    const grossAmount = amount + addedTaxAmount
    return { ...applied, grossAmount, taxAmount, netAmount: grossAmount - taxAmount, addedTaxAmount }
  })
  const sum = (read: (part: TaxedPart) => number) => taxed.reduce((total, part) => total + read(part), 0)
  return {
    lines: taxed.slice(0, lines.length),
    shipping: taxed.slice(lines.length),
    addedTaxAmount: sum((part) => part.addedTaxAmount),
    taxAmount: sum((part) => part.taxAmount),
  }
}

type Provided = { taxAmount: number; rate: number }

/** Applies the tax that a provider computed to the lines and shipping costs. */
export function applyProvidedTax(
  { lines, shippingAmount, shippingRate, display }: TaxInput,
  provided: { lines: readonly Provided[]; shipping: Provided },
): OrderTax {
  const apply = (amount: number, applied: AppliedRate, tax: Provided | undefined): TaxedPart => {
    const { taxAmount = 0, rate = 0 } = tax ?? {}
    const addedTaxAmount = display === 'added' ? taxAmount : 0
    const grossAmount = amount + addedTaxAmount
    return { ...applied, rate, grossAmount, taxAmount, netAmount: grossAmount - taxAmount, addedTaxAmount }
  }
  const taxed = lines.map(({ amount, applied }, index) => apply(amount, applied, provided.lines[index]))
  const shipping = shippingAmount > 0 ? [apply(shippingAmount, shippingRate, provided.shipping)] : []
  const sum = (read: (part: TaxedPart) => number) => [...taxed, ...shipping].reduce((all, part) => all + read(part), 0)
  return {
    ...{ lines: taxed, shipping },
    addedTaxAmount: sum((part) => part.addedTaxAmount),
    taxAmount: sum((part) => part.taxAmount),
  }
}

type Part = TaxInput['lines'][number]

const rateKey = ({ country, region, name, rate }: AppliedRate) => `${country}/${region}/${rate}/${name}`

/** Splits the shipping costs into one part per rate of the lines. */
function shareShipping({ lines, shippingAmount, shippingRate, step }: TaxInput): Part[] {
  if (shippingAmount === 0) return []
  const byRate = new Map<string, Part>()
  for (const { amount, applied } of lines) {
    const key = rateKey(applied)
    byRate.set(key, { applied, amount: (byRate.get(key)?.amount ?? 0) + amount })
  }
  const rates = [...byRate.values()].filter(({ amount }) => amount > 0)
  if (rates.length === 0) return [{ amount: shippingAmount, applied: shippingRate }]
  const shares = shareByWeight(
    shippingAmount,
    rates.map(({ amount }) => amount),
    step,
  )
  return rates.map(({ applied }, index) => ({ applied, amount: shares[index] ?? 0 })).filter(({ amount }) => amount > 0)
}

/** Returns the rounded tax of parts with the same rate. */
function roundTax(parts: readonly Part[], { display, rounding, step }: TaxInput): number {
  const amount = parts.reduce((sum, part) => sum + part.amount, 0)
  const rate = parts[0]?.applied.rate ?? 0
  if (rate === 0) return 0
  const product = BigInt(amount) * BigInt(rate)
  if (display === 'included') return divideRounded(product, BigInt(fullRate + rate), rounding.direction)
  if (step === 1) return divideRounded(product, BigInt(fullRate), rounding.direction)
  return divideRounded(product, BigInt(fullRate) * BigInt(step), rounding.direction) * step
}

/** Rounds once per rate, and shares the rounded tax among the parts of the rate. */
function roundPerRate(parts: readonly Part[], input: TaxInput): number[] {
  const taxes = parts.map(() => 0)
  const groups = Map.groupBy([...parts.entries()], ([, { applied }]) => rateKey(applied))
  for (const group of groups.values()) {
    const own = group.map(([, part]) => part)
    const shares = shareByWeight(
      roundTax(own, input),
      own.map(({ amount }) => amount),
      input.display === 'added' ? input.step : 1,
    )
    for (const [at, [index]] of group.entries()) taxes[index] = shares[at] ?? 0
  }
  return taxes
}

/** One row of an order's tax summary. */
export type TaxRow = AppliedRate & {
  kind: 'items' | 'shipping'
  netAmount: number
  taxAmount: number
  grossAmount: number
}

/** Sums the parts per kind, place and rate. */
export function summarizeTax({ lines, shipping }: Pick<OrderTax, 'lines' | 'shipping'>): TaxRow[] {
  const rows = new Map<string, TaxRow>()
  const add = (kind: TaxRow['kind'], { country, region, name, rate, ...part }: TaxedPart) => {
    const key = `${kind}/${rateKey({ country, region, name, rate })}`
    const row = rows.get(key) ?? { kind, country, region, name, rate, netAmount: 0, taxAmount: 0, grossAmount: 0 }
    row.netAmount += part.netAmount
    row.taxAmount += part.taxAmount
    row.grossAmount += part.grossAmount
    rows.set(key, row)
  }
  for (const part of lines) add('items', part)
  for (const part of shipping) add('shipping', part)
  return [...rows.values()]
}

/**
 * Returns the tax inside a partial refund. The tax of all refunds so far is rounded, so that any sequence of refunds ends at
 * exactly the tax of the whole.
 */
export function computeRefundTax(
  paid: { grossAmount: number; taxAmount: number },
  before: { grossAmount: number; taxAmount: number },
  refundAmount: number,
): number {
  if (paid.grossAmount === 0) return 0
  const refunded = before.grossAmount + refundAmount
  const taxSoFar = divideRounded(BigInt(paid.taxAmount) * BigInt(refunded), BigInt(paid.grossAmount), 'nearest')
  // A refund of a small part never has more tax than money.
  return Math.min(taxSoFar - before.taxAmount, refundAmount)
}
