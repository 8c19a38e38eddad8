import * as z from 'zod/mini'
import { filledText, queryNumber } from '#contract/calls/fields.ts'
import { defineStaffCall, StaffMoney } from '#contract/calls/staff-call.ts'
import { OrderNo } from '#features/orders/orders.staff.contract.ts'
import { refundMethods } from '#features/payments/payments.rules.ts'
import { RefundWays } from '#features/payments/payments.staff.contract.ts'
import { RequestId, StaffRequest } from '#features/staff/requests.staff.contract.ts'
import { commentMaxLength } from './returns.rules.ts'
import { conditions, ReturnNo, StaffReturn } from './returns.staff.contract.ts'

const ItemId = z.string().check(z.maxLength(40))
const itemIds = z.array(ItemId).check(z.minLength(1), z.maxLength(200))

export const getReturnOptions = defineStaffCall({
  method: 'GET',
  path: '/orders/:no/return-options',
  about:
    'Returns the lines of an order and the available return reasons. Each line has its refund amount or the reason why it cannot be returned.',
  scope: 'returns:judge',
  input: z.object({ no: OrderNo }),
  output: z.object({
    lines: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        options: z.array(z.string()),
        image: z.string(),
        refund: StaffMoney,
        /** Reason why the line cannot be returned. Null if the line can be returned. */
        why_not: z.nullable(z.string()),
      }),
    ),
    reasons: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        specific: z.array(z.object({ code: z.string(), name: z.string() })),
      }),
    ),
  }),
})

