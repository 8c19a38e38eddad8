export const orderSearchWords = [
  'view',
  'status',
  'shipping_method',
  'country',
  'has',
  'tag',
  'sku',
  'email',
  'from',
  'to',
  'expires_within',
  'q',
  'sort',
] as const
export type OrderSearch = Partial<Record<(typeof orderSearchWords)[number], string>>
