import type { AuditRow } from '#features/staff/audit.staff.contract.ts'

const actionTexts: Record<string, string> = {
  'POST /products': 'created the product',
  'POST /products/:handle/pictures': 'added a picture',
  'PATCH /products/:handle/pictures': 'reordered the pictures',
  'PUT /products/:handle/skus': 'changed SKUs and prices',
}
const fields: Record<string, string> = {
  name: 'the name',
  description: 'the description',
  status: 'the state',
  categories: 'the categories',
  sale: 'the sale type',
  offer: 'the offer',
  search_words: 'the search terms',
  feed_id: 'the ID in product feeds',
  tax_category: 'the tax category',
  texts: 'the translations',
}

/** Describes an action on a product. The text follows the name of the staff member. */
export function formatProductAction({ call, before, after }: Pick<AuditRow, 'call' | 'before' | 'after'>): string {
  const action = actionTexts[call]
  if (action) return action
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)].flatMap((name) => fields[name] ?? []))]
  return names.length === 0 ? 'changed the product' : `changed ${names.join(', ')}`
}
