import type { StaffJob } from '#features/staff/jobs.staff.contract.ts'

/** Returns the numbers that a finished job succeeded for. */
export function listSucceeded(numbers: string[], { refused }: Pick<StaffJob, 'refused'>): string[] {
  const failed = new Set(refused.map(({ number }) => number.toUpperCase()))
  return numbers.filter((number) => !failed.has(number.toUpperCase()))
}
