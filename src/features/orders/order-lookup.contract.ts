import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { inData } from '#contract/calls/envelopes.ts'
import { describeTooLong, Email } from '#contract/calls/fields.ts'
import { msg } from '#contract/text/translate.ts'
import { trackingOrderNoMaxLength } from './order-lookup.rules.ts'
import { Order, OrderDocument } from './orders.contract.ts'

/** Order from the previous shop platform, in the old platform's format. Amounts are plain numbers in the order's currency. */
export const ArchivedOrder = z.object({
  shipping_address: z.object({
    firstname: z.string(),
    lastname: z.string(),
    zipcode: z.string(),
    tel: z.string(),
    state: z.string(),
    city: z.string(),
    country: z.string(),
  }),
  shipping_method: z.string(),
  email: z.string(),
  /** Seconds since 1970. */
  pay_confirm_time: z.int(),
  order_no: z.string(),
  currency: z.object({
    /** Null for a currency in which the shop no longer sells. */
    id: z.nullable(z.int()),
    code: z.string(),
    symbol_left: z.string(),
    symbol_right: z.string(),
  }),
  sku_price: z.string(),
  discount_price: z.string(),
  shipping: z.string(),
  total: z.string(),
  orderItems: z.array(
    z.object({
      image: z.string(),
      sku_name_en: z.string(),
      sku_attr_en: z.string(),
      Price: z.string(),
      status: z.string(),
    }),
  ),
})
export type ArchivedOrder = z.output<typeof ArchivedOrder>

/** Order with its parcels and returns for guest tracking. The order contains no ids that give access to the account. */
export const FollowedOrder = z.extend(Order, {
  packages: z.array(
    z.object({
      carrier: z.string(),
      tracking_no: z.string(),
      trackingUrl: z.nullable(z.string()),
      /** The newest report of the carrier. Times are UTC. */
      last_event: z.nullable(z.object({ eventDate: z.string(), eventTime: z.string(), eventDesc: z.string() })),
    }),
  ),
  /** Open returns, the newest first. */
  returns: z.array(z.object({ status: z.int(), status_name: z.string(), items: z.int(), date_added: z.string() })),
  /** Invoice and credit notes. They contain the address, so their links require the link from a mail or a sign-in. */
  documents: z.optional(z.array(OrderDocument)),
})
export type FollowedOrder = z.output<typeof FollowedOrder>

export const TrackedOrder = z.discriminatedUnion('order_type', [
  z.object({ order_type: z.literal('Harbor'), data: FollowedOrder }),
  z.object({ order_type: z.literal('Shopify'), data: z.object({ detail: ArchivedOrder }) }),
])
export type TrackedOrder = z.output<typeof TrackedOrder>

export const trackOrder = defineCall({
  method: 'GET',
  path: '/rest/order/tracking',
  about:
    'Returns an order by its number and email address. Street and phone are masked. Any failed lookup returns the same 422 response.',
  access: 'anyone',
  envelope: inData,
  input: z.object({
    email: Email,
    order_no: z
      .string(msg('Enter order No.'))
      .check(
        z.trim(),
        z.minLength(1, msg('Enter order No.')),
        z.maxLength(trackingOrderNoMaxLength, describeTooLong(trackingOrderNoMaxLength)),
      ),
  }),
  output: TrackedOrder,
})
