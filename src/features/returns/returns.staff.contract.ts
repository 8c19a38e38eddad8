import * as z from 'zod/mini'
import {
  defineStaffCall,
  defineStaffFile,
  defineStaffList,
  ListInput,
  StaffMoney,
  StaffTime,
} from '#contract/staff-call.ts'
import { itemMoves, returnCommandNames, returnStatusWords } from './returns.staff.rules.ts'

const text = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))
/** A return's number, as people know it, or its id. */
const ReturnNo = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))
const itemIds = z.array(z.string().check(z.maxLength(40))).check(z.minLength(1), z.maxLength(200))
const Status = z.enum(returnStatusWords)
export const conditions = ['as_sold', 'worn', 'damaged', 'missing'] as const

const head = {
  id: z.string(),
  number: z.string(),
  status: Status,
  created_at: StaffTime,
  /** An answer is due by then, while it is processing. */
  reply_due_at: z.nullable(StaffTime),
  order: z.object({ id: z.string(), number: z.string() }),
  customer: z.object({ id: z.string(), email: z.string() }),
  comment: z.string(),
  items_count: z.int(),
  refunded: StaffMoney,
}
export const ReturnHead = z.object(head)
export type ReturnHead = z.output<typeof ReturnHead>

const Item = z.object({
  id: z.string(),
  line_id: z.string(),
  sku: z.string(),
  name: z.string(),
  options: z.array(z.object({ name: z.string(), value: z.string() })),
  image: z.string(),
  status: Status,
  reasons: z.array(z.string()),
  paid: StaffMoney,
  refund: StaffMoney,
  deduction: StaffMoney,
  refunded: StaffMoney,
  carrier: z.nullable(z.string()),
  tracking_number: z.nullable(z.string()),
  send_by: z.nullable(StaffTime),
  scanned_at: z.nullable(StaffTime),
  received_at: z.nullable(StaffTime),
  condition: z.nullable(z.enum(conditions)),
  condition_note: z.string(),
  possible: z.array(z.enum(itemMoves)),
})

export const StaffReturn = z.object({
  ...head,
  items: z.array(Item),
  images: z.array(z.object({ id: z.string(), path: z.string() })),
  policy: z.object({
    window_days: z.int(),
    reply_hours: z.int(),
    ship_days: z.int(),
    edit_hours: z.int(),
  }),
  postage: z.object({ left: StaffMoney, refunded: StaffMoney }),
  history: z.object({
    orders: z.int(),
    returns: z.int(),
    latest_returns: z.array(z.object({ number: z.string(), status: Status, created_at: StaffTime })),
  }),
  thread: z.array(
    z.object({
      at: StaffTime,
      author: z.enum(['shopper', 'staff', 'system']),
      item_id: z.nullable(z.string()),
      body: z.string(),
    }),
  ),
  events: z.array(
    z.object({
      at: StaffTime,
      command: z.string(),
      item_id: z.nullable(z.string()),
      actor: z.object({
        kind: z.enum(['shopper', 'staff', 'timer', 'carrier', 'provider', 'system']),
        name: z.nullable(z.string()),
      }),
      from: z.nullable(Status),
      to: Status,
    }),
  ),
  possible: z.array(z.enum(returnCommandNames)),
})
export type StaffReturn = z.output<typeof StaffReturn>

const statusList = z
  .string()
  .check(z.regex(new RegExp(`^(${returnStatusWords.join('|')})(,(${returnStatusWords.join('|')}))*$`)))

export const listReturns = defineStaffList({
  path: '/returns',
  about:
    'Returns, the newest first; with `due`, those whose answer is late or due within a day, the most urgent first.',
  scope: 'returns:read',
  input: z.object({
    ...ListInput,
    status: z.optional(statusList),
    due: z.optional(z.enum(['late', 'today'])),
    /** The code of a reason, such as `fit`. */
    reason: z.optional(text(60)),
    sku: z.optional(text(100)),
  }),
  output: ReturnHead,
  example: { input: { status: 'processing' } },
})

