import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { codeOne, codeZero, codeZeroList, inData } from '#contract/calls/envelopes.ts'
import { Email, filledText, Pagination, Paging, queryNumber } from '#contract/calls/fields.ts'
import { msg } from '#contract/text/translate.ts'
import { keysOf } from '#contract/values.ts'
import { AskedCurrency, WirePrice } from '#features/catalogue/catalogue.contract.ts'
import { codeMaxLength, codeProblems, couponStatus } from './coupons.rules.ts'

/** The reason why a claimed coupon cannot be used now. */
export const BlockReason = z.enum(['coupon_used', 'coupon_reserved', 'coupon_expired', 'coupon_not_started'])

/** A coupon that a shopper has claimed. The fields after `link_name` extend the specification. */
export const Coupon = z.object({
  id: z.string(),
  code: z.string(),
  coupon_type: z.string(),
  /** An amount such as '15', a percentage such as '20', or '0' for free shipping. */
  discount: z.string(),
  currency_code: z.string(),
  use_condition_txt: z.string(),
  can_use: z.boolean(),
  date_start: z.string(),
  date_end: z.nullable(z.string()),
  object: z.string(),
  jump_url: z.string(),
  link_name: z.string(),
  symbol_left: z.string(),
  symbol_right: z.string(),
  /** The reason why the coupon cannot be used now. */
  block_reason: z.nullable(BlockReason),
  days_left: z.nullable(z.int()),
  /** The unmet part of the condition for the current cart. */
  missing: z.nullable(z.object({ kind: z.enum(['nothing', 'product', 'amount']), price: z.nullable(z.string()) })),
})
export type Coupon = z.output<typeof Coupon>

export const listCoupons = defineCall({
  method: 'GET',
  path: '/ajax-web/account/coupon',
  about:
    'Lists the coupons of a shopper. Status 1 lists unused coupons, with usable coupons first. Status 2 lists used coupons.',
  namesJson: true,
  access: 'customer',
  envelope: codeZeroList,
  input: z.object({
    ...Paging,
    status: z._default(queryNumber(couponStatus.unused, couponStatus.used), couponStatus.unused),
    language_id: z.optional(queryNumber(1, 1_000_000)),
  }),
  output: z.object({
    data: z.array(Coupon),
    meta: z.object({
      pagination: Pagination,
      extend: z.object({ used_total: z.int(), unused_total: z.int() }),
    }),
  }),
})

/** Parses '3,4' to [3, 4]. */
export const LinkIds = z.pipe(
  z
    .string(msg('Please fill in this field'))
    .check(z.regex(/^\d{1,9}(,\d{1,9}){0,29}$/, msg('Please check the marked fields')), z.maxLength(299)),
  z.transform((text: string) => [...new Set(text.split(',').map(Number))]),
)

export const bindCoupons = defineCall({
  method: 'POST',
  path: '/ajax-web/coupon/bind',
  about:
    'Claims coupons of one widget by their link ids. Returns the requested ids whose coupons the shopper now holds. Guests send the same email address in `email` and in the `X-Subscribe-Email` header. A guest’s claim is bound to the browser. A link in a mail to the address makes the claim available in other browsers.',
  access: 'anyone',
  knowsGuests: true,
  envelope: codeOne,
  alsoAnswers: [401, 404],
  input: z.object({ email: z.optional(Email), code_id: LinkIds }),
  output: z.array(z.int()),
})

/** A code typed by a shopper. Case does not matter. */
export const TypedCode = filledText(codeMaxLength)

/** The result of checking a coupon code, as entered by the shopper, against the current cart. */
export const CodeCheck = z.object({
  code: z.string(),
  /** The reason why the code cannot be used. Unknown codes and ended coupons have the same reason. */
  problem: z.nullable(z.enum(keysOf(codeProblems))),
  use_condition_txt: z.string(),
  /** The part of the condition that the order does not meet. */
  missing: z.nullable(z.object({ kind: z.enum(['product', 'amount']), price: z.nullable(z.string()) })),
  /** The discount, or null while the code cannot be used. */
  off: z.nullable(WirePrice),
})
export type CodeCheck = z.output<typeof CodeCheck>

