/** Events that pages may report. Others are refused, so that strangers cannot fill the tables. */
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

/** Few and short properties: enough for counting, too little for a message. */
export type EventProps = Readonly<Record<string, string | number | boolean | null | readonly (string | number)[]>>
