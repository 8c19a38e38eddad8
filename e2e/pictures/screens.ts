type Screen = {
  path: string
  as: 'guest' | 'shopper' | 'staff'
  /** A link to tap on a list, for a resource whose address is not known in advance. */
  tap?: string
}
type Picture = { name: string; width: number; height: number; screens: Screen[] }

/** All pictures of the documentation. The screens of a picture are shown side by side. A new screen is one line. */
export const pictures: Picture[] = [
  {
    name: 'shop',
    width: 390,
    height: 844,
    screens: [
      { path: '/', as: 'guest' },
      { path: '/products/ebb-wrap-midi-dress', as: 'guest' },
      { path: '/account', as: 'shopper' },
      { path: '/account/orderlist', as: 'shopper' },
    ],
  },
  {
    name: 'after-buying',
    width: 390,
    height: 844,
    screens: [
      { path: '/account/orderlist?order_status_id=7', as: 'shopper', tap: 'a[href*="/account/order/"]' },
      { path: '/account/orderlist?return=1', as: 'shopper', tap: 'a[href*="/returndetail/"]' },
      { path: '/account/coupon', as: 'shopper' },
      { path: '/contact-us/tickets', as: 'shopper' },
    ],
  },
  {
    name: 'console',
    width: 1280,
    height: 800,
    screens: [
      { path: '/staff', as: 'staff' },
      { path: '/staff/orders', as: 'staff' },
    ],
  },
]
