/**
 * The scopes of members and of API keys. Each staff call requires one scope. The forms for roles and keys show these
 * texts beside their checkboxes, and the table of roles lists them. Each text names all sensitive data that its scope
 * opens.
 */
export const scopes = {
  'orders:read': 'See orders with names and addresses, parcels, revenue and figures',
  'orders:write': 'Make orders for shoppers; prepare, pack, ship, hold and cancel orders',
  'parcels:write': 'Report what happened to parcels',
  'refunds:read': 'See refunds',
  'refunds:write': 'Pay money back',
  'returns:read': 'See returns and their pictures',
  'returns:judge': 'Decide about returns',
  'returns:receive': 'Receive returned items',
  'customers:read': 'See customers and their orders',
  'customers:write': 'End sessions and give coupons',
  'customers:erase': 'Export and erase the data of a customer',
  'inbox:read': 'Read tickets and chats',
  'inbox:write': 'Answer tickets and chats',
  'reviews:read': 'See reviews, hidden ones too',
  'reviews:write': 'Hide, show and answer reviews',
  'catalogue:read': 'See products, prices and stock',
  'catalogue:write': 'Change products, prices and categories',
  'stock:write': 'Change stock',
  'marketing:read': 'See coupons, widgets and adverts',
  'marketing:write': 'Change coupons, widgets and adverts',
  'content:read': 'See pages, posts and navigation as drafts',
  'content:write': 'Change pages, posts and navigation',
  'settings:read': 'See settings',
  'settings:write': 'Change settings',
  'imports:write': 'Import files',
  'staff:read': 'See who works here',
  'staff:write': 'Invite and change people; for owners, roles',
  'keys:write': 'Make and end keys',
  'audit:read': 'Read the audit log',
} as const

export type Scope = keyof typeof scopes
export const isScope = (name: string): name is Scope => Object.hasOwn(scopes, name)
export const scopeNames = Object.keys(scopes).filter(isScope)

/**
 * Returns whether the granted scopes include the required scope. A scope that allows changes includes reading the same
 * resources: `orders:write` and `returns:judge` allow `orders:read` and `returns:read`.
 */
export function allowsScope(granted: Iterable<string> | undefined, required: Scope): boolean {
  const [area, what] = required.split(':')
  for (const one of granted ?? []) {
    if (one === required || (what === 'read' && one.startsWith(`${area}:`))) return true
  }
  return false
}
