import { toPriceValue } from '#contract/money/money.ts'

/** `1,234.5` of dollars is 123450. Null for what is no amount, or has more digits than the currency. Done on digits: multiplying money rounds it. */
export function readAmount(typed: string, decimals: number): number | null {
  const text = typed.trim().replace(/[\s\u00a0']/g, '')
  // Both `1,234.50` and `1.234,50` are written: the last sign that up to `decimals` digits follow is the point.
  const found = /^(\d[\d.,]*?)(?:[.,](\d*))?$/.exec(text)
  if (!found) return null
  const [, whole = '', part = ''] = found
  const isGroups = part.length === 3 && decimals !== 3
  const digits = (isGroups ? whole + part : whole).replace(/[.,]/g, '')
  const rest = isGroups ? '' : part
  if (rest.length > decimals) return null
  const amount = Number(digits + rest.padEnd(decimals, '0'))
  return Number.isSafeInteger(amount) ? amount : null
}

export const writeAmount = (amount: number, decimals: number): string => toPriceValue(amount, decimals)
