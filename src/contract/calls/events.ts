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

/**
 * The properties of an event. Their number and length are limited, so that an event can be counted but cannot carry a
 * message.
 */
export type EventProps = Readonly<Record<string, string | number | boolean | null | readonly (string | number)[]>>