export const checkCouponCode = defineCall({
  method: 'GET',
  path: '/rest/checkout/coupon',
  about:
    'Returns the discount that a coupon code gives for the cart, or the reason why the code cannot be used. Does not claim the coupon. Requests with wrong codes are rate limited.',
  access: 'anyone',
  knowsGuests: true,
  envelope: inData,
  input: z.object({ code: TypedCode, currency: AskedCurrency }),
  output: CodeCheck,
})

export const checkNewUser = defineCall({
  method: 'GET',
  path: '/ajax-web/coupon/user-check',
  about:
    'Returns whether an email address belongs to a new user without a paid order. An address that the caller has not verified is always reported as new.',
  access: 'anyone',
  envelope: codeZero,
  alsoAnswers: [404],
  input: z.object({ email: Email }),
  output: z.object({ is_new: z.boolean() }),
})

export const openClaims = defineCall({
  method: 'POST',
  path: '/ajax-web/coupon/open',
  about:
    'Makes the coupons that guests claimed with an email address available in this browser. Requires the token from the mail.',
  access: 'anyone',
  envelope: codeZero,
  carriesSecret: true,
  input: z.object({ token: z.string().check(z.maxLength(200)) }),
  output: z.object({ email: z.string() }),
})

export const subscribe = defineCall({
  method: 'POST',
  path: '/ajax-web/subscribe',
  about: 'Subscribes an email address to news and coupons. Stores the address in the `subscribe_email` cookie.',
  access: 'anyone',
  envelope: codeZero,
  input: z.object({ email: Email }),
  output: z.object({ email: z.string() }),
})

const TextStyle = z.object({
  font_size: z.nullable(z.int()),
  color: z.nullable(z.string()),
  bold: z.boolean(),
})

/** One coupon of a widget, with its state for this visitor. */
export const WidgetCode = z.object({
  link_id: z.int(),
  is_available: z.boolean(),
  is_received: z.boolean(),
  /** The reason why a received coupon cannot be used now. */
  block_reason: z.nullable(BlockReason),
  link_detail: z.object({
    id: z.int(),
    code: z.string(),
    discount: z.string(),
    /**
     * The coupon type as on the coupon page: F, S or a percentage. Pages use the type to choose the text '{amount} off'
     * in their language.
     */
    coupon_type: z.string(),
    amount: z.string(),
    use_condition_txt: z.string(),
    jump_url: z.string(),
  }),
})
export type WidgetCode = z.output<typeof WidgetCode>

/** The specification fixes the misspelled field names. */
export const WidgetSettings = z.object({
  title: z.nullable(z.string()),
  backgroud_color: z.nullable(z.string()),
  user_group: z.object({ id: z.int(), path: z.string() }),
  register_type: z.int(),
  /** True if a claim is confirmed by a pop-up instead of a toast. */
  has_popup: z.boolean(),
  style: z.object({
    button_text: z.extend(TextStyle, { backgroud_color: z.nullable(z.string()) }),
    discount_text: TextStyle,
    condition_text: TextStyle,
    backgroud_color: z.nullable(z.string()),
    m_backgroud_image: z.nullable(z.string()),
    m_image_width: z.nullable(z.int()),
    m_image_height: z.nullable(z.int()),
  }),
  coupon: z.object({
    bundle_receive: z.int(),
    num_per_row: z.int(),
    row_num: z.int(),
    codes: z.array(WidgetCode),
  }),
})
export type WidgetSettings = z.output<typeof WidgetSettings>

export const CouponWidget = z.object({
  id: z.int(),
  date_start: z.nullable(z.string()),
  date_end: z.nullable(z.string()),
  settings: WidgetSettings,
})
export type CouponWidget = z.output<typeof CouponWidget>
