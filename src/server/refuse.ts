import { CallRefused } from '#contract/call.ts'

/** Every way to say no: code → HTTP status and the message shown to people (an id of the catalogues). */
const refusals = {
  invalid_input: [422, 'Please check the marked fields'],
  malformed: [400, 'The request could not be read'],
  too_large: [413, 'The request is too large'],
  not_signed_in: [401, 'Please sign in'],
  foreign_origin: [403, 'This request came from another site'],
  not_found: [404, 'This is not here'],
  too_many: [429, 'Too many tries. Please wait a little and try again.'],
  still_working: [409, 'The same request is still being worked on'],
  key_reused: [422, 'This Idempotency-Key was used for another request'],
  done_already: [409, 'This has been done already. Please load the page again to see it.'],
  wrong_password: [401, 'The email or the password is not right'],
  email_taken: [409, 'This email address already has an account. Please log in instead.'],
  other_browser: [
    409,
    'This link was asked for in another browser. Choose a new password here to show that the account is yours.',
  ],
  reset_expired: [422, 'This link has expired. Please ask for a new one.'],
  order_moved_on: [409, 'The order has moved on, so this is no longer possible'],
  only_left: [422, 'Only {amount} left'],
  too_many_of_one: [422, 'You can order up to {amount} of one item'],
  too_many_skus: [422, 'A cart holds up to {amount} different items. Please order or remove some first.'],
  too_many_pieces: [422, 'A cart holds up to {amount} pieces. Please order or remove some first.'],
  not_for_sale: [422, 'This item is no longer for sale'],
  held_for_others: [
    409,
    'Without a confirmed email address only a few of an item can wait for payment. Please take fewer, log in, or try again in an hour.',
  ],
  too_many_unpaid: [409, 'You have too many unpaid orders. Please pay or cancel one of them first.'],
  // The same for an address and for a network: what a stranger's address holds is not ours to tell.
  too_many_waiting: [
    409,
    'Too many orders are waiting for payment here. Please pay one of them first, log in, or try again later.',
  ],
  stock_gone: [409, 'Some of this order has been sold meanwhile, so it cannot be paid any more. Nothing was charged.'],
  free_unproved: [422, 'Free with a confirmed email address. Please log in and confirm yours.'],
  free_once: [422, 'Each shopper can have one free item'],
  free_alone: [422, 'Free beside something that you pay for'],
  coupon_new_only: [422, 'This coupon is for a first order from a confirmed email address'],
  wrong_amount: [422, 'The amount paid is not the amount of the order'],
  refund_too_large: [409, 'More cannot be refunded than was paid'],
  image_too_big: [422, 'photo size is bigger than 5M'],
  image_wrong_type: [422, 'Please choose a png, jpg or jpeg picture'],
  image_too_many_pixels: [422, 'This picture has too many pixels. Please choose a smaller one.'],
  image_unreadable: [422, 'This picture could not be read. Please choose another one.'],
  image_gone: [404, 'A picture is not here any more. Please add it again.'],
  line_not_returnable: [409, 'This item cannot be returned'],
  return_moved_on: [409, 'This return has moved on in the meantime. Please look at where it stands now.'],
  coupon_used: [409, 'This coupon has been used'],
  coupon_reserved: [409, 'This coupon is reserved for another order'],
  coupon_expired: [422, 'This coupon has expired'],
  coupon_not_started: [422, 'This coupon cannot be used yet'],
  coupon_not_met: [422, 'This order does not meet the coupon’s condition'],
  // A claim that fails is an answer of the widget, not an error of the request: the wire says 200 with code -1.
  coupons_gone: [200, 'The coupons have been snapped up'],
  not_new_user: [200, 'Sorry, you are not a new user and can’t get the coupon'],
  not_eligible: [200, 'Sorry, you are not eligible for the coupon'],
  wishlist_off: [409, 'The wishlist is switched off at the moment'],
  reviews_off: [409, 'Reviews are switched off at the moment'],
  review_not_open: [409, 'This can be reviewed once the order is complete'],
  ticket_closed: [409, 'This ticket is closed'],
  checkout_closed: [409, 'We cannot take orders at the moment. What is in your cart stays there.'],
  payment_down: [503, 'The payment page does not answer. Nothing was charged; please try again in a moment.'],
  payment_refused: [422, 'This order cannot be paid this way. Please choose another currency or contact us.'],
  payment_waiting: [409, 'Your payment is on its way. We write to you as soon as it has arrived.'],
  cart_empty: [422, 'There is nothing in your cart that can be ordered'],
  cart_changed: [409, 'Your cart has changed. Please look at it once more before you order.'],
  total_changed: [409, 'A price has changed. Please look at the new total before you order.'],
  coupon_gone: [409, 'This coupon cannot be used for this order any more. Please choose again.'],
  address_book_full: [422, 'Your address book is full. Please delete an address first.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type RefusalCode = keyof typeof refusals
export const refusalCodes = Object.keys(refusals) as RefusalCode[]
export const refusalMessages: string[] = Object.values(refusals).map(([, message]) => message)

/** A refusal's message with its number in it, as in 'Only 3 left'. */
export function countedMessage(code: RefusalCode, amount: number): string {
  return refusals[code][1].replace('{amount}', String(amount))
}

type Details = { errors?: Record<string, string[]>; message?: string; retryAfter?: number; cause?: unknown }

/** A no of the server: `throw refuse('return_window_closed')`. */
export class Refused extends CallRefused {
  readonly retryAfter: number | undefined
  constructor(code: RefusalCode, details: Details) {
    const [status, message] = refusals[code]
    super(status, {
      code,
      message: details.message ?? message,
      ...(details.errors && { errors: details.errors }),
    })
    this.retryAfter = details.retryAfter
    // For the log; shoppers only see the message.
    if (details.cause !== undefined) this.cause = details.cause
  }
}

export function refuse(code: RefusalCode, details: Details = {}): Refused {
  return new Refused(code, details)
}

/** Bad input, named by field; the message repeats the first sentence for callers that show only one. */
export function refuseFields(errors: Record<string, string[]>): Refused {
  const first = Object.values(errors)[0]?.[0]
  return refuse('invalid_input', { errors, ...(first && { message: first }) })
}
