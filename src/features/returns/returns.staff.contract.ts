import * as z from 'zod/mini'
import { filledText, queryNumber } from '#contract/calls/fields.ts'
import {
  defineStaffCall,
  defineStaffFile,
  defineStaffList,
  ListInput,
  PlaceInList,
  StaffMoney,
  StaffTime,
} from '#contract/calls/staff-call.ts'
import { itemMoves, returnCommandNames, returnStatusWords } from './returns.staff.rules.ts'

/** Return number or return id. */
export const ReturnNo = filledText(40)
const Status = z.enum(returnStatusWords)
export const conditions = ['as_sold', 'worn', 'damaged', 'missing'] as const

const head = {
  id: z.string(),
  number: z.string(),
  status: Status,
  created_at: StaffTime,
  /** Time by which the shop must reply, while the status is processing. */
  reply_due_at: z.nullable(StaffTime),
  order: z.object({ id: z.string(), number: z.string() }),
  customer: z.object({
    /** Customer id. Null for a guest order. */
    id: z.nullable(z.string()),
    email: z.string(),
    name: z.string(),
    delivered_items: z.int(),
    /** Number of returned items. Rejected, canceled and closed items are left out. */
    returned_items: z.int(),
  }),
  comment: z.string(),
  items_count: z.int(),
  /** The first few items, to recognize the return. */
  shown_items: z.array(z.object({ name: z.string(), image: z.string() })),
  /** Reasons for the first item, from the category to the specific reason. */
  reasons: z.array(z.string()),
  images_count: z.int(),
  /** Requested refund, not including rejected items. */
  asked: StaffMoney,
  refunded: StaffMoney,
  /** Earliest time by which an item of the return must be sent. */
  send_by: z.nullable(StaffTime),
  /** Time of the carrier's first scan. */
  scanned_at: z.nullable(StaffTime),
  /** Arrival time of the last received item. */
  received_at: z.nullable(StaffTime),
  /** Reason of a failed refund. */
  refund_failure: z.nullable(z.string()),
  assignee: z.nullable(z.object({ id: z.string(), name: z.string() })),
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
  delivered_at: z.nullable(StaffTime),
  send_by: z.nullable(StaffTime),
  scanned_at: z.nullable(StaffTime),
  received_at: z.nullable(StaffTime),
  condition: z.nullable(z.enum(conditions)),
  condition_note: z.string(),
  /** Null until the item is received. */
  restocked: z.nullable(z.boolean()),
  not_restocked_reason: z.string(),
  /** Pictures that the warehouse took at the arrival. */
  pictures: z.array(z.object({ id: z.string(), path: z.string() })),
  possible: z.array(z.enum(itemMoves)),
})

