import type { DocumentLine, DocumentSnapshot } from './document-snapshot.rules.ts'

/** Parts of a snapshot that do not depend on amounts. */
export type DocumentFrame = Omit<
  DocumentSnapshot,
  'kind' | 'number' | 'series' | 'lines' | 'shipping' | 'taxes' | 'totals' | 'tax' | 'credit'
> & { tax: Omit<DocumentSnapshot['tax'], 'display' | 'notes'>; couponCode: string; shippingName: string }

type Draft = Omit<DocumentSnapshot, 'number' | 'series'>
type Display = DocumentSnapshot['tax']['display']

/** One unit of an order, with amounts of the order line. */
export type SoldUnit = {
  id: string
  sku: string
  name: string
  options: string[]
  price: number
  discount: number
  addedTax: number
  taxRate: number
  tax: number
  paid: number
}

/** Tax of an order or refund for one place and rate. */
export type TaxPart = { country: string; region: string; rate: number; net: number; tax: number; gross: number }

export type SoldOrder = {
  units: readonly SoldUnit[]
  shippingAmount: number
  /** The discount of the whole order. The rest after the discounts of the units is a discount on shipping. */
  discountAmount: number
  addedTaxAmount: number
  taxAmount: number
  totalAmount: number
  taxes: readonly (TaxPart & { kind: 'items' | 'shipping' })[]
  /** The place of the row of an order without tax. */
  country: string
}

const sumBy = <T>(rows: readonly T[], read: (row: T) => number): number => rows.reduce((sum, row) => sum + read(row), 0)

/** Returns whether tax was added to the prices. An order without tax shows its prices as they are. */
const findDisplay = ({ addedTaxAmount }: Pick<SoldOrder, 'addedTaxAmount'>): Display =>
  addedTaxAmount > 0 ? 'added' : 'included'

/** Composes an invoice. `notes` are the legal sentences below the tax table. */
export function composeInvoice(frame: DocumentFrame, order: SoldOrder, notes: string[]): Draft {
  const display = findDisplay(order)
  const { couponCode, shippingName, ...shared } = frame
  const lines = groupRows(order.units.map(toLine))
  const shipping = composeShipping(order, shippingName)
  const taxes = sumTaxes(order.taxes, { ...order, country: order.country })
  return {
    ...shared,
    kind: 'invoice',
    lines,
    shipping,
    taxes,
    totals: {
      items: sumBy(order.units, ({ price }) => price),
      discount: -order.discountAmount || 0,
      coupon_code: couponCode,
      shipping: order.shippingAmount,
      net: order.totalAmount - order.taxAmount,
      tax: order.taxAmount,
      total: order.totalAmount,
      paid: order.totalAmount,
      remaining: 0,
    },
    tax: { ...frame.tax, display, notes },
    credit: null,
  }
}

const toLine = ({ sku, name, options, price, discount, taxRate, tax, paid }: SoldUnit): DocumentLine => ({
  ...{ sku, name, options, hs_code: '', quantity: 1, unit_price: price, discount: -discount || 0 },
  ...{ net: paid - tax, tax_rate: taxRate, tax, gross: paid },
})

/** Joins rows of the same SKU with the same rate and prices into one row with a quantity. */
function groupRows(rows: readonly DocumentLine[]): DocumentLine[] {
  const keyOf = ({ sku, name, options, unit_price, discount, tax_rate, gross }: DocumentLine) =>
    JSON.stringify([sku, name, options, unit_price, discount, tax_rate, gross])
  return [...Map.groupBy(rows, keyOf).values()].flatMap((same) =>
    same[0]
      ? [
          {
            ...same[0],
            quantity: same.length,
            discount: sumBy(same, ({ discount }) => discount),
            net: sumBy(same, ({ net }) => net),
            tax: sumBy(same, ({ tax }) => tax),
            gross: sumBy(same, ({ gross }) => gross),
          },
        ]
      : [],
  )
}

const emptyRow = { sku: '', options: [], hs_code: '', quantity: 1 }

/** Returns one row of shipping costs per rate. A coupon for shipping is shared among the rows. */
function composeShipping(order: SoldOrder, name: string): DocumentLine[] {
  const { shippingAmount, taxes, units } = order
  if (shippingAmount === 0) return []
  const isAdded = findDisplay(order) === 'added'
  const shippingDiscount = order.discountAmount - sumBy(units, ({ discount }) => discount)
  const rows = taxes.filter(({ kind }) => kind === 'shipping')
  // Untaxed or free shipping has no tax row.
  if (rows.length === 0) {
    const gross = shippingAmount - shippingDiscount
    const rate = gross === 0 ? (taxes[0]?.rate ?? 0) : 0
    const amounts = { unit_price: shippingAmount, discount: -shippingDiscount || 0, net: gross, tax: 0, gross }
    return [{ ...emptyRow, name, tax_rate: rate, ...amounts }]
  }
  let rest = shippingDiscount
  return rows.map(({ rate, net, tax, gross }, index) => {
    const amount = isAdded ? net : gross
    const isLast = index === rows.length - 1
    const share = isLast
      ? rest
      : Math.floor((shippingDiscount * amount) / Math.max(1, shippingAmount - shippingDiscount))
    rest -= share
    const amounts = { unit_price: amount + share, discount: -share || 0, net, tax, gross }
    return { ...emptyRow, name, tax_rate: rate, ...amounts }
  })
}

