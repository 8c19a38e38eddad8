import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { inData } from '#contract/calls/envelopes.ts'
import { WirePrice } from '#features/catalogue/catalogue.contract.ts'
import { paymentStates, trialOutcomes } from './payments.rules.ts'

const OrderId = z.string().check(z.minLength(1), z.maxLength(64))
/** Proof of a guest. A signed-in shopper needs only the token. */
const GivenEmail = z.optional(z.string().check(z.maxLength(200)))
const asked = { orderId: OrderId, email: GivenEmail }

/** Order with the data for its payment, without street and name. */
export const PayableOrder = z.object({
  order_id: z.string(),
  order_no: z.string(),
  email: z.string(),
  /** Whether the order is in the visitor's account and has a page there. */
  is_own: z.boolean(),
  order_status: z.string(),
  state: z.enum(paymentStates),
  /** Time until which the order can be paid, in UTC. */
  expires_at: z.string(),
  /** Time until which the stock of the order is held, in UTC. Null once other shoppers can buy the stock. */
  held_until: z.nullable(z.string()),
  payment_method: z.nullable(z.string()),
  products: z.array(z.object({ id: z.string(), name: z.string(), image: z.string(), options: z.string() })),
  totals: z.array(
    z.object({
      id: z.int(),
      code: z.enum(['subtotal', 'discount', 'shipping', 'total', 'credit']),
      title: z.string(),
      value: WirePrice,
    }),
  ),
  total: WirePrice,
  /** Part of the total that store credit does not pay. */
  to_pay: WirePrice,
  /** `test` charges nothing and asks how the payment should end. */
  provider: z.string(),
  /** Result of the last attempt, if it has ended. */
  last_try: z.nullable(z.enum(['declined', 'timed_out'])),
})
export type PayableOrder = z.output<typeof PayableOrder>

export const getPayment = defineCall({
  method: 'GET',
  path: '/rest/payment/:orderId',
  about: 'The open amount of an order, for its shopper or a guest with its address. Others get 404.',
  access: 'anyone',
  envelope: inData,
  input: z.object(asked),
  output: PayableOrder,
})

export const startPayment = defineCall({
  method: 'POST',
  path: '/rest/payment/:orderId',
  about:
    'Opens the payment at the provider, or goes on with the one that is open, and answers where the shopper goes on.',
  access: 'anyone',
  envelope: inData,
  asksOthers: true,
  input: z.object(asked),
  output: z.object({ redirect_url: z.nullable(z.string()), is_paid: z.boolean() }),
})

export const checkPayment = defineCall({
  method: 'POST',
  path: '/rest/payment/:orderId/check',
  about: 'Asks the provider how the payment stands, for a shopper who is back before its message.',
  access: 'anyone',
  envelope: inData,
  asksOthers: true,
  input: z.object(asked),
  output: PayableOrder,
})

export const tryPayment = defineCall({
  method: 'POST',
  path: '/rest/payment/:orderId/trial',
  about: 'With the built-in test provider: pays without money and ends as asked. 404 with any other provider.',
  access: 'anyone',
  envelope: inData,
  asksOthers: true,
  input: z.object({ ...asked, outcome: z.enum(trialOutcomes) }),
  output: PayableOrder,
})
