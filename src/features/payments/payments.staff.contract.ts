import * as z from 'zod/mini'
import { filledText } from '#contract/calls/fields.ts'
import { defineStaffCall, defineStaffList, ListInput, StaffMoney, StaffTime } from '#contract/calls/staff-call.ts'
import { OrderNo, OrderRefund, StaffOrder } from '#features/orders/orders.staff.contract.ts'
import { RequestId, StaffRequest } from '#features/staff/requests.staff.contract.ts'
import { refundMethods } from './payments.rules.ts'

export const markPaid = defineStaffCall({
  method: 'POST',
  path: '/orders/:no/mark-paid',
  about: 'Marks an order as paid when the money arrived outside of the payment provider, such as by bank transfer.',
  scope: 'orders:write',
  input: z.object({
    no: OrderNo,
    method: z._default(filledText(60), 'Bank transfer'),
    reference: z.optional(filledText(100)),
  }),
  output: StaffOrder,
})

/** Amounts of a refund by each method. */
export const RefundWays = z.object({
  /** Amount for the provider, and the part that was paid with store credit, in the shop's own currency. */
  payment: z.object({ amount: StaffMoney, credit: StaffMoney }),
  /** Amount of store credit in the shop's own currency, and its bonus. */
  credit: z.object({
    amount: StaffMoney,
    bonus: StaffMoney,
    bonus_percent: z.int(),
    /** Reason why store credit is not possible. */
    problem: z.nullable(z.enum(['no_account', 'switched_off', 'no_rate', 'not_chosen'])),
  }),
})
export type RefundWays = z.output<typeof RefundWays>

export const RefundTo = z._default(z.enum(refundMethods), 'payment')

const part = {
  no: OrderNo,
  lines: z._default(
    z
      .array(z.object({ id: z.string().check(z.maxLength(40)), amount: z.optional(z.int().check(z.gte(1))) }))
      .check(z.maxLength(200)),
    [],
  ),
  shipping: z._default(z.boolean(), false),
  /**
   * Refund method: the original payment, or store credit immediately. The part paid with store credit is always
   * refunded as store credit.
   */
  to: RefundTo,
  /** Reason, which the shopper reads in a mail. */
  reason: filledText(500),
}

export const refundOrder = defineStaffCall({
  method: 'POST',
  path: '/orders/:no/refund',
  about:
    'Refunds lines, parts of lines and shipping costs of a paid order that is not canceled. Without `amount`, refunds the remaining amount of a line.',
  scope: 'refunds:write',
  needsConfirming: true,
  input: z.object({ ...part, request_id: z.optional(RequestId) }),
  output: StaffOrder,
})

export const askToRefundOrder = defineStaffCall({
  method: 'POST',
  path: '/orders/:no/ask-refund',
  about:
    'Asks a staff member with a higher refund limit to approve a refund. The amount is fixed when the request is made. The request expires after a week.',
  scope: 'refunds:write',
  input: z.object(part),
  output: StaffRequest,
})

/** `id` for the whole remaining amount of a line, `id:amount` for a part of it. */
const pricedLines = z
  .string()
  .check(z.maxLength(10_000), z.regex(/^[\w-]{1,40}(:\d{1,12})?(,[\w-]{1,40}(:\d{1,12})?){0,199}$/))

export const previewRefund = defineStaffCall({
  method: 'GET',
  path: '/orders/:no/refund-preview',
  about: 'Calculates a refund of lines and shipping costs, and the refundable amount that remains. No refund is made.',
  scope: 'refunds:write',
  input: z.object({ no: OrderNo, lines: z.optional(pricedLines), shipping: z.optional(z.literal('true')) }),
  output: z.object({
    /** Refundable amount of each line. Lines in a return cannot be refunded here. */
    left: z.array(z.object({ line_id: z.string(), amount: StaffMoney, is_in_return: z.boolean() })),
    shipping_left: StaffMoney,
    lines: z.array(z.object({ line_id: z.string(), amount: StaffMoney })),
    shipping: StaffMoney,
    amount: StaffMoney,
    /** Tax inside the amount. */
    tax: StaffMoney,
    /** Whether the refund gets a credit note, because the order has an invoice. */
    has_credit_note: z.boolean(),
    /** Sum of the earlier refunds of the order. */
    refunded_before: StaffMoney,
    left_after: StaffMoney,
    ways: RefundWays,
    /** Whether the refund exceeds the limit of the actor's role. */
    is_over_limit: z.boolean(),
  }),
})

export const StaffRefund = z.extend(OrderRefund, {
  order: z.object({ id: z.string(), number: z.string(), email: z.string() }),
  return_id: z.nullable(z.string()),
  return_item_id: z.nullable(z.string()),
  payment: z.object({ provider: z.string(), method: z.string() }),
  possible: z.array(z.enum(['retry', 'settle'])),
})
export type StaffRefund = z.output<typeof StaffRefund>

export const listRefunds = defineStaffList({
  path: '/refunds',
  about: 'Lists refunds with their status, the newest first.',
  scope: 'refunds:read',
  input: z.object({ ...ListInput, status: z.optional(z.enum(['pending', 'succeeded', 'failed'])) }),
  output: StaffRefund,
  example: { input: { status: 'failed' } },
})

export const getRefund = defineStaffCall({
  method: 'GET',
  path: '/refunds/:id',
  about: 'Returns a refund.',
  scope: 'refunds:read',
  input: z.object({ id: z.string().check(z.maxLength(40)) }),
  output: StaffRefund,
})

export const retryRefund = defineStaffCall({
  method: 'POST',
  path: '/refunds/:id/retry',
  about:
    'Sends a pending or failed refund to the payment provider now. Refunds of payments that were made without the provider must be settled manually.',
  scope: 'refunds:write',
  needsConfirming: true,
  asksOthers: true,
  input: z.object({ id: z.string().check(z.maxLength(40)) }),
  output: StaffRefund,
})

export const settleRefund = defineStaffCall({
  method: 'POST',
  path: '/refunds/:id/settle',
  about: 'Marks a refund as sent manually. `reference` is the reference of the bank transfer.',
  scope: 'refunds:write',
  needsConfirming: true,
  input: z.object({ id: z.string().check(z.maxLength(40)), reference: filledText(100) }),
  output: StaffRefund,
})

export const getPaymentProvider = defineStaffCall({
  method: 'GET',
  path: '/payment-provider',
  about:
    'Returns the payment provider, whether it charges real money, and missing configuration. Secrets are never returned.',
  scope: 'settings:read',
  input: z.object({}),
  output: z.object({
    /** `stripe`, `test` for the built-in test provider, or `none`, which takes no orders. */
    name: z.string(),
    mode: z.enum(['live', 'test', 'none']),
    /** `at_once`: refunds are sent automatically. `by_staff`: staff confirm each refund. */
    refunds_go: z.enum(['at_once', 'by_staff']),
    /** Webhook for Stripe. Stripe sends messages to https addresses only. */
    webhook: z.object({ url: z.string(), is_used: z.boolean(), is_reachable: z.boolean() }),
    /** Time of the provider's last message about a payment. Only the last hundred messages are searched. */
    last_event_at: z.nullable(StaffTime),
    /** Environment variables and whether they are set, without their values. */
    settings: z.array(z.object({ name: z.string(), is_set: z.boolean() })),
    missing: z.nullable(z.string()),
  }),
  example: { input: {} },
})
