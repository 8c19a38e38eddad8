/**
 * Name of a failed sign-in in the audit log. A failed sign-in is not a call of a member, because no member was signed
 * in.
 */
export const failedSignIn = 'failedSignIn'

/**
 * Returns the resource of a search if the text is a number or a resource name of the log (`orders/HB…`). Returns null
 * for the name of a person.
 */
export function readSearchedAbout(q: string): string | null {
  const text = q.trim()
  if (text.includes('/')) return text
  const areas: Record<string, string> = { RT: 'returns', TK: 'tickets' }
  // Shops choose the prefix of their order numbers. Names of people contain no digits.
  if (!/^(?=.*\d)[A-Z]{2}\w{11}$/i.test(text)) return null
  const number = text.toUpperCase()
  return `${areas[number.slice(0, 2)] ?? 'orders'}/${number}`
}

/** Areas by which the log can be filtered, each with the first words of its resources. */
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
      'setup',
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
  team: { name: 'Staff and roles', starts: ['members', 'roles', 'invitations', 'me', 'views', 'second-step-rule'] },
  machines: { name: 'API keys and webhooks', starts: ['keys', 'webhooks', 'webhook-deliveries'] },
  sign_in: { name: 'Sign-in', starts: ['sign-in', 'sign-out', 'forgot', 'reset'] },
} as const satisfies Record<string, { name: string; starts: readonly string[] }>

/**
 * Edits that cannot be undone: edits of the actor's own account, and edits whose path has no call that returns the
 * edited data.
 */
export const editsWithoutUndo = ['PATCH /me', 'PATCH /products/:handle/pictures']

/** Returns whether the log has all old values of an edit. The server checks later whether these values can still be restored. */
export function canUndo({ call, before }: { call: string; before: Record<string, unknown> }): boolean {
  const isCut = (value: unknown) => typeof value === 'string' && value.endsWith('…')
  const values = Object.values(before)
  return call.startsWith('PATCH /') && !editsWithoutUndo.includes(call) && values.length > 0 && !values.some(isCut)
}
