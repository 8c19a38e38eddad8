import * as z from 'zod/mini'
import { anyText, Email, queryNumber } from '#contract/calls/fields.ts'
import { defineStaffCall, defineStaffList, ListInput, StaffMoney, StaffTime } from '#contract/calls/staff-call.ts'
import { couponActions, couponKindNames, couponStates, usedDays } from './coupon-terms.staff.rules.ts'

const Money = z.extend(StaffMoney, { amount: z.int().check(z.gte(1), z.lte(100_000_000_000)) })
const count = (max: number) => z.int().check(z.gte(1), z.lte(max))

/** The texts of a coupon. An empty translation falls back to the coupon's original text. */
const words = { condition_text: anyText(200), object: anyText(100), link_name: anyText(100) }
const CouponText = z.object({
  condition_text: z._default(words.condition_text, ''),
  object: z._default(words.object, ''),
  link_name: z._default(words.link_name, ''),
})

const fields = {
  kind: z.enum(couponKindNames),
  /** The discount of a fixed coupon. */
  amount: z.nullable(Money),
  percent: z.nullable(count(100)),
  /** The maximum discount. */
  maximum: z.nullable(Money),
  /** The minimum purchase. Null means any amount. All amounts of a coupon have the same currency. */
  minimum: z.nullable(Money),
  /** Category codes and product handles in scope. Empty lists include every product. */
  categories: z.array(z.string().check(z.maxLength(60))).check(z.maxLength(100)),
  products: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(500)),
  /** The texts that shoppers read: the condition, the scope, and the link. */
  ...words,
  link: anyText(300),
  /** The same texts in other languages of the shop, by language code. */
  texts: z
    .record(z.string().check(z.maxLength(20)), CouponText)
    .check(z.refine((texts) => Object.keys(texts).length <= 200, 'At most 200 languages')),
  starts_at: StaffTime,
  ends_at: z.nullable(StaffTime),
  /** The number of days for which a claim is valid. */
  valid_days: z.nullable(count(3650)),
  /** The total number of coupons. Null means unlimited. */
  stock: z.nullable(count(100_000_000)),
}

export const StaffCoupon = z.object({
  ...fields,
  id: z.int(),
  code: z.string(),
  claimed: z.int(),
  status: z.enum(couponStates),
  possible: z.array(z.enum(couponActions)),
})
export type StaffCoupon = z.output<typeof StaffCoupon>

/** The id or the code of a coupon. */
const CouponRef = z.object({ id: z.string().check(z.maxLength(50)) })

export const listStaffCoupons = defineStaffList({
  path: '/coupons',
  about:
    'Lists coupons, latest first. `q` matches the beginning of a code, or a part of the text about where the coupon applies. `for` accepts a category code, or `all` for unrestricted coupons.',
  scope: 'marketing:read',
  input: z.object({
    ...ListInput,
    /** The status `running_out` means an offered coupon of which nine tenths are claimed. */
    status: z.optional(z.enum([...couponStates, 'running_out'])),
    kind: z.optional(z.enum(couponKindNames)),
    for: z.optional(z.string().check(z.maxLength(60))),
    /** The id of a widget that offers the coupon. */
    widget: z.optional(queryNumber(1, 1_000_000_000)),
  }),
  output: StaffCoupon,
})

export const countCoupons = defineStaffCall({
  method: 'GET',
  path: '/coupon-counts',
  about: 'Returns the number of coupons, in total and by status. Only the latest 10,000 coupons are counted.',
  scope: 'marketing:read',
  input: z.object({}),
  output: z.object({
    counts: z.object({
      all: z.int(),
      running: z.int(),
      scheduled: z.int(),
      taken: z.int(),
      paused: z.int(),
      ended: z.int(),
      running_out: z.int(),
    }),
  }),
})

export const listCouponUses = defineStaffCall({
  method: 'GET',
  path: '/coupon-uses',
  about: `Returns the uses of coupons, in total and by day (UTC) for the last ${usedDays} days. Accepts up to 100 comma-separated codes.`,
  scope: 'marketing:read',
  input: z.object({ codes: z.string().check(z.minLength(1), z.maxLength(4200)) }),
  output: z.object({
    uses: z.array(
      z.object({
        code: z.string(),
        /** The number of uses. Null above the counting limit of 10,000. */
        used: z.nullable(z.int()),
        /** Uses by day, from the first day to today. */
        by_day: z.array(z.int()),
      }),
    ),
  }),
})

