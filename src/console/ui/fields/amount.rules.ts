import { toPriceValue } from '#contract/money/money.ts'

/**
 * Converts `1,234.5` dollars to 123450. Returns null for an invalid amount or too many decimals. The conversion works
 * on digits, because a multiplication could round the amount.
 */
export function parseAmount(typed: string, decimals: number): number | null {
  const text = typed.trim().replace(/[\s\u00a0']/g, '')
  // Both `1,234.50` and `1.234,50` are accepted: the last separator followed by up to `decimals` digits is the decimal
  // point.
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

export const formatAmount = (amount: number, decimals: number): string => toPriceValue(amount, decimals)
