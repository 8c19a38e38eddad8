/**
 * The order of features, from the ground up. Server code, contracts and rules of a feature import only features before
 * it. Screens are exempt: they may read contracts, rules and links of any feature (`layers.ts`).
 */
export const featureRows: readonly { features: readonly string[]; says: string }[] = [
  { features: ['settings', 'images', 'analytics'], says: 'languages, currencies, texts; pictures; analytics' },
  { features: ['markets', 'tax'], says: 'countries, shipping and languages of markets; tax rates and registrations' },
  { features: ['sign-in', 'staff', 'addresses'], says: 'accounts and sessions; staff and roles; address book' },
  { features: ['catalogue', 'pages'], says: 'products, prices, stock, wishlist; pages and blog' },
  { features: ['coupons', 'adverts'], says: 'coupons and their widgets; banners' },
  {
    features: ['cart', 'credit', 'orders', 'payments'],
    says: 'cart; store credit; orders; payments and refunds',
  },
  {
    features: ['reviews', 'returns', 'documents'],
    says: 'reviews; returns and their refunds; invoices and credit notes',
  },
  { features: ['checkout'], says: 'combines cart, coupons, orders and payments' },
  { features: ['support', 'customers'], says: 'tickets, chat and inbox; customer records for staff' },
  { features: ['account', 'dashboard'], says: 'the shopper’s home; today’s work and statistics' },
  {
    features: ['imports', 'onboarding', 'webhooks', 'gallery'],
    says: 'import and export; set-up; webhooks; component gallery',
  },
]

export const featureOrder: readonly string[] = featureRows.flatMap(({ features }) => features)