export const getStaffCoupon = defineStaffCall({
  method: 'GET',
  path: '/coupons/:id',
  about: 'Returns a coupon by its id or code.',
  scope: 'marketing:read',
  input: CouponRef,
  output: StaffCoupon,
})

export const createCoupon = defineStaffCall({
  method: 'POST',
  path: '/coupons',
  about: 'Creates a coupon. Shoppers get the coupon from a widget, by typing its code at checkout, or as a gift.',
  scope: 'marketing:write',
  input: z.object({
    ...fields,
    code: z
      .string()
      .check(
        z.trim(),
        z.toUpperCase(),
        z.regex(/^[A-Z0-9][A-Z0-9_-]{1,39}$/, 'Use only letters, digits, hyphens and underscores'),
        z.maxLength(40),
      ),
    amount: z._default(fields.amount, null),
    percent: z._default(fields.percent, null),
    maximum: z._default(fields.maximum, null),
    minimum: z._default(fields.minimum, null),
    categories: z._default(fields.categories, []),
    products: z._default(fields.products, []),
    condition_text: z._default(fields.condition_text, ''),
    object: z._default(fields.object, ''),
    link: z._default(fields.link, '/'),
    link_name: z._default(fields.link_name, ''),
    texts: z._default(fields.texts, {}),
    starts_at: z.optional(fields.starts_at),
    ends_at: z._default(fields.ends_at, null),
    valid_days: z._default(fields.valid_days, null),
    stock: z._default(fields.stock, null),
  }),
  output: StaffCoupon,
  example: { input: { code: 'LINEN15', kind: 'percent', percent: 15, condition_text: 'No minimum', valid_days: 30 } },
})

export const editCoupon = defineStaffCall({
  method: 'PATCH',
  path: '/coupons/:id',
  about:
    'Changes the given fields of a coupon. `texts` is replaced as a whole. The discount cannot change once a customer holds the coupon.',
  scope: 'marketing:write',
  input: z.extend(z.partial(z.object(fields)), CouponRef.shape),
  output: StaffCoupon,
})

export const listCouponTexts = defineStaffList({
  path: '/coupons/:id/texts',
  about:
    'Lists the translations of a coupon’s texts for the other languages of the shop. Empty translations fall back to the original text.',
  scope: 'marketing:read',
  input: CouponRef,
  output: z.object({
    ...words,
    language: z.string(),
    name: z.string(),
    english_name: z.string(),
    direction: z.enum(['ltr', 'rtl']),
    is_written: z.boolean(),
  }),
})

export const endCoupon = defineStaffCall({
  method: 'POST',
  path: '/coupons/:id/end',
  about: 'Ends a coupon. The coupon can no longer be claimed. Customers who hold it can still use it.',
  scope: 'marketing:write',
  input: CouponRef,
  output: StaffCoupon,
})

export const pauseCoupon = defineStaffCall({
  method: 'POST',
  path: '/coupons/:id/pause',
  about:
    'Pauses a coupon. The coupon is not offered and cannot be claimed until it is resumed. Customers who hold it can still use it.',
  scope: 'marketing:write',
  input: CouponRef,
  output: StaffCoupon,
})

export const resumeCoupon = defineStaffCall({
  method: 'POST',
  path: '/coupons/:id/resume',
  about: 'Resumes a paused coupon. Its start and end dates still apply.',
  scope: 'marketing:write',
  input: CouponRef,
  output: StaffCoupon,
})

export const giveStaffCoupon = defineStaffCall({
  method: 'POST',
  path: '/coupons/:id/give',
  about:
    'Gives a coupon to an email address, even if it has no account yet. Repeating the request changes nothing. The reason is recorded in the audit log.',
  scope: 'marketing:write',
  input: z.extend(CouponRef, { email: Email, reason: z._default(anyText(300), '') }),
  output: z.extend(StaffCoupon, { reason: z.string() }),
})

export const listClaims = defineStaffList({
  path: '/coupons/:id/claims',
  about: 'Lists the claims of a coupon, latest first. Email addresses require the scope `customers:read`.',
  scope: 'marketing:read',
  input: z.extend(CouponRef, ListInput),
  output: z.object({
    id: z.string(),
    email: z.nullable(z.string()),
    customer_id: z.nullable(z.string()),
    state: z.enum(['held', 'reserved', 'used', 'expired']),
    from_widget: z.boolean(),
    claimed_at: StaffTime,
    expires_at: z.nullable(StaffTime),
    used_at: z.nullable(StaffTime),
  }),
})
