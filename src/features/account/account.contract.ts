import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { messageSuccess } from '#contract/envelopes.ts'
import { Advert } from '#features/adverts/adverts.contract.ts'

/** `proccessing_order` is spelt so on the wire. */
export const AccountSummary = z.object({
  email: z.nullable(z.string()),
  site_name: z.string(),
  unpaid_order: z.int(),
  proccessing_order: z.int(),
  shipped_order: z.int(),
  received_order: z.int(),
  return_order: z.int(),
  adRegister: z.object({ activity_text: z.nullable(z.string()) }),
  adData: z.nullable(Advert),
  /** A token was sent that no longer holds: the browser should forget its session. */
  session_expired: z.boolean(),
})
export type AccountSummary = z.output<typeof AccountSummary>

export const getAccountSummary = defineCall({
  method: 'GET',
  path: '/ajax-web/account/user',
  about: 'The account home: who is signed in and how many orders wait where. Guests get zeros.',
  access: 'anyone',
  envelope: messageSuccess,
  input: z.object({}),
  output: AccountSummary,
})
