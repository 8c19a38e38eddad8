type Screen = {
  path: string
  as: 'guest' | 'shopper' | 'staff'
  /** Leads from a list to the one thing whose address only the shop knows. */
  tap?: string
}
type Picture = { name: string; width: number; height: number; screens: Screen[] }

/** Every picture of the documentation: its screens stand side by side. A new screen is a line. */
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