export const getReturn = defineStaffCall({
  method: 'GET',
  path: '/returns/:no',
  about: 'One return with its items, pictures, policy, thread and history, and what can be done with each item.',
  scope: 'returns:read',
  input: z.object({ no: ReturnNo }),
  output: StaffReturn,
})

export const getReturnImage = defineStaffFile({
  method: 'GET',
  path: '/returns/:no/images/:id',
  about: 'A picture that the shopper sent with the return.',
  scope: 'returns:read',
  input: z.object({ no: ReturnNo, id: z.string().check(z.regex(/^[a-z0-9]{1,64}$/)) }),
})

export const decideReturn = defineStaffCall({
  method: 'POST',
  path: '/returns/:no/decide',
  about: 'Approve: the shopper sends it. Keep: they keep it and get the money. Reject: with the words they will read.',
  scope: 'returns:judge',
  input: z.object({
    no: ReturnNo,
    items: z
      .array(
        z.object({
          id: z.string().check(z.maxLength(40)),
          decision: z.enum(['approve', 'keep', 'reject']),
          text: z.optional(text(500)),
        }),
      )
      .check(z.minLength(1), z.maxLength(200)),
  }),
  output: StaffReturn,
})

export const scanReturn = defineStaffCall({
  method: 'POST',
  path: '/returns/:no/scan',
  about: 'The carrier has the parcel: its data are fixed.',
  scope: 'returns:receive',
  input: z.object({ no: ReturnNo, items: z.optional(itemIds) }),
  output: StaffReturn,
})

export const receiveReturn = defineStaffCall({
  method: 'POST',
  path: '/returns/:no/receive',
  about:
    'What arrived, and how. What is as it was sold is refunded at once unless `begin` is false; the rest waits for somebody to judge it.',
  scope: 'returns:receive',
  input: z.object({
    no: ReturnNo,
    items: z
      .array(
        z.object({
          id: z.string().check(z.maxLength(40)),
          condition: z.enum(conditions),
          note: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
        }),
      )
      .check(z.minLength(1), z.maxLength(200)),
    begin: z._default(z.boolean(), true),
  }),
  output: StaffReturn,
})

export const refundReturn = defineStaffCall({
  method: 'POST',
  path: '/returns/:no/refund',
  about:
    'Puts the money for received items on its way, less a deduction that the shopper is told the reason of; and the postage that they paid, if wanted.',
  scope: 'refunds:write',
  needsConfirming: true,
  input: z.object({
    no: ReturnNo,
    items: z.optional(itemIds),
    postage: z._default(z.boolean(), false),
    deduction: z.optional(z.object({ amount: z.int().check(z.gte(1)), reason: text(500) })),
  }),
  output: StaffReturn,
})

export const failRefund = defineStaffCall({
  method: 'POST',
  path: '/returns/:no/fail-refund',
  about: 'The money did not arrive, with the words that the shopper will read.',
  scope: 'refunds:write',
  needsConfirming: true,
  input: z.object({ no: ReturnNo, items: z.optional(itemIds), text: text(500) }),
  output: StaffReturn,
})

export const retryReturnRefund = defineStaffCall({
  method: 'POST',
  path: '/returns/:no/retry-refund',
  about: 'The same refund, tried again.',
  scope: 'refunds:write',
  needsConfirming: true,
  input: z.object({ no: ReturnNo, items: z.optional(itemIds) }),
  output: StaffReturn,
})

export const commentReturn = defineStaffCall({
  method: 'POST',
  path: '/returns/:no/comments',
  about: 'Something that the shopper reads on the page of the return.',
  scope: 'returns:judge',
  input: z.object({ no: ReturnNo, text: text(500), item_id: z.optional(z.string().check(z.maxLength(40))) }),
  output: StaffReturn,
})
