/**
 * Features stand on each other in this order, from the ground up: each may import only what comes before it. The
 * widget is a room of its own beside them; what it shows are adverts and their coupons, so it has its place here too.
 */
export const featureRows: readonly { features: readonly string[]; says: string }[] = [
  { features: ['settings', 'images', 'analytics'], says: 'languages, currencies, words; pictures; counts' },
  { features: ['sign-in', 'staff', 'addresses'], says: 'who a shopper is; who works here; where parcels go' },
  { features: ['catalogue', 'pages'], says: 'products, prices, stock, wishlist; texts' },
  { features: ['coupons', 'adverts', 'widget'], says: 'claims; banners; both on the shop’s own pages' },
  {
    features: ['cart', 'credit', 'orders', 'payments'],
    says: 'what is wanted, what the shop owes, what was bought, what was paid and paid back',
  },
  { features: ['reviews', 'returns'], says: 'stand on orders' },
  {
    features: ['storefront', 'checkout'],
    says: 'screens of products; what puts cart, coupons, orders and payments together',
  },
  {
    features: ['tracking', 'contact', 'chat', 'inbox', 'figures', 'account', 'imports', 'setup', 'webhooks'],
    says: 'look at everything below',
  },
  { features: ['gallery'], says: 'every component, to look at' },
]

export const featureOrder: readonly string[] = featureRows.flatMap(({ features }) => features)
