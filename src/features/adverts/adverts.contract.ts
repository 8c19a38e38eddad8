import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { codeZero, nothing } from '#contract/envelopes.ts'
import { queryNumber } from '#contract/fields.ts'

export const adPositions = ['account', 'home', 'order_list', 'order_detail', 'coupon'] as const
export const AdPosition = z.enum(adPositions)
export type AdPosition = z.output<typeof AdPosition>

const TextStyle = z.object({
  font_size: z.nullable(z.int()),
  color: z.nullable(z.string()),
  bold: z.boolean(),
})

/** Why a coupon that somebody holds cannot be used now. */
export const BlockReason = z.enum(['coupon_used', 'coupon_reserved', 'coupon_expired', 'coupon_not_started'])

/** One coupon a widget offers, as this visitor may have it. */
export const WidgetCode = z.object({
  link_id: z.int(),
  is_available: z.boolean(),
  is_received: z.boolean(),
  /** Why a received one cannot be used now. */
  block_reason: z.nullable(BlockReason),
  link_detail: z.object({
    id: z.int(),
    code: z.string(),
    discount: z.string(),
    /** As on the coupon page: F, S or a percentage; with it a page can say '{amount} off' in its own language. */
    coupon_type: z.string(),
    amount: z.string(),
    use_condition_txt: z.string(),
    jump_url: z.string(),
  }),
})
export type WidgetCode = z.output<typeof WidgetCode>

/** The misspelt names are the wire's. */
export const WidgetSettings = z.object({
  title: z.nullable(z.string()),
  backgroud_color: z.nullable(z.string()),
  user_group: z.object({ id: z.int(), path: z.string() }),
  register_type: z.int(),
  /** A claim is answered by a pop-up instead of a toast. */
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

/** An advert of a place on a page: a banner, or with `link_type` 'coupon_module' a coupon widget. */
export const Advert = z.object({
  id: z.int(),
  link_type: z.string(),
  title: z.string(),
  image_path: z.nullable(z.string()),
  image_width: z.nullable(z.int()),
  image_height: z.nullable(z.int()),
  link_path: z.nullable(z.string()),
  link_detail: z.nullable(
    z.union([CouponWidget, z.object({ ios_url: z.nullable(z.string()), google_url: z.nullable(z.string()) })]),
  ),
})
export type Advert = z.output<typeof Advert>

export const getAdvert = defineCall({
  method: 'GET',
  path: '/ajax-web/ads',
  about: 'The advert now running at a place, or null.',
  access: 'anyone',
  knowsGuests: true,
  envelope: codeZero,
  input: z.object({ pos: AdPosition }),
  output: z.nullable(Advert),
})

export const recordAdvertClick = defineCall({
  method: 'POST',
  path: '/ajax-web/ads/:advertId/click',
  about: 'Counts a tap on an advert.',
  access: 'anyone',
  envelope: nothing,
  sentAs: 'beacon',
  input: z.object({ advertId: queryNumber(1, 2_147_483_647) }),
  output: z.void(),
})
