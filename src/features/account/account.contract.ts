import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { codeZero, messageSuccess } from '#contract/calls/envelopes.ts'
import { Advert } from '#features/adverts/adverts.contract.ts'

/**
 * The number of guest orders, tickets and coupon claims of an email address. Each count is capped at the number of
 * records that can be added to an account at once.
 */
export const GuestThings = z.object({ orders: z.int(), tickets: z.int(), coupons: z.int() })
export type GuestThings = z.output<typeof GuestThings>

/** The spelling `proccessing_order` is fixed by the specification. */
export const AccountSummary = z.object({
  email: z.nullable(z.string()),
  site_name: z.string(),
  unpaid_order: z.int(),
  proccessing_order: z.int(),
  shipped_order: z.int(),
  received_order: z.int(),
  return_order: z.int(),
  /** True if the customer has, or ever had, store credit. */
  has_credit: z.boolean(),
  adRegister: z.object({ activity_text: z.nullable(z.string()) }),
  adData: z.nullable(Advert),
  /** True if the request carried an expired token. The browser then forgets its session. */
  session_expired: z.boolean(),
  /** Whether the email address is verified. Null for guests. */
  email_confirmed: z.nullable(z.boolean()),
  /** Guest activity under the verified email address that can be added to the account. */
  offered: z.nullable(GuestThings),
})
export type AccountSummary = z.output<typeof AccountSummary>

export const getAccountSummary = defineCall({
  method: 'GET',
  path: '/ajax-web/account/user',
  about:
    'Returns the data of the account home page: the signed-in customer and the number of orders by state. For guests, all numbers are 0.',
  access: 'anyone',
  envelope: messageSuccess,
  input: z.object({}),
  output: AccountSummary,
})

export const answerGuestOffer = defineCall({
  method: 'POST',
  path: '/ajax-web/account/offer',
  about:
    'Adds the guest orders, tickets and coupons of the verified email address to the account, or declines them permanently. Returns how many of each were added.',
  access: 'customer',
  envelope: codeZero,
  input: z.object({ accept: z.boolean() }),
  output: GuestThings,
})