/** Sums tax rows per place and rate. An untaxed order has one row without tax. */
function sumTaxes(
  rows: readonly TaxPart[],
  untaxed: { country: string; totalAmount: number },
): DocumentSnapshot['taxes'] {
  if (rows.length === 0) {
    const { country, totalAmount } = untaxed
    return [{ country, region: '', rate: 0, net: totalAmount, tax: 0, gross: totalAmount }]
  }
  const groups = Map.groupBy(rows, ({ country, region, rate }) => `${country}/${region}/${rate}`)
  return [...groups.values()].flatMap((same) =>
    same[0]
      ? [
          {
            ...{ country: same[0].country, region: same[0].region, rate: same[0].rate },
            net: sumBy(same, ({ net }) => net),
            tax: sumBy(same, ({ tax }) => tax),
            gross: sumBy(same, ({ gross }) => gross),
          },
        ]
      : [],
  )
}

export type RefundedOrder = {
  amount: number
  reason: string
  refundedAt: string | null
  /** Rows of the tax of the refund. Rows without a unit are shipping costs. Empty for an untaxed order. */
  rows: readonly (TaxPart & { unitId: string | null })[]
  /** Name of the row of a refund without tax rows. */
  creditName: string
  invoice: { number: string; date: string; display: Display; net: number; tax: number; gross: number }
  /** Sums of the earlier credit notes of the invoice. Negative. */
  earlier: { net: number; tax: number; gross: number }
  /** The place of the row of an order without tax. */
  country: string
}

/** Composes a credit note. Its amounts are negative. */
export function composeCreditNote(
  frame: DocumentFrame,
  units: readonly SoldUnit[],
  refund: RefundedOrder,
  notes: string[],
): Draft {
  const { invoice, earlier } = refund
  const { display } = invoice
  const { shippingName, couponCode, ...shared } = frame
  const unitsById = new Map(units.map((unit) => [unit.id, unit]))
  const credited = refund.rows.flatMap((row) => {
    const unit = row.unitId === null ? undefined : unitsById.get(row.unitId)
    return unit ? [creditUnit(unit, row, display)] : []
  })
  const shipping = refund.rows
    .filter(({ unitId }) => unitId === null || !unitsById.has(unitId))
    .map((row) => ({ ...emptyRow, name: shippingName, tax_rate: row.rate, ...creditPart(row, display) }))
  const untaxed = { rate: 0, net: refund.amount, tax: 0, gross: refund.amount }
  const lines =
    refund.rows.length === 0
      ? [{ ...emptyRow, name: refund.creditName, tax_rate: 0, ...creditPart(untaxed, display) }]
      : groupRows(credited)
  const negativeRows = refund.rows.map((row) => ({ ...row, ...negate(row) }))
  const taxes = sumTaxes(negativeRows, { country: refund.country, totalAmount: -refund.amount })
  const sums = {
    net: sumBy(taxes, ({ net }) => net),
    tax: sumBy(taxes, ({ tax }) => tax),
    gross: sumBy(taxes, ({ gross }) => gross),
  }
  const price = ({ unit_price, quantity }: DocumentLine) => unit_price * quantity
  return {
    ...shared,
    kind: 'credit_note',
    lines,
    shipping,
    taxes,
    totals: {
      items: sumBy(lines, price),
      discount: sumBy([...lines, ...shipping], ({ discount }) => discount),
      coupon_code: couponCode,
      shipping: sumBy(shipping, price),
      ...{ net: sums.net, tax: sums.tax, total: sums.gross },
      ...{ paid: sums.gross, remaining: 0 },
    },
    tax: { ...frame.tax, display, notes },
    credit: {
      invoice_number: invoice.number,
      invoice_date: invoice.date,
      reason: refund.reason,
      refunded_at: refund.refundedAt,
      invoice: { net: invoice.net, tax: invoice.tax, gross: invoice.gross },
      left: {
        net: invoice.net + earlier.net + sums.net,
        tax: invoice.tax + earlier.tax + sums.tax,
        gross: invoice.gross + earlier.gross + sums.gross,
      },
    },
  }
}

type Amounts = { net: number; tax: number; gross: number }

const negate = ({ net, tax, gross }: Amounts): Amounts => ({ net: -net || 0, tax: -tax || 0, gross: -gross || 0 })

/** A partial refund has no price and no discount of its own. */
function creditPart(row: Amounts, display: Display) {
  const amounts = negate(row)
  return { ...amounts, unit_price: display === 'added' ? amounts.net : amounts.gross, discount: 0 }
}

/** A refund of the whole unit shows its price and its discount as the invoice does. */
function creditUnit(unit: SoldUnit, row: TaxPart, display: Display): DocumentLine {
  const { sku, name, options } = unit
  const part = creditPart(row, display)
  const isWhole = row.gross === unit.paid && part.unit_price === unit.discount - unit.price
  const shown = isWhole ? { ...part, unit_price: -unit.price || 0, discount: unit.discount } : part
  return { ...{ sku, name, options, hs_code: '', quantity: 1 }, tax_rate: row.rate, ...shown }
}
