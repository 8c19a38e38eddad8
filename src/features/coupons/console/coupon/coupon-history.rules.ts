import type { AuditRow } from '#features/staff/audit.staff.contract.ts'

const actionTexts: Record<string, string> = {
  'POST /coupons': 'created the coupon',
  'POST /coupons/:id/end': 'ended the coupon',
  'POST /coupons/:id/pause': 'paused the coupon',
  'POST /coupons/:id/resume': 'resumed the coupon',
  'POST /coupons/:id/give': 'gave the coupon to a customer',
}
const fields: Record<string, string> = {
  kind: 'the kind',
  amount: 'the discount',
  percent: 'the discount',
  maximum: 'the maximum discount',
  minimum: 'the minimum order',
  categories: 'the categories',
  products: 'the products',
  condition_text: 'the condition text',
  object: 'the text on the coupon',
  link: 'the link',
  link_name: 'the name of the linked page',
  texts: 'the translations',
  starts_at: 'the start',
  ends_at: 'the end',
  valid_days: 'the validity after the claim',
  stock: 'the number of coupons',
}

/** Describes an action on a coupon. The text follows the name of the staff member. */
export function formatAction({ call, before, after }: Pick<AuditRow, 'call' | 'before' | 'after'>): string {
  const action = actionTexts[call]
  if (action) return action
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)].flatMap((name) => fields[name] ?? []))]
  return names.length === 0 ? 'changed the coupon' : `changed ${names.join(', ')}`
}
