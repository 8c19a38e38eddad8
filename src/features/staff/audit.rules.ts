/** What the audit log calls tries to sign in as somebody that failed: no call of theirs, since nobody signed in. */
export const failedSignIn = 'failedSignIn'

/** Returns what a search names if it is a number or an address of the log (`orders/HB…`); null if it is a person. */
export function readSearchedAbout(q: string): string | null {
  const text = q.trim()
  if (text.includes('/')) return text
  const areas: Record<string, string> = { RT: 'returns', TK: 'tickets' }
  // Shops choose what their order numbers begin with, and no name has a digit in it.
  if (!/^(?=.*\d)[A-Z]{2}\w{11}$/i.test(text)) return null
  const number = text.toUpperCase()
  return `${areas[number.slice(0, 2)] ?? 'orders'}/${number}`
}

/** Parts of the shop that the log is filtered by, with the first words of what their rows are about. */
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
      'shipping-methods',
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
export type AuditArea = keyof typeof auditAreas

/** Edits that have no undo: of oneself, and of what cannot be read back by the address of the edit. */
export const editsWithoutUndo = ['PATCH /me', 'PATCH /products/:handle/pictures']

/** Returns whether the log has all old values of an edit. Whether they can still be put back, the shop says when it is asked. */
export function canUndo({ call, before }: { call: string; before: Record<string, unknown> }): boolean {
  const isCut = (value: unknown) => typeof value === 'string' && value.endsWith('…')
  const values = Object.values(before)
  return call.startsWith('PATCH /') && !editsWithoutUndo.includes(call) && values.length > 0 && !values.some(isCut)
}
