import * as z from 'zod/mini'
import {
  defineStaffCall,
  defineStaffFile,
  defineStaffList,
  ListInput,
  StaffMoney,
  StaffTime,
} from '#contract/staff-call.ts'
import { OrderHead, StaffAddress } from '#features/orders/orders.staff.contract.ts'
import { ReturnHead } from '#features/returns/returns.staff.contract.ts'
import { StaffRequest } from '#features/staff/requests.staff.contract.ts'

const CustomerId = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))

const head = {
  id: z.string(),
  email: z.string(),
  name: z.string(),
  created_at: StaffTime,
  /** When they proved that the address is theirs. */
  confirmed_at: z.nullable(StaffTime),
  /** Everything that told who they were is gone. */
  erased_at: z.nullable(StaffTime),
  orders_count: z.int(),
  returns_count: z.int(),
  last_order_at: z.nullable(StaffTime),
  /** What they paid for orders that stand, by currency. */
  spent: z.array(StaffMoney),
  delivered_items: z.int(),
  /** Asked to be sent back and not refused, called off or closed. */
  returned_items: z.int(),
}
export const CustomerHead = z.object(head)
export type CustomerHead = z.output<typeof CustomerHead>

export const StaffCustomer = z.object({
  ...head,
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
  tickets: z.array(z.object({ number: z.string(), status: z.string(), created_at: StaffTime })),
  chats: z.array(z.object({ id: z.string(), last_message_at: StaffTime })),
  reviews: z.array(
    z.object({ id: z.string(), product_id: z.int(), rank: z.int(), content: z.string(), created_at: StaffTime }),
  ),
  sessions: z.array(z.object({ id: z.string(), created_at: StaffTime, expires_at: StaffTime })),
  /** `ask-erase` where it takes somebody else, `erase` where they asked, or nobody else may. */
  possible: z.array(z.enum(['end-sessions', 'give-coupon', 'export', 'erase', 'ask-erase'])),
})
export type StaffCustomer = z.output<typeof StaffCustomer>

export const listCustomers = defineStaffList({
  path: '/customers',
  about: 'Customers, the newest first. A search is for how an address or a name begins.',
  scope: 'customers:read',
  input: z.object(ListInput),
  output: CustomerHead,
  example: { input: { q: 'ada' } },
})

export const getCustomer = defineStaffCall({
  method: 'GET',
  path: '/customers/:id',
  about:
    'One customer, by id or address, with their latest orders, returns, coupons, tickets, chats, reviews and sessions.',
  scope: 'customers:read',
  input: z.object({ id: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
  output: StaffCustomer,
})

export const endCustomerSessions = defineStaffCall({
  method: 'POST',
  path: '/customers/:id/end-sessions',
  about: 'Signs them out everywhere.',
  scope: 'customers:write',
  input: z.object({ id: CustomerId }),
  output: StaffCustomer,
})

export const giveCustomerCoupon = defineStaffCall({
  method: 'POST',
  path: '/customers/:id/give-coupon',
  about: 'A coupon of the shop, put into their account.',
  scope: 'customers:write',
  input: z.object({ id: CustomerId, code: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)) }),
  output: StaffCustomer,
})

export const exportCustomer = defineStaffFile({
  method: 'POST',
  path: '/customers/:id/export',
  about: 'Everything that is known about them, as one JSON file.',
  scope: 'customers:erase',
  needsConfirming: true,
  input: z.object({ id: CustomerId }),
})

export const eraseCustomer = defineStaffCall({
  method: 'POST',
  path: '/customers/:id/erase',
  about:
    'Forgets who they are, for good. Bills stay without a name; nothing of theirs may be under way. A person does it whom somebody else has asked for it, unless nobody else may.',
  scope: 'customers:erase',
  needsConfirming: true,
  // Pictures are files: they go after the rows.
  asksOthers: true,
  input: z.object({ id: CustomerId }),
  output: StaffCustomer,
})

export const askToEraseCustomer = defineStaffCall({
  method: 'POST',
  path: '/customers/:id/ask-erase',
  about: 'Asks a second person to erase them: it waits for whoever may, for a week.',
  scope: 'customers:erase',
  input: z.object({ id: CustomerId }),
  output: StaffRequest,
})
