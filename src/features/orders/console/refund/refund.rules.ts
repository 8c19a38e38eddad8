import type { RefundMethod } from '#features/payments/payments.rules.ts'
import { isNumber, isRecord } from '#web/data/drafts.ts'

/**
 * Amounts to refund by line id. Null means the whole remaining amount of a line. A line without an entry is not
 * refunded.
 */
export type RefundLines = Record<string, number | null>
export type RefundDraft = { lines: RefundLines; shipping: boolean; reason: string; to: RefundMethod }

export const emptyRefund: RefundDraft = { lines: {}, shipping: false, reason: '', to: 'payment' }

/** Reads a stored draft. Returns null for anything else. */
export function readRefundDraft(kept: unknown): RefundDraft | null {
  if (!isRecord(kept) || typeof kept.reason !== 'string' || !isLines(kept.lines)) return null
  const { lines, shipping, reason, to } = kept
  return { lines, shipping: shipping === true, reason, to: to === 'credit' ? to : 'payment' }
}

const isLines = (lines: unknown): lines is RefundLines =>
  isRecord(lines) && Object.values(lines).every((amount) => amount === null || isNumber(amount))

export function isEmptyRefund({ lines, shipping, reason }: RefundDraft): boolean {
  return Object.keys(lines).length === 0 && !shipping && reason === ''
}

/** Sets the amount of one line. Without an amount, the line is not refunded. */
export function setRefundLine(lines: RefundLines, id: string, amount: number | null | undefined): RefundLines {
  const { [id]: _, ...others } = lines
  return amount === undefined ? others : { ...others, [id]: amount }
}

export function listRefundLines(lines: RefundLines): { id: string; amount?: number }[] {
  return Object.entries(lines).map(([id, amount]) => ({ id, ...(amount !== null && { amount }) }))
}

/** Formats the lines for the address of the preview. Lines with an amount of 0 are left out. */
export function writeRefundLines(lines: RefundLines): string {
  return listRefundLines(lines)
    .filter(({ amount }) => amount !== 0)
    .map(({ id, amount }) => (amount === undefined ? id : `${id}:${amount}`))
    .join()
}
