/** Returns what is missing before a refund with a deduction can be sent, or null. An empty amount does not count as 0. */
export function findDeductionProblem(
  isKeeping: boolean,
  { amount, reason }: { amount: number | null; reason: string },
): { field: 'amount' | 'reason'; problem: string } | null {
  if (!isKeeping) return null
  if (amount === null || amount <= 0) return { field: 'amount', problem: 'Enter the amount to keep' }
  if (reason.trim() === '') return { field: 'reason', problem: 'Say why something is kept' }
  return null
}
