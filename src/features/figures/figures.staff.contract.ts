import * as z from 'zod/mini'
import { defineStaffCall, defineStaffFile, StaffMoney, StaffTime } from '#contract/staff-call.ts'

/** What can wait for somebody. */
export const waitingKinds = [
  'orders_to_prepare',
  'orders_to_pack',
  'orders_to_ship',
  'orders_on_hold',
  'returns_to_judge',
  'returns_on_their_way',
  'refunds_failed',
  'tickets',
  'chats',
  'erase_requests',
  'refund_requests',
  'exchange_rates',
  'shop_closed',
] as const

export const getToday = defineStaffCall({
  method: 'GET',
  path: '/today',
  about: 'What waits for somebody, of what the asker may see: how many, since when, and by when the first is due.',
  scope: 'orders:read',
  input: z.object({}),
  output: z.object({
    waiting: z.array(
      z.object({
        kind: z.enum(waitingKinds),
        /** Counted up to 10,000. */
        count: z.int(),
        oldest_at: z.nullable(StaffTime),
        due_at: z.nullable(StaffTime),
      }),
    ),
  }),
})

const Day = z.iso.date()
const Period = z.object({
  /** The first and the last day, in the shop's time zone. */
  from: Day,
  to: Day,
  by: z._default(z.enum(['day']), 'day'),
})

export const getFigures = defineStaffCall({
  method: 'GET',
  path: '/figures',
  about: 'Orders, revenue, refunds, returns and coupons of up to 366 days, by day in the shop’s time zone.',
  scope: 'orders:read',
  input: Period,
  output: z.object({
    time_zone: z.string(),
    days: z.array(
      z.object({
        date: Day,
        /** Paid that day. */
        orders: z.int(),
        items: z.int(),
        /** One entry a currency. */
        revenue: z.array(StaffMoney),
        /** Arrived at the shopper that day. */
        refunded: z.array(StaffMoney),
        returns: z.int(),
      }),
    ),
    /** Of what was bought in these days: what came back most. */
    products: z.array(
      z.object({
        handle: z.nullable(z.string()),
        name: z.string(),
        sold: z.int(),
        returned: z.int(),
        rate: z.number(),
      }),
    ),
    reasons: z.array(z.object({ reason: z.string(), items: z.int() })),
    /** From the request of a return to its refund, in hours; the half is quicker. */
    hours_to_refund: z.nullable(z.number()),
    coupons: z.array(z.object({ code: z.string(), orders: z.int(), discount: z.array(StaffMoney) })),
  }),
})
export type Figures = z.output<(typeof getFigures)['output']>

export const getFiguresCsv = defineStaffFile({
  method: 'GET',
  path: '/figures.csv',
  about: 'The days of the same figures as a table, a row for each day and currency.',
  scope: 'orders:read',
  input: Period,
})
