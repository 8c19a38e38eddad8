import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { inData } from '#contract/calls/envelopes.ts'
import { WirePrice } from '#features/catalogue/catalogue.contract.ts'
import { paymentStates, trialOutcomes } from './payments.rules.ts'

const OrderId = z.string().check(z.minLength(1), z.maxLength(64))
/** Email address that a guest enters as proof. A signed-in shopper needs only the token. */
const GivenEmail = z.optional(z.string().check(z.maxLength(200)))
const orderInput = { orderId: OrderId, email: GivenEmail }

/** Order with the data for its payment, without name and address. */
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
  /** Time until which the stock of the order is held, in UTC. Null once the stock is available to other shoppers. */
  held_until: z.nullable(z.string()),
  payment_method: z.nullable(z.string()),
  products: z.array(z.object({ id: z.string(), name: z.string(), image: z.string(), options: z.string() })),
  totals: z.array(
    z.object({
      id: z.int(),
      code: z.enum(['subtotal', 'discount', 'shipping', 'tax', 'total', 'credit']),
      title: z.string(),
      value: WirePrice,
    }),
  ),
  total: WirePrice,
  /** Part of the total that store credit does not pay. */
  to_pay: WirePrice,
  /** `test` charges nothing and lets the shopper choose the result of the payment. */
  provider: z.string(),
  /** Result of the last attempt, if it has ended. */
  last_try: z.nullable(z.enum(['declined', 'timed_out'])),
})
export type PayableOrder = z.output<typeof PayableOrder>

export const getPayment = defineCall({
  method: 'GET',
  path: '/rest/payment/:orderId',
  about:
    'Returns an order and the amount to pay. Requires the shopper’s session or, for guests, the email address of the order. Otherwise returns 404.',
  access: 'anyone',
  envelope: inData,
  input: z.object(orderInput),
  output: PayableOrder,
})

export const startPayment = defineCall({
  method: 'POST',
  path: '/rest/payment/:orderId',
  about:
    'Creates a payment at the provider, or continues the open payment. Returns the URL to which the shopper is sent.',
  access: 'anyone',
  envelope: inData,
  asksOthers: true,
  input: z.object(orderInput),
  output: z.object({ redirect_url: z.nullable(z.string()), is_paid: z.boolean() }),
})

export const checkPayment = defineCall({
  method: 'POST',
  path: '/rest/payment/:orderId/check',
  about:
    'Checks the payment at the provider and records a completed payment. The shop calls this when the shopper returns before the provider’s webhook message arrives.',
  access: 'anyone',
  envelope: inData,
  asksOthers: true,
  input: z.object(orderInput),
  output: PayableOrder,
})

export const tryPayment = defineCall({
  method: 'POST',
  path: '/rest/payment/:orderId/trial',
  about:
    'Simulates a payment with the requested outcome, without charging money. Returns 404 unless the shop uses the built-in test provider.',
  access: 'anyone',
  envelope: inData,
  asksOthers: true,
  input: z.object({ ...orderInput, outcome: z.enum(trialOutcomes) }),
  output: PayableOrder,
})
