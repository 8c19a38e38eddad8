/**
 * Features stand on each other in this order, from the ground up: each may import only what comes before it. The
 * widget is a room of its own beside them; what it shows are adverts and their coupons, so it has its place here too.
 */
export const featureOrder: readonly string[] = [
  'settings',
  'images',
  'analytics',
  'sign-in',
  'staff',
  'addresses',
  'catalogue',
  'pages',
  'coupons',
  'adverts',
  'widget',
  'cart',
  'orders',
  'payments',
  'reviews',
  'returns',
  'storefront',
  'checkout',
  'tracking',
  'contact',
  'chat',
  'inbox',
  'account',
  'figures',
  'imports',
  'setup',
  'gallery',
]
