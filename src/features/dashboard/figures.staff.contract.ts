import * as z from 'zod/mini'
import { defineStaffCall, defineStaffFile, StaffMoney, StaffTime } from '#contract/calls/staff-call.ts'
import { keysOf } from '#contract/values.ts'
import { usedDays } from '#features/coupons/coupon-terms.staff.rules.ts'

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

/** The most due tasks in a response: `next` fits beside the waiting work, and `all` is the longest useful list. */
export const maxDue = { next: 6, all: 50 } as const
/** 1,000: more than anyone finishes in a day. Counting stops at this number, and sums are left out. */
export const maxWaiting = 1_000

export const getToday = defineStaffCall({
  method: 'GET',
  path: '/today',
  about:
    'Returns the open work that the caller can see: for each kind, the count, the oldest task and the first deadline. Also lists the tasks that are due next, and the colleagues seen in the last twelve hours.',
  scope: 'orders:read',
  input: z.object({
    /** The value `me` leaves out tickets, chats and returns of other members. Unassigned tasks stay. */
    whose: z.optional(z.enum(['me'])),
    /** Selects the first six due tasks (`next`) or the first fifty (`all`). */
    due: z._default(z.enum(keysOf(maxDue)), 'next'),
  }),
  output: z.object({
    waiting: z.array(
      z.object({
        kind: z.enum(waitingKinds),
        /** The number of tasks. Counting stops at 1,000. */
        count: z.int(),
        oldest_at: z.nullable(StaffTime),
        due_at: z.nullable(StaffTime),
        /** The first task, with its name and a detail. `number` is null if the task has no page. */
        first: z.nullable(z.object({ name: z.string(), about: z.string(), number: z.nullable(z.string()) })),
        /**
         * The number of notable tasks, such as express parcels or reviews of one or two stars. Zero if the count is
         * 1,000 or more.
         */
        of_note: z.int(),
        /** The total amount, with one entry per currency. Empty if the count is 1,000 or more. */
        money: z.array(StaffMoney),
      }),
    ),
    /** Tasks with a promised time or a deadline, earliest first. */
    due: z.array(
      z.object({
        kind: z.enum(['ticket', 'chat', 'return', 'order']),
        /** The number in the address of the task's page. For a chat, the number is the id of the chat. */
        number: z.string(),
        name: z.string(),
        about: z.string(),
        since: StaffTime,
        due_at: StaffTime,
        money: z.nullable(StaffMoney),
      }),
    ),
    /** The number of all due tasks. */
    due_count: z.int(),
    /** Other staff members seen in the last twelve hours, latest first. Only for members who may see staff. */
    people: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        is_here: z.boolean(),
        seen_at: StaffTime,
        /**
         * The most frequent action since midnight, as named in the audit log. Only for members who may read the log.
         */
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
    'Returns today’s paid orders and revenue in the shop’s time zone. Compares them with the same time last week. Figures of past days are cached for five minutes.',
  scope: 'orders:read',
  input: z.object({}),
  output: z.object({
    /** Amounts of revenue use the currency with the most revenue. `line` has the last 14 days, ending with today. */
    orders: z.object({ today: z.int(), week_ago: z.int(), line: Line }),
    revenue: z.object({ today: StaffMoney, week_ago: StaffMoney, line: Line }),
    /**
     * The return rates of the last 30 days and of the 30 days before. A rate is null if nothing was sold in its period.
     * `line` has the returns of each day.
     */
    returns_per_order: z.object({ now: z.nullable(z.number()), before: z.nullable(z.number()), line: Line }),
    /** The median time from the request of a return to its refund, in hours, over the last 60 days. */
    hours_to_refund: z.nullable(z.number()),
  }),
})
export type TodayFigures = z.output<(typeof getTodayFigures)['output']>

const Day = z.iso.date().check(z.maxLength(10))
const Period = z.object({
  /** The first and last day, in the shop's time zone. */
  from: Day,
  to: Day,
  by: z._default(z.enum(['day']), 'day'),
})

export const getFigures = defineStaffCall({
  method: 'GET',
  path: '/figures',
  about: 'Returns orders, revenue, refunds, returns and coupons of up to 366 days, by day in the shop’s time zone.',
  scope: 'orders:read',
  input: Period,
  output: z.object({
    time_zone: z.string(),
    days: z.array(
      z.object({
        date: Day,
        /** Orders paid on that day. */
        orders: z.int(),
        items: z.int(),
        /** One entry per currency. */
        revenue: z.array(StaffMoney),
        /** Refunds that reached the shopper on that day. */
        refunded: z.array(StaffMoney),
        returns: z.int(),
      }),
    ),
    /** The products with the most returns among the products bought in the period. */
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
    /** The median time from the request of a return to its refund, in hours. */
    hours_to_refund: z.nullable(z.number()),
    coupons: z.array(z.object({ code: z.string(), orders: z.int(), discount: z.array(StaffMoney) })),
  }),
})
export type Figures = z.output<(typeof getFigures)['output']>

export const getFiguresCsv = defineStaffFile({
  method: 'GET',
  path: '/figures.csv',
  about: 'Returns the daily values of `/figures` as CSV, one row per day and currency.',
  scope: 'orders:read',
  input: Period,
})

export const getCouponSales = defineStaffCall({
  method: 'GET',
  path: '/coupons/:id/sales',
  about: `Returns the paid orders with a coupon in the last ${usedDays} days, with their revenue and discount. Considers only the latest 10,000 uses.`,
  scope: 'orders:read',
  input: z.object({ id: z.string().check(z.maxLength(50)) }),
  output: z.object({
    orders: z.int(),
    /** One entry per currency. */
    revenue: z.array(StaffMoney),
    discount: z.array(StaffMoney),
  }),
})
export type CouponSales = z.output<(typeof getCouponSales)['output']>
