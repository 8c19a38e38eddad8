/**
 * Name under which the audit log records failed sign-ins. A failed sign-in is no call of a member, since no member was
 * signed in.
 */
export const failedSignIn = 'failedSignIn'

/**
 * Returns the resource of a search if it is a number or an address of the log (`orders/HB…`). Returns null for the name of a
 * person.
 */
export function readSearchedAbout(q: string): string | null {
  const text = q.trim()
  if (text.includes('/')) return text
  const areas: Record<string, string> = { RT: 'returns', TK: 'tickets' }
  // Shops choose the prefix of their order numbers, and names contain no digits.
  if (!/^(?=.*\d)[A-Z]{2}\w{11}$/i.test(text)) return null
  const number = text.toUpperCase()
  return `${areas[number.slice(0, 2)] ?? 'orders'}/${number}`
}

/** Areas that the log is filtered by, with the first words of their resources. */
export const auditAreas = {
  orders: { name: 'Orders', starts: ['orders', 'refunds', 'parcels', 'packing-slips'] },
  returns: { name: 'Returns', starts: ['returns'] },
  customers: { name: 'Customers', starts: ['customers', 'requests'] },
  inbox: { name: 'Inbox', starts: ['chats', 'tickets', 'templates', 'attendance'] },
  reviews: { name: 'Reviews', starts: ['reviews', 'review-labels'] },
  products: { name: 'Products', starts: ['products', 'prices', 'stock', 'categories', 'shoe-sizes', 'pictures'] },
  marketing: { name: 'Coupons and ads', starts: ['coupons', 'widgets', 'adverts', 'advert-texts'] },
  pages: { name: 'Pages', starts: ['pages', 'posts', 'product-tests', 'navigation'] },
  settings: {
    name: 'Settings',
    starts: [
      'settings',
      'currencies',
      'languages',
      'markets',
      'shipping-methods',
      'tax-rates',
      'tax-categories',
      'tax-registrations',
      'return-reasons',
      'question-types',
      'letters',
      'failed-mails',
    ],
  },
  imports: { name: 'Imports', starts: ['imports'] },
  team: { name: 'Staff and roles', starts: ['members', 'roles', 'invitations', 'me', 'views'] },
  machines: { name: 'API keys and webhooks', starts: ['keys', 'webhooks', 'webhook-deliveries'] },
  sign_in: { name: 'Sign-in', starts: ['sign-in', 'sign-out', 'forgot', 'reset'] },
} as const satisfies Record<string, { name: string; starts: readonly string[] }>

/**
 * Edits that cannot be undone: edits of the actor's own account, and edits whose address does not return the edited
 * data.
 */
export const editsWithoutUndo = ['PATCH /me', 'PATCH /products/:handle/pictures']

/** Returns whether the log has all old values of an edit. The server checks later whether these values can still be restored. */
export function canUndo({ call, before }: { call: string; before: Record<string, unknown> }): boolean {
  const isCut = (value: unknown) => typeof value === 'string' && value.endsWith('…')
  const values = Object.values(before)
  return call.startsWith('PATCH /') && !editsWithoutUndo.includes(call) && values.length > 0 && !values.some(isCut)
}