export const startReturn = defineStaffCall({
  method: 'POST',
  path: '/orders/:no/returns',
  about:
    'Requests a return on behalf of a shopper or guest. The return rules for shoppers apply. Sends the shopper a mail. A repeated request for the same lines returns the existing return.',
  scope: 'returns:judge',
  input: z.object({
    no: OrderNo,
    items: z
      .array(
        z.object({
          line_id: ItemId,
          /** Code of a reason. If the category has specific reasons, the code must be the code of a specific reason. */
          reason: filledText(60),
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
    /** Comment of the shopper. Required for the reason "others". */
    comment: z._default(z.string().check(z.trim(), z.maxLength(commentMaxLength)), ''),
  }),
  output: StaffReturn,
})

export const maxArrivalPictures = 5

export const addArrivalPicture = defineStaffCall({
  method: 'POST',
  path: '/returns/:no/items/:item_id/pictures',
  about: `Adds a picture (PNG or JPEG) of an item on arrival, up to ${maxArrivalPictures} per item. Pictures are re-encoded. A picture that already exists is not stored again.`,
  scope: 'returns:receive',
  sentAs: 'multipart',
  asksOthers: true,
  input: z.object({ no: ReturnNo, item_id: ItemId, file: z.file().check(z.minSize(1)) }),
  output: StaffReturn,
})

export const assignReturn = defineStaffCall({
  method: 'POST',
  path: '/returns/:no/assign',
  about: 'Assigns a return to a member. Null removes the assignee.',
  scope: 'returns:judge',
  input: z.object({ no: ReturnNo, assignee: z.nullable(filledText(50)) }),
  output: StaffReturn,
})

/**
 * Refund method. Store credit is allowed only if the shopper chose store credit. The default is the shopper's choice.
 * The part paid with store credit is always refunded as store credit.
 */
const to = z.optional(z.enum(refundMethods))

export const decideReturn = defineStaffCall({
  method: 'POST',
  path: '/returns/:no/decide',
  about:
    'Decides about items. `approve`: the shopper sends the item. `keep`: the shopper keeps it and is refunded. `reject`: requires `text` for the shopper.',
  scope: 'returns:judge',
  input: z.object({
    no: ReturnNo,
    items: z
      .array(
        z.object({
          id: ItemId,
          decision: z.enum(['approve', 'keep', 'reject']),
          text: z.optional(filledText(500)),
          /** Template that the text began with. The uses of each template are counted. */
          template: z.optional(filledText(50)),
        }),
      )
      .check(z.minLength(1), z.maxLength(200)),
    /** Refund method for items that the shopper keeps. */
    to,
  }),
  output: StaffReturn,
})

export const scanReturn = defineStaffCall({
  method: 'POST',
  path: '/returns/:no/scan',
  about: 'Records that the carrier has the parcel. Its carrier and tracking number can no longer be changed.',
  scope: 'returns:receive',
  input: z.object({ no: ReturnNo, items: z.optional(itemIds) }),
  output: StaffReturn,
})

export const receiveReturn = defineStaffCall({
  method: 'POST',
  path: '/returns/:no/receive',
  about:
    'Records received items and their condition. `as_sold` items are refunded at once unless `begin` is false. Other items wait for a decision. `as_sold` items are restocked unless `restock` is false, which requires a reason. Worn and damaged items are restocked only if `restock` is true.',
  scope: 'returns:receive',
  input: z.object({
    no: ReturnNo,
    items: z
      .array(
        z.object({
          id: ItemId,
          condition: z.enum(conditions),
          note: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
          /** Whether the item goes back into stock. By default, only an item that arrived as sold goes back. */
          restock: z.optional(z.boolean()),
          /** Reason why the item does not go back into stock. Required for an item that arrived as sold. */
          not_restocked_reason: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
        }),
      )
      .check(z.minLength(1), z.maxLength(200)),
    begin: z._default(z.boolean(), true),
    /** Refund method for the refunds that the receipt starts. */
    to,
  }),
  output: StaffReturn,
})

export const previewReturnRefund = defineStaffCall({
  method: 'GET',
  path: '/returns/:no/refund-preview',
  about: 'Calculates the exact refund for received items. No refund is made.',
  scope: 'returns:read',
  input: z.object({
    no: ReturnNo,
    /** Item ids, separated by commas. Without ids, the call includes all items that can be refunded. */
    items: z.optional(z.string().check(z.maxLength(8_200))),
    postage: z.optional(z.enum(['true', 'false'])),
    /** At least 1. For a refund without a deduction, leave the field out. */
    deduction: z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)),
  }),
  output: z.object({
    items: z.array(z.object({ id: z.string(), refund: StaffMoney, deduction: StaffMoney })),
    postage: StaffMoney,
    total: StaffMoney,
    ways: RefundWays,
    /** Whether the refund exceeds the limit of the actor's role. */
    is_over_limit: z.boolean(),
  }),
})

const payout = {
  no: ReturnNo,
  items: z.optional(itemIds),
  postage: z._default(z.boolean(), false),
  deduction: z.optional(z.object({ amount: z.int().check(z.gte(1)), reason: filledText(500) })),
  to,
}

export const refundReturn = defineStaffCall({
  method: 'POST',
  path: '/returns/:no/refund',
  about:
    'Refunds received items, less an optional deduction. If `postage` is true, the shipping costs are refunded too. The shopper sees the reason for the deduction.',
  scope: 'refunds:write',
  needsConfirming: true,
  input: z.object({ ...payout, request_id: z.optional(RequestId) }),
  output: StaffReturn,
})

export const askToRefundReturn = defineStaffCall({
  method: 'POST',
  path: '/returns/:no/ask-refund',
  about:
    'Requests approval of a refund from a member with a higher refund limit. The request keeps its amount and expires after a week.',
  scope: 'refunds:write',
  input: z.object(payout),
  output: StaffRequest,
})

export const failRefund = defineStaffCall({
  method: 'POST',
  path: '/returns/:no/fail-refund',
  about: 'Marks pending refunds of items as failed. Sends the shopper a mail with `text`.',
  scope: 'refunds:write',
  needsConfirming: true,
  input: z.object({ no: ReturnNo, items: z.optional(itemIds), text: filledText(500) }),
  output: StaffReturn,
})

export const retryReturnRefund = defineStaffCall({
  method: 'POST',
  path: '/returns/:no/retry-refund',
  about: 'Retries the failed refunds of items.',
  scope: 'refunds:write',
  needsConfirming: true,
  input: z.object({ no: ReturnNo, items: z.optional(itemIds) }),
  output: StaffReturn,
})

export const commentReturn = defineStaffCall({
  method: 'POST',
  path: '/returns/:no/comments',
  about: 'Adds a comment to a return or to one of its items. The shopper sees the comment on the page of the return.',
  scope: 'returns:judge',
  input: z.object({ no: ReturnNo, text: filledText(500), item_id: z.optional(ItemId) }),
  output: StaffReturn,
})

export const noteReturn = defineStaffCall({
  method: 'POST',
  path: '/returns/:no/notes',
  about: 'Adds a note for staff to a return.',
  scope: 'returns:judge',
  input: z.object({ no: ReturnNo, body: filledText(2000) }),
  output: StaffReturn,
})
