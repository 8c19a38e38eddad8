import type { AuditRow } from '#features/staff/audit.staff.contract.ts'

const actionTexts: Record<string, string> = {
  'POST /coupons': 'made it',
  'POST /coupons/:id/end': 'ended it',
  'POST /coupons/:id/pause': 'paused it',
  'POST /coupons/:id/resume': 'let it go on',
  'POST /coupons/:id/give': 'gave one',
}
const fields: Record<string, string> = {
  kind: 'the kind',
  amount: 'what it takes off',
  percent: 'what it takes off',
  maximum: 'the most it takes off',
  minimum: 'the minimum',
  categories: 'what it is for',
  products: 'what it is for',
  condition_text: 'the condition in words',
  object: 'the words on the ticket',
  link: 'where it leads',
  link_name: 'where it leads',
  texts: 'other languages',
  starts_at: 'the first day',
  ends_at: 'the end',
  valid_days: 'the days after the claim',
  stock: 'how many there are',
}

/** Describes an action on a coupon. The text follows the name of the staff member. */
export function formatAction({ call, before, after }: Pick<AuditRow, 'call' | 'before' | 'after'>): string {
  const action = actionTexts[call]
  if (action) return action
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)].flatMap((name) => fields[name] ?? []))]
  return names.length === 0 ? 'changed it' : `changed ${names.join(', ')}`
}
