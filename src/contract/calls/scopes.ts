/**
 * The scopes of members and of API keys. Each staff call requires one scope. The forms for roles and keys show these
 * texts beside their checkboxes, and the table of roles lists them. Each text names all sensitive data that its scope
 * opens.
 */
export const scopes = {
  'orders:read': 'View orders with names and addresses, parcels, revenue and reports',
  'orders:write': 'Create, prepare, pack, ship, hold and cancel orders',
  'parcels:write': 'Add tracking events to parcels',
  'refunds:read': 'View refunds',
  'refunds:write': 'Refund payments',
  'returns:read': 'View returns and their pictures',
  'returns:judge': 'Approve and reject returns',
  'returns:receive': 'Receive returned items',
  'customers:read': 'View customers and their orders',
  'customers:write': 'Sign customers out and give them coupons',
  'customers:erase': 'Export and erase customer data',
  'inbox:read': 'View tickets and chats',
  'inbox:write': 'Answer tickets and chats',
  'reviews:read': 'View reviews, including hidden reviews',
  'reviews:write': 'Hide, show and answer reviews',
  'catalogue:read': 'View products, prices and stock',
  'catalogue:write': 'Change products, prices and categories',
  'stock:write': 'Change stock',
  'marketing:read': 'View coupons, widgets and ads',
  'marketing:write': 'Change coupons, widgets and ads',
  'content:read': 'View pages, posts and navigation, including drafts',
  'content:write': 'Change pages, posts and navigation',
  'settings:read': 'View settings',
  'settings:write': 'Change settings',
  'imports:write': 'Import files',
  'staff:read': 'View staff members and roles',
  'staff:write': 'Invite and change staff members (owners can also change roles)',
  'keys:write': 'Create and revoke API keys',
  'audit:read': 'View the audit log',
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