const ReturnRefund = z.object({
  id: z.string(),
  /** Item of the refund. Null for shipping costs. */
  item_id: z.nullable(z.string()),
  status: z.enum(['pending', 'succeeded', 'failed']),
  amount: StaffMoney,
  /** Target of the refund: the original payment, or the account as store credit. */
  to: z.enum(['payment', 'credit']),
  failure: z.nullable(z.string()),
  created_at: StaffTime,
  possible: z.array(z.enum(['retry', 'settle'])),
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
  /** Language of the shopper, if known. */
  language: z.nullable(z.object({ code: z.string(), name: z.string() })),
  payment_method: z.nullable(z.string()),
  /**
   * Store credit: whether the shop offers it, whether the shopper chose it for this return, its currency and its bonus.
   */
  as_credit: z.object({
    is_offered: z.boolean(),
    is_chosen: z.boolean(),
    currency: z.string(),
    bonus_percent: z.int(),
  }),
  refunds: z.array(ReturnRefund),
  history: z.object({
    orders: z.int(),
    items: z.int(),
    returns: z.int(),
    /** Number of returned items. Rejected, canceled and closed items are left out. */
    returned_items: z.int(),
    /** Share of items that customers returned from the latest orders, in percent. */
    shop_percent: z.nullable(z.number()),
    /** Latest returns of the customer. `about` names the first item and its reason. */
    latest_returns: z.array(z.object({ number: z.string(), status: Status, created_at: StaffTime, about: z.string() })),
  }),
  thread: z.array(
    z.object({
      at: StaffTime,
      author: z.enum(['shopper', 'staff', 'system']),
      item_id: z.nullable(z.string()),
      body: z.string(),
    }),
  ),
  /** Notes of staff. The shopper never sees these notes. */
  notes: z.array(z.object({ by: z.string(), body: z.string(), at: StaffTime })),
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
  .check(
    z.regex(new RegExp(`^(${returnStatusWords.join('|')})(,(${returnStatusWords.join('|')}))*$`)),
    z.maxLength(200),
  )

const filters = {
  status: z.optional(statusList),
  due: z.optional(z.enum(['late', 'today', 'any'])),
  /** Code of a reason, such as `fit`. */
  reason: z.optional(filledText(60)),
  sku: z.optional(filledText(100)),
  /** Id of a staff member, `me` or `none`. */
  assignee: z.optional(filledText(50)),
  /** Returns of shoppers who returned at least this percentage of the items delivered to them. */
  rate_from: z.optional(queryNumber(1, 100)),
}

export const listReturns = defineStaffList({
  path: '/returns',
  about:
    'Lists returns, newest first. With `due`, lists returns that wait for a reply, most urgent first: `late`, `today` (due within a day) or `any`. `q` matches a return, order or tracking number, or an email address.',
  scope: 'returns:read',
  input: z.object({ ...ListInput, ...filters }),
  output: ReturnHead,
  example: { input: { status: 'processing' } },
})

export const findReturnPlace = defineStaffCall({
  method: 'GET',
  path: '/returns/:no/place',
  about:
    'Returns the position of a return in a filtered list, with the previous return, the next return, and the total number of returns.',
  scope: 'returns:read',
  input: z.object({ no: ReturnNo, q: ListInput.q, ...filters }),
  output: PlaceInList,
})

export const countReturns = defineStaffCall({
  method: 'GET',
  path: '/return-counts',
  about:
    'Counts returns: all returns, returns by status, open returns assigned to the caller, and returns with an overdue reply. Counts are capped at 10,001.',
  scope: 'returns:read',
  input: z.object({}),
  output: z.object({
    counts: z.object({
      processing: z.int(),
      approved: z.int(),
      received: z.int(),
      refunding: z.int(),
      refunded: z.int(),
      rejected: z.int(),
      refund_failed: z.int(),
      cancelled: z.int(),
      closed: z.int(),
    }),
    late: z.int(),
    all: z.int(),
    mine: z.int(),
  }),
})

export const getReturn = defineStaffCall({
  method: 'GET',
  path: '/returns/:no',
  about:
    'Returns one return request with its items, pictures, policy, comments and history, and the actions that are possible for each item.',
  scope: 'returns:read',
  input: z.object({ no: ReturnNo }),
  output: StaffReturn,
})

export const getReturnImage = defineStaffFile({
  method: 'GET',
  path: '/returns/:no/images/:id',
  about: 'Returns a picture that the shopper uploaded for the return.',
  scope: 'returns:read',
  input: z.object({ no: ReturnNo, id: z.string().check(z.regex(/^[a-z0-9]{1,64}$/), z.maxLength(64)) }),
})

export const getArrivalPicture = defineStaffFile({
  method: 'GET',
  path: '/returns/:no/items/:item_id/pictures/:id',
  about: 'Returns a picture that the warehouse took of an item on arrival.',
  scope: 'returns:read',
  input: z.object({
    no: ReturnNo,
    item_id: z.string().check(z.maxLength(40)),
    id: z.string().check(z.regex(/^[a-z0-9]{1,64}$/), z.maxLength(64)),
  }),
})

export const getReturnSlip = defineStaffFile({
  method: 'GET',
  path: '/returns/:no/slip.pdf',
  about: 'Returns the slip of a return as a PDF. The slip lies in the parcel, and the warehouse scans its code.',
  scope: 'returns:read',
  input: z.object({ no: ReturnNo }),
})

export const listReturnPeople = defineStaffCall({
  method: 'GET',
  path: '/return-people',
  about: 'Lists the members to whom a return can be assigned, by name. These members have the scope `returns:judge`.',
  scope: 'returns:read',
  input: z.object({}),
  output: z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) }),
  example: { input: {} },
})
