import type { AuditRow } from '#features/staff/audit.staff.contract.ts'

const actionTexts: Record<string, string> = {
  'POST /products': 'made it',
  'POST /products/:handle/pictures': 'added a picture',
  'PATCH /products/:handle/pictures': 'arranged the pictures',
  'PUT /products/:handle/skus': 'changed skus and prices',
}
const fields: Record<string, string> = {
  name: 'the name',
  description: 'the description',
  status: 'the state',
  categories: 'the categories',
  sale: 'the sale kind',
  offer: 'the offer',
  search_words: 'the search words',
  feed_id: 'the id in feeds',
  texts: 'other languages',
}

/** Describes an action on a product. The text follows the name of the staff member. */
export function formatProductAction({ call, before, after }: Pick<AuditRow, 'call' | 'before' | 'after'>): string {
  const action = actionTexts[call]
  if (action) return action
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)].flatMap((name) => fields[name] ?? []))]
  return names.length === 0 ? 'changed it' : `changed ${names.join(', ')}`
}
