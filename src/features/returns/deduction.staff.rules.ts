/**
 * Returns the missing field before a refund with a deduction can be sent, or null. An empty amount is missing and not
 * 0.
 */
export function findDeductionProblem(
  isKeeping: boolean,
  { amount, reason }: { amount: number | null; reason: string },
): { field: 'amount' | 'reason'; problem: string } | null {
  if (!isKeeping) return null
  if (amount === null || amount <= 0) return { field: 'amount', problem: 'Enter the amount to deduct' }
  if (reason.trim() === '') return { field: 'reason', problem: 'Enter a reason for the deduction' }
  return null
}
