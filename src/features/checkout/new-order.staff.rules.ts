import { unpaidHours } from '#features/orders/orders.rules.ts'

/** As for everybody, over a weekend, or for a week: longer would keep stock from those who pay at once. */
export const payableHours = [unpaidHours, 72, 168] as const
export type PayableHours = (typeof payableHours)[number]

/** What a search for something to order shows: more is found by typing more. */
export const itemsOffered = 20

/** As many skus as one order takes, with the longest codes, and room for what is written as %20. */
export const linesTextMost = 6000

export type OrderLine = { sku: string; quantity: number }

/** `EBB-CLA-M:2,EBB-CLA-S:1`: a code may hold commas and colons, so each is percent-encoded. */
export function writeLines(lines: readonly OrderLine[]): string {
  return lines.map(({ sku, quantity }) => `${encodeURIComponent(sku)}:${quantity}`).join(',')
}

/** Null for what is no such list. */
export function readLines(text: string): OrderLine[] | null {
  if (text === '') return []
  const lines: OrderLine[] = []
  for (const one of text.split(',')) {
    const [, code, quantity] = /^([^:]+):([1-9]\d?)$/.exec(one) ?? []
    const sku = code && decode(code)
    if (!sku) return null
    lines.push({ sku, quantity: Number(quantity) })
  }
  return lines
}

function decode(code: string): string | null {
  try {
    return decodeURIComponent(code)
  } catch {
    return null
  }
}
