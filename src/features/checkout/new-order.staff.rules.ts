import { unpaidHours } from '#features/orders/orders.rules.ts'

/**
 * Hours until the payment deadline: the deadline of shoppers' own orders, a weekend, or a week. Longer deadlines would
 * reserve stock for too long.
 */
export const payableHours = [unpaidHours, 72, 168] as const
export type PayableHours = (typeof payableHours)[number]

/** 20: a longer list is slower to read than a more precise search. */
export const itemsOffered = 20

/** 6,000: room for the SKUs of the largest order with the longest codes, some of them percent-encoded. */
export const maxLinesTextLength = 6000

export type OrderLine = { sku: string; quantity: number }

/** Formats lines as `EBB-CLA-M:2,EBB-CLA-S:1`. SKUs may contain commas and colons, so each SKU is percent-encoded. */
export function writeLines(lines: readonly OrderLine[]): string {
  return lines.map(({ sku, quantity }) => `${encodeURIComponent(sku)}:${quantity}`).join(',')
}

/** Reads lines. Returns null for any other text. */
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
