import * as z from 'zod/mini'
import { Email, filledText, queryNumber } from '#contract/calls/fields.ts'
import {
  defineStaffCall,
  defineStaffFile,
  defineStaffList,
  ListInput,
  StaffMoney,
  StaffTime,
} from '#contract/calls/staff-call.ts'
import { addressFields } from '#features/addresses/addresses.contract.ts'
import { creditKinds, creditReasons, maxCreditByHand } from '#features/credit/credit.rules.ts'
import { OrderHead, StaffAddress } from '#features/orders/orders.staff.contract.ts'
import { ReturnHead } from '#features/returns/returns.staff.contract.ts'
import { StaffRequest } from '#features/staff/requests.staff.contract.ts'
import { customerNoteLength, maxCustomerNotes } from './customers.rules.ts'

const CustomerId = filledText(40)

const head = {
  id: z.string(),
  email: z.string(),
  name: z.string(),
  created_at: StaffTime,
  /** The time at which the customer verified the email address. */
  confirmed_at: z.nullable(StaffTime),
  /** Time at which the personal data were erased. */
  erased_at: z.nullable(StaffTime),
  orders_count: z.int(),
  returns_count: z.int(),
  last_order_at: z.nullable(StaffTime),
  /** Amounts paid for orders that were not canceled, by currency, largest first. */
  spent: z.array(StaffMoney),
  /** The average value of the orders in `spent`, in the first currency of `spent`. */
  average_order: z.nullable(StaffMoney),
  /** Time of the last sign-in, order or return request. */
  last_seen_at: z.nullable(StaffTime),
  /** City of the default address. */
  city: z.string(),
  country: z.string(),
  /** Numbers of open orders, of open returns, and of tickets that wait for a reply. */
  open: z.object({ orders: z.int(), returns: z.int(), tickets: z.int() }),
  delivered_items: z.int(),
  /** Number of returned items, excluding rejected, canceled and closed returns. */
  returned_items: z.int(),
}
export const CustomerHead = z.object(head)
export type CustomerHead = z.output<typeof CustomerHead>

export const CustomerNote = z.object({
  id: z.string(),
  body: z.string(),
  author: z.string(),
  at: StaffTime,
  /** True if the reader wrote the note. Only the author can remove a note. */
  is_mine: z.boolean(),
})

export const StaffCustomer = z.object({
  ...head,
  /** Language of the mails to the customer, if known. */
  language: z.nullable(z.object({ code: z.string(), name: z.string() })),
  /** Time of the newsletter subscription. Null without a subscription. */
  subscribed_at: z.nullable(StaffTime),
  /** False for an added or imported customer until they set a password by mail. */
  has_password: z.boolean(),
  /** Notes of staff, the newest first. */
  notes: z.array(CustomerNote),
  /** Averages of the whole shop, for comparison with the customer. */
  shop: z.object({ average_order: z.nullable(StaffMoney), return_percent: z.nullable(z.number()) }),
  addresses: z.array(StaffAddress),
  orders: z.array(OrderHead),
  returns: z.array(ReturnHead),
  coupons: z.array(
    z.object({
      code: z.string(),
      status: z.enum(['unused', 'used']),
      claimed_at: StaffTime,
      expires_at: z.nullable(StaffTime),
    }),
  ),
  /** Store credit: the balance and its latest changes, the newest first. */
  credit: z.object({
    balance: StaffMoney,
    entries: z.array(
      z.object({
        kind: z.enum(creditKinds),
        /** Positive for received credit, negative for spent credit. */
        amount: StaffMoney,
        order_number: z.nullable(z.string()),
        return_number: z.nullable(z.string()),
        /** Reason of a change by staff. */
        reason: z.nullable(z.enum(creditReasons)),
        by: z.nullable(z.string()),
        at: StaffTime,
      }),
    ),
  }),
  tickets: z.array(z.object({ number: z.string(), status: z.string(), created_at: StaffTime })),
  chats: z.array(z.object({ id: z.string(), last_message_at: StaffTime })),
  reviews: z.array(
    z.object({ id: z.string(), product_id: z.int(), rank: z.int(), content: z.string(), created_at: StaffTime }),
  ),
  sessions: z.array(z.object({ id: z.string(), created_at: StaffTime, expires_at: StaffTime })),
  /**
   * The actions that are possible now. `ask-erase` is possible if a second person must first request the erasure.
   * `erase` is possible if a second person has requested the erasure, or if the shop has no second person.
   */
  possible: z.array(
    z.enum(['note', 'address', 'end-sessions', 'give-coupon', 'change-credit', 'export', 'erase', 'ask-erase']),
  ),
})
export type StaffCustomer = z.output<typeof StaffCustomer>

const yesOrNo = z.enum(['true', 'false'])
const many = 1_000_000

export const listCustomers = defineStaffList({
  path: '/customers',
  about:
    'Lists customers, newest first. `q` matches an order number, or the beginning of an email address, name or phone number.',
  scope: 'customers:read',
  input: z.object({
    ...ListInput,
    /** Country of the default address. */
    country: z.optional(filledText(100)),
    /** Language code of the mails. */
    language: z.optional(filledText(20)),
    is_subscribed: z.optional(yesOrNo),
    orders_from: z.optional(queryNumber(0, many)),
    orders_to: z.optional(queryNumber(0, many)),
    /**
     * The minimum amount paid in any one currency. The value is in minor units of the shop's currency and is converted
     * at the current rate.
     */
    spent_from: z.optional(queryNumber(1, Number.MAX_SAFE_INTEGER)),
    /** Minimum share of returned items in percent. */
    returned_from: z.optional(queryNumber(1, 100)),
    /** Customers who registered within this number of days. */
    new_days: z.optional(queryNumber(1, 366)),
    /** Customers with an open request to erase them. */
    asks_erasing: z.optional(z.literal('true')),
  }),
  output: CustomerHead,
  example: { input: { q: 'ada' } },
})

