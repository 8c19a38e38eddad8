/** What pages may report; anything else is refused, so that nobody can fill our tables with theirs. */
export const eventNames = [
  'add_to_cart',
  'advert_click',
  'advert_impression',
  'begin_checkout',
  'chat_open',
  'coupon_claim',
  'coupon_click',
  'coupon_impression',
  'coupon_use',
  'login',
  'page_view',
  'parcel_submit',
  'purchase',
  'repurchase',
  'return_submit',
  'review_submit',
  'search',
  'sign_up',
  'subscribe',
  'ticket_submit',
  'view_item',
] as const

export type EventName = (typeof eventNames)[number]

/** Few and short: enough to count by, too little to carry a message. */
export type EventProps = Readonly<Record<string, string | number | boolean | null | readonly (string | number)[]>>
