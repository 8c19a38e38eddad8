import { formatMoney } from '#console/ui/format/money.rules.ts'
import type { RefundWays } from '#features/payments/payments.staff.contract.ts'

const problems = {
  no_account: 'Not available, because the customer ordered as a guest and has no account.',
  switched_off: 'Not available. Switched off in Settings, Returns.',
  not_chosen: 'Not available, because the shopper did not choose store credit for this return.',
  no_rate: 'Not available, because this currency has no exchange rate.',
}

/**
 * Formats the amounts of a refund to the original payment. The part that was paid with store credit is always refunded
 * as store credit.
 */
export function formatPayment({ payment: { amount, credit } }: RefundWays): string | null {
  if (credit.amount === 0) return null
  const restoredCredit = `${formatMoney(credit)} is returned as store credit, because it was paid with store credit`
  return amount.amount === 0 ? `${restoredCredit}.` : `${formatMoney(amount)} to this method. ${restoredCredit}.`
}

/** Formats the amount of store credit and how it is computed. */
export function formatCredit({
  payment,
  credit: { amount, bonus, bonus_percent, problem },
}: RefundWays): string | null {
  if (problem) return problems[problem]
  if (amount.amount === 0) return null
  const isConverted = payment.amount.currency !== amount.currency && payment.amount.amount > 0
  const sum = `${formatMoney(amount)}${isConverted ? ' at today’s rate' : ''}`
  return bonus.amount > 0 ? `${sum}, plus a bonus of ${formatMoney(bonus)} (${bonus_percent}\u2009%).` : `${sum}.`
}
