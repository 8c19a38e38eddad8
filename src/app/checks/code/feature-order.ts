/**
 * The order of features, from the ground up. Server code, contracts and rules of a feature import only features before
 * it. Screens are exempt: they may read contracts, rules and links of any feature (`layers.ts`).
 */
export const featureRows: readonly { features: readonly string[]; says: string }[] = [
  { features: ['settings', 'images', 'analytics'], says: 'languages, currencies, words; pictures; counts' },
  { features: ['sign-in', 'staff', 'addresses'], says: 'who a shopper is; who works here; where parcels go' },
  { features: ['catalogue', 'pages'], says: 'products, prices, stock, wishlist; texts' },
  { features: ['coupons', 'adverts'], says: 'coupons and their widgets; banners' },
  {
    features: ['cart', 'credit', 'orders', 'payments'],
    says: 'what is wanted, what the shop owes, what was bought, what was paid and paid back',
  },
  { features: ['reviews', 'returns'], says: 'after buying' },
  { features: ['checkout'], says: 'puts cart, coupons, orders and payments together' },
  { features: ['support', 'customers'], says: 'tickets, chat and inbox; what staff see of shoppers' },
  { features: ['account', 'dashboard'], says: 'screens that sum up: the shopper’s home, today’s work and figures' },
  { features: ['imports', 'onboarding', 'webhooks', 'gallery'], says: 'the shop as a whole' },
]

export const featureOrder: readonly string[] = featureRows.flatMap(({ features }) => features)
