import { type CreditReason, creditReasons } from '#features/credit/credit.rules.ts'
import type { StaffCustomer } from '#features/customers/customers.staff.contract.ts'

type Entry = StaffCustomer['credit']['entries'][number]

export const creditReasonNames: Record<CreditReason, string> = {
  goodwill: 'Goodwill',
  late: 'Late delivery',
  damaged: 'Damaged delivery',
  correction: 'Correction',
}
export const creditReasonChoices = creditReasons.map((value) => ({ value, name: creditReasonNames[value] }))

const names: Record<Exclude<Entry['kind'], 'by_hand'>, string> = {
  refund: 'Refund',
  bonus: 'Bonus',
  spent: 'Used for an order',
  given_back: 'Returned from an unpaid order',
  erased: 'Removed with the account',
}

/** Formats an entry with its source, its reason, and the staff member who made the change. */
export function formatCreditEntry({
  kind,
  amount,
  reason,
  by,
}: Pick<Entry, 'kind' | 'amount' | 'reason' | 'by'>): string {
  const action = kind === 'by_hand' ? (amount.amount > 0 ? 'Added' : 'Deducted') : names[kind]
  return [action, reason && creditReasonNames[reason].toLowerCase(), by && `by ${by}`].filter(Boolean).join(', ')
}

/** Formats the source of the latest credit, shown below the balance. */
export function formatCreditSource(
  entries: readonly Pick<Entry, 'amount' | 'order_number' | 'return_number'>[],
): string {
  const creditEntry = entries.find(({ amount }) => amount.amount > 0)
  const from = creditEntry?.return_number ?? creditEntry?.order_number
  return from ? `from ${from}` : 'by hand'
}