export const countCustomers = defineStaffCall({
  method: 'GET',
  path: '/customer-counts',
  about: 'Returns the number of customers in each built-in view of the customer list, up to 10,001.',
  scope: 'customers:read',
  input: z.object({}),
  output: z.object({
    all: z.int(),
    new_this_week: z.int(),
    big_spenders: z.int(),
    returning_a_lot: z.int(),
    /** Number of email addresses that ordered without an account. */
    guests: z.int(),
    asked_to_be_erased: z.int(),
  }),
})

export const addCustomer = defineStaffCall({
  method: 'POST',
  path: '/customers',
  about:
    'Creates a customer account. Sends a mail to set a password, unless `sends_mail` is false. Sign-in requires a password.',
  scope: 'customers:write',
  input: z.object({
    email: Email,
    name: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    /** The code of one of the shop's languages. */
    language: z.optional(z.nullable(z.string().check(z.maxLength(20)))),
    sends_mail: z._default(z.boolean(), true),
  }),
  output: StaffCustomer,
  example: { input: { email: 'ines@example.com', name: 'Inês Prado' } },
})

const CustomerNoteId = z.object({ id: CustomerId, note_id: z.string().check(z.maxLength(40)) })

export const noteCustomer = defineStaffCall({
  method: 'POST',
  path: '/customers/:id/notes',
  about: `Adds a staff note to a customer, at most ${maxCustomerNotes} per customer. Shoppers never see notes.`,
  scope: 'customers:write',
  input: z.object({
    id: CustomerId,
    body: filledText(customerNoteLength),
  }),
  output: StaffCustomer,
})

export const removeCustomerNote = defineStaffCall({
  method: 'POST',
  path: '/customers/:id/notes/:note_id/remove',
  about: 'Removes a note that the caller wrote. The note can be restored for one day.',
  scope: 'customers:write',
  input: CustomerNoteId,
  output: StaffCustomer,
})

export const restoreCustomerNote = defineStaffCall({
  method: 'POST',
  path: '/customers/:id/notes/:note_id/restore',
  about: 'Restores a removed note that the caller wrote, unchanged.',
  scope: 'customers:write',
  input: CustomerNoteId,
  output: StaffCustomer,
})

export const getCustomer = defineStaffCall({
  method: 'GET',
  path: '/customers/:id',
  about:
    'Returns a customer by id or email address, with the latest orders, returns, coupons, tickets, chats, reviews and sessions.',
  scope: 'customers:read',
  input: z.object({ id: filledText(100) }),
  output: StaffCustomer,
})

export const saveCustomerAddress = defineStaffCall({
  method: 'POST',
  path: '/customers/:id/address',
  about:
    'Changes the default address of a customer, or adds the first one. Existing orders keep the address with which they were placed.',
  scope: 'customers:write',
  input: z.object({ ...addressFields, id: CustomerId }),
  output: StaffCustomer,
})

export const endCustomerSessions = defineStaffCall({
  method: 'POST',
  path: '/customers/:id/end-sessions',
  about: 'Ends all sessions of a customer, on every device.',
  scope: 'customers:write',
  input: z.object({ id: CustomerId }),
  output: StaffCustomer,
})

export const giveCustomerCoupon = defineStaffCall({
  method: 'POST',
  path: '/customers/:id/give-coupon',
  about: 'Adds a coupon of the shop to a customer’s account.',
  scope: 'customers:write',
  input: z.object({ id: CustomerId, code: filledText(60) }),
  output: StaffCustomer,
})

export const changeCustomerCredit = defineStaffCall({
  method: 'POST',
  path: '/customers/:id/credit',
  about:
    'Adds or deducts store credit, in the smallest unit of the shop’s own currency. The refund limit of the role applies, and the balance cannot go below 0.',
  scope: 'refunds:write',
  needsConfirming: true,
  input: z.object({
    id: CustomerId,
    amount: z.int().check(
      z.gte(-maxCreditByHand),
      z.lte(maxCreditByHand),
      z.refine((amount) => amount !== 0, 'The amount cannot be zero'),
    ),
    reason: z.enum(creditReasons),
  }),
  output: StaffCustomer,
})

export const exportCustomer = defineStaffFile({
  method: 'POST',
  path: '/customers/:id/export',
  about: 'Returns all stored data about a customer as one JSON file.',
  scope: 'customers:erase',
  needsConfirming: true,
  input: z.object({ id: CustomerId }),
})

export const eraseCustomer = defineStaffCall({
  method: 'POST',
  path: '/customers/:id/erase',
  about:
    'Erases a customer permanently. Invoices are kept without a name. Rejected while an order or return is open. If several members can erase customers, another member must have requested the erasure first.',
  scope: 'customers:erase',
  needsConfirming: true,
  // True, because the erasure removes picture files after the rows.
  asksOthers: true,
  input: z.object({ id: CustomerId }),
  output: StaffCustomer,
})

export const askToEraseCustomer = defineStaffCall({
  method: 'POST',
  path: '/customers/:id/ask-erase',
  about: 'Asks a second person to approve erasing a customer. The request waits for a week.',
  scope: 'customers:erase',
  input: z.object({ id: CustomerId }),
  output: StaffRequest,
})
