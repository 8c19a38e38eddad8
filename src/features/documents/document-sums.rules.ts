import type { DocumentLine, DocumentSnapshot } from './document-snapshot.rules.ts'

type Sums = { net: number; tax: number; gross: number }

const add = (rows: readonly Sums[]): Sums =>
  rows.reduce((sum, { net, tax, gross }) => ({ net: sum.net + net, tax: sum.tax + tax, gross: sum.gross + gross }), {
    net: 0,
    tax: 0,
    gross: 0,
  })

export const rowsOf = (snapshot: Pick<DocumentSnapshot, 'lines' | 'shipping'>): DocumentLine[] => [
  ...snapshot.lines,
  ...snapshot.shipping,
]

/**
 * Lists the sums of a document that do not agree, as codes of EN 16931 where the standard has a rule. An empty list
 * means that the document may be issued.
 */
export function listWrongSums(snapshot: DocumentSnapshot): string[] {
  const { totals, taxes, credit } = snapshot
  const rows = rowsOf(snapshot)
  const sum = add(rows)
  const taxSum = add(taxes)
  const shippingShown = snapshot.shipping.reduce((shown, { unit_price, quantity }) => shown + unit_price * quantity, 0)
  const addedTax = snapshot.tax.display === 'added' ? totals.tax : 0
  const isRight: Record<string, boolean> = {
    'net + tax = gross of each row': rows.every(({ net, tax, gross }) => net + tax === gross),
    'net + tax = gross of each rate': taxes.every(({ net, tax, gross }) => net + tax === gross),
    'each rate is the sum of its rows': agreeByRate(snapshot),
    // Sum of line net amounts.
    'BR-CO-10': sum.net === totals.net,
    // Total without tax.
    'BR-CO-13': taxSum.net === totals.net,
    // Sum of the tax of all rates.
    'BR-CO-14': taxSum.tax === totals.tax && sum.tax === totals.tax,
    // Total with tax.
    'BR-CO-15': totals.net + totals.tax === totals.total,
    // Amount due.
    'BR-CO-16': totals.total - totals.paid === totals.remaining,
    'shipping is the sum of its rows': shippingShown === totals.shipping,
    'items, discount and shipping are the total':
      totals.items + totals.discount + totals.shipping + addedTax === totals.total,
    'only a credit note corrects an invoice': (snapshot.kind === 'credit_note') === (credit !== null),
  }
  return Object.entries(isRight).flatMap(([name, isFine]) => (isFine ? [] : [name]))
}

function agreeByRate({ lines, shipping, taxes }: DocumentSnapshot): boolean {
  const rates = new Set([...lines, ...shipping].map(({ tax_rate }) => tax_rate))
  return [...rates, ...taxes.map(({ rate }) => rate)].every((rate) => {
    const ofRows = add([...lines, ...shipping].filter(({ tax_rate }) => tax_rate === rate))
    const ofTaxes = add(taxes.filter((one) => one.rate === rate))
    return ofRows.net === ofTaxes.net && ofRows.tax === ofTaxes.tax
  })
}
