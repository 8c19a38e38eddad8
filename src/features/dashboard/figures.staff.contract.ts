import * as z from 'zod/mini'
import { defineStaffCall, defineStaffFile, StaffMoney, StaffTime } from '#contract/calls/staff-call.ts'
import { usedDays } from '#features/coupons/coupon-terms.staff.rules.ts'

/** What can wait for somebody. */
export const waitingKinds = [
  'orders_to_prepare',
  'orders_to_pack',
  'orders_to_ship',
  'orders_on_hold',
  'orders_expiring',
  'returns_to_judge',
  'returns_on_their_way',
  'returns_to_check',
  'refunds_failed',
  'tickets',
  'tickets_late',
  'chats',
  'reviews',
  'stock_low',
  'mails_failed',
  'webhooks_failed',
  'erase_requests',
  'refund_requests',
  'exchange_rates',
  'shop_closed',
] as const

/** As many as fit beside what waits, and as many as anybody reads through at once. */
export const dueMost = { next: 6, all: 50 } as const
/** More than anybody does in a day: beyond it nobody counts, and nothing is added up. */
export const waitingMost = 1_000

export const getToday = defineStaffCall({
  method: 'GET',
  path: '/today',
  about:
    'What waits for somebody, of what the asker may see: how many, since when, and by when the first is due; what is due next, thing by thing; and who else is at work.',
  scope: 'orders:read',
  input: z.object({
    /** `me` leaves out tickets, chats and returns that are not the asker’s own; what is nobody’s own stays. */
    whose: z.optional(z.enum(['me'])),
    /** The six things that are due first, or fifty. */
    due: z._default(z.enum(Object.keys(dueMost) as [keyof typeof dueMost]), 'next'),
  }),
  output: z.object({
    waiting: z.array(
      z.object({
        kind: z.enum(waitingKinds),
        /** Counted up to 1,000. */
        count: z.int(),
        oldest_at: z.nullable(StaffTime),
        due_at: z.nullable(StaffTime),
        /** The one to begin with: who or what it is, what about it, and its number where it has a page. */
        first: z.nullable(z.object({ name: z.string(), about: z.string(), number: z.nullable(z.string()) })),
        /** How many of them stand out: parcels that go by express, reviews of one or two stars; 0 where there are 1,000 or more. */
        of_note: z.int(),
        /** What they come to, one entry a currency; none where there are 1,000 or more. */
        money: z.array(StaffMoney),
      }),
    ),
    /** Things with a time by which somebody was promised something, or by which they lapse, the first one first. */
    due: z.array(
      z.object({
        kind: z.enum(['ticket', 'chat', 'return', 'order']),
        /** The number of its page; of a chat, its id. */
        number: z.string(),
        name: z.string(),
        about: z.string(),
        since: StaffTime,
        due_at: StaffTime,
        money: z.nullable(StaffMoney),
      }),
    ),
    /** How many there are of those in all. */
    due_count: z.int(),
    /** Who else works here and was seen in the last twelve hours, the latest first; for those who may see people. */
    people: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        is_here: z.boolean(),
        seen_at: StaffTime,
        /** What they did most since midnight, as the audit log calls it; for those who may read that. */
        deeds: z.nullable(z.object({ call: z.string(), count: z.int() })),
      }),
    ),
  }),
})
export type Today = z.output<(typeof getToday)['output']>

const Line = z.array(z.int())

export const getTodayFigures = defineStaffCall({
  method: 'GET',
  path: '/today/figures',
  about:
    'How today goes, in the shop’s time zone: what was paid, beside the same weekday last week up to this time of day. Days that are over are counted anew every five minutes.',
  scope: 'orders:read',
  input: z.object({}),
  output: z.object({
    /** Revenue is told in the currency that most was earned in. `line` has the last 14 days, today last. */
    orders: z.object({ today: z.int(), week_ago: z.int(), line: Line }),
    revenue: z.object({ today: StaffMoney, week_ago: StaffMoney, line: Line }),
    /** Of the last 30 days and of the 30 before, null where nothing was sold. `line` has the returns of each day. */
    returns_per_order: z.object({ now: z.nullable(z.number()), before: z.nullable(z.number()), line: Line }),
    /** From the request of a return to its refund, in hours, of the last 60 days; the half is quicker. */
    hours_to_refund: z.nullable(z.number()),
  }),
})
export type TodayFigures = z.output<(typeof getTodayFigures)['output']>

const Day = z.iso.date().check(z.maxLength(10))
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

export const getCouponSales = defineStaffCall({
  method: 'GET',
  path: '/coupons/:id/sales',
  about: `What a coupon brought in the last ${usedDays} days: the orders it was used for and that were paid, what they came to, and what they had off. Of its latest 10,000 uses.`,
  scope: 'orders:read',
  input: z.object({ id: z.string().check(z.maxLength(50)) }),
  output: z.object({
    orders: z.int(),
    /** One entry a currency. */
    revenue: z.array(StaffMoney),
    discount: z.array(StaffMoney),
  }),
})
export type CouponSales = z.output<(typeof getCouponSales)['output']>
